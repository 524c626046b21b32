import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { Switch } from '../kit/field.tsx';
import { Heading } from '../kit/heading.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListFoot } from '../kit/list-foot.tsx';
import { Empty, Problem, Skeleton } from '../kit/states.tsx';
import { usePages } from '../platform/pages.ts';
import { useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { Owner } from '../schedules/owner.tsx';
import { AbsenceDialog } from './dialog.tsx';
import { HolidayCard } from './holidays.tsx';
import type { Absence } from './rules.ts';
import { formatKind, formatTimes } from './text.ts';

/** When somebody is away, and the public holidays that they take off. */
export function Absences() {
  const { user, past = false } = useSearch({ from: '/availability/absences' });
  const navigate = useNavigate({ from: '/availability/absences' });
  const [isNew, setIsNew] = useState(false);
  return (
    <>
      <header className="bar">
        <Heading text={words.absences.title} />
        <span className="grow" />
        <Link className="btn quiet small" to="/availability" search={user ? { user } : {}}>
          {words.absences.hours}
        </Link>
        <button type="button" className="btn main small" onClick={() => setIsNew(true)}>
          <Icon name="plus" />
          {words.absences.create}
        </button>
      </header>
      <div className="tools">
        <Owner
          user={user}
          onChoose={(next) =>
            void navigate({ to: '/availability/absences', search: next ? { user: next } : {} })
          }
        />
        <span className="grow" />
        <Switch
          label={words.absences.past}
          isOn={past}
          onChange={(isOn) =>
            void navigate({
              to: '/availability/absences',
              search: { ...(user && { user }), ...(isOn && { past: true }) },
            })
          }
        />
      </div>
      <div className="body">
        <div className="av">
          <section className="card grow absences" aria-label={words.absences.title}>
            <Rows user={user} past={past} />
          </section>
          <div className="side col gap4">
            <HolidayCard key={user ?? ''} user={user} />
          </div>
        </div>
      </div>
      {isNew && <AbsenceDialog user={user} onClose={() => setIsNew(false)} />}
    </>
  );
}

type OpenDialog = { readonly act: 'edit' | 'remove'; readonly absence: Absence };

function Rows({ user, past }: { readonly user: string | undefined; readonly past: boolean }) {
  const list = usePages('listAbsences', {
    query: { count: 50, ...(user && { email: user }), ...(past && { past: '1' as const }) },
  });
  const [open, setOpen] = useState<OpenDialog>();
  if (list.error && !list.items) return <Problem error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.items) return <Skeleton rows={3} />;
  if (list.items.length === 0) {
    const title = past ? words.absences.nonePast : words.absences.none;
    return <Empty title={title} hint={words.absences.noneHint} />;
  }
  const close = (): void => setOpen(undefined);
  return (
    <>
      <ul className="entries">
        {list.items.map((absence) => (
          <Row key={absence.uuid} absence={absence} onOpen={(act) => setOpen({ act, absence })} />
        ))}
      </ul>
      {list.hasNextPage && <ListFoot list={list} text="" />}
      {open?.act === 'edit' && <AbsenceDialog absence={open.absence} user={user} onClose={close} />}
      {open?.act === 'remove' && <RemoveDialog absence={open.absence} onClose={close} />}
    </>
  );
}

interface RowProps {
  readonly absence: Absence;
  readonly onOpen: (act: OpenDialog['act']) => void;
}

function Row({ absence, onOpen }: RowProps) {
  const times = formatTimes(absence);
  const { kind, note, message, replacement } = absence;
  return (
    <li>
      <div className="grow">
        <b>{times}</b>{' '}
        <span className="tag" data-color="gray">
          {formatKind(kind)}
        </span>
        {note && <p className="muted lines">{note}</p>}
        {message && (
          <p className="lines">
            <span className="muted">{words.absences.messageShown}</span> {message}
          </p>
        )}
        {replacement && (
          <p>
            <span className="muted">{words.absences.replacementShown}</span> {replacement.name}
            {!replacement.isActive && <span className="wrong"> {words.absences.replacementGone}</span>}
          </p>
        )}
      </div>
      <div className="row">
        <button type="button" className="btn quiet small" onClick={() => onOpen('edit')}>
          {words.absences.edit}
          <span className="hidden"> {times}</span>
        </button>
        <button type="button" className="btn quiet small bad" onClick={() => onOpen('remove')}>
          {words.absences.remove}
          <span className="hidden"> {times}</span>
        </button>
      </div>
    </li>
  );
}

function RemoveDialog({ absence, onClose }: { readonly absence: Absence; readonly onClose: () => void }) {
  const remove = useChange('deleteAbsence', words.absences.wasRemoved, ['Availability', 'Scheduled events']);
  return (
    <ConfirmDialog
      title={words.absences.removeTitle}
      action={words.absences.remove}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { uuid: absence.uuid } }, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>{formatTimes(absence)}</p>
      <p>{words.absences.removeHint}</p>
    </ConfirmDialog>
  );
}
