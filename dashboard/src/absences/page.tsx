import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { BulkActions } from '../kit/bulk-actions.tsx';
import { Button } from '../kit/button.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { Switch } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListCard } from '../kit/list-page.tsx';
import { PickBox, useListSelection, type ListSelection } from '../kit/list-selection.tsx';
import { PageBar } from '../kit/page-bar.tsx';
import { Empty } from '../kit/states.tsx';
import { useAddress } from '../platform/address.ts';
import { usePages } from '../platform/pages.ts';
import { api } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { Owner } from '../schedules/owner.tsx';
import { SavedViews } from '../views/saved-views.tsx';
import { AbsenceDialog } from './dialog.tsx';
import { HolidayCard } from './holidays.tsx';
import type { Absence } from './rules.ts';
import type { AbsenceSearch } from './search.ts';
import { formatKind, formatTimes } from './text.ts';

/** When somebody is away, and the public holidays that they take off. */
export function Absences() {
  const search = useSearch({ from: '/availability/absences' });
  const { user } = search;
  const isPast = search.when === 'past';
  const set = useAddress<AbsenceSearch>();
  const [isNew, setIsNew] = useState(false);
  const [edited, setEdited] = useState<Absence>();
  const list = usePages('listAbsences', {
    query: { count: 50, ...(user && { email: user }), ...(isPast && { past: '1' as const }) },
  });
  const items = list.items ?? [];
  const selection = useListSelection(items.map(({ uuid }) => uuid));
  return (
    <>
      <PageBar title={words.absences.title}>
        <Link className="btn quiet small" to="/availability" search={user ? { user } : {}}>
          {words.absences.hours}
        </Link>
        <button type="button" className="btn main small" onClick={() => setIsNew(true)}>
          <Icon name="plus" />
          {words.absences.create}
        </button>
      </PageBar>
      <SavedViews list="absences" search={search} />
      {selection.isActive ? (
        <AbsenceBulk selection={selection} absences={items} />
      ) : (
        <div className="tools">
          <Owner user={user} onChoose={(next) => set({ user: next })} />
          <span className="grow" />
          <Switch
            label={words.absences.past}
            isOn={isPast}
            onChange={(isOn) => set({ when: isOn ? 'past' : undefined })}
          />
        </div>
      )}
      <div className="body">
        <div className="av">
          <ListCard
            label={words.absences.title}
            className="grow absences"
            list={list}
            empty={
              <Empty
                icon="events"
                title={isPast ? words.absences.nonePast : words.absences.none}
                hint={words.absences.noneHint}
              >
                <Button label={words.absences.create} kind="main" onClick={() => setIsNew(true)} />
              </Empty>
            }
            skeletonRows={3}
          >
            {(absences) => (
              <ul className="entries">
                {absences.map((absence) => (
                  <Row
                    key={absence.uuid}
                    absence={absence}
                    selection={selection}
                    onEdit={() => setEdited(absence)}
                  />
                ))}
              </ul>
            )}
          </ListCard>
          <div className="side col gap4">
            <HolidayCard key={user ?? ''} user={user} />
          </div>
        </div>
      </div>
      {isNew && <AbsenceDialog user={user} onClose={() => setIsNew(false)} />}
      {edited && <AbsenceDialog absence={edited} user={user} onClose={() => setEdited(undefined)} />}
    </>
  );
}

interface AbsenceBulkProps {
  readonly selection: ListSelection;
  readonly absences: readonly Absence[];
}

function AbsenceBulk({ selection, absences }: AbsenceBulkProps) {
  return (
    <BulkActions
      selection={selection}
      items={absences}
      id={({ uuid }) => uuid}
      name={formatTimes}
      tags={['Absences', 'Availability', 'Scheduled events']}
      actions={[
        {
          id: 'remove',
          label: words.bulk.remove,
          icon: 'trash',
          isDanger: true,
          done: words.bulk.wereDeleted,
          send: ({ uuid }) => api.deleteAbsence({ params: { uuid } }),
          confirm: { title: words.bulk.removeTitle, hint: words.bulk.removeHints.absences },
        },
      ]}
    />
  );
}

interface RowProps {
  readonly absence: Absence;
  readonly selection: ListSelection;
  readonly onEdit: () => void;
}

function Row({ absence, selection, onEdit }: RowProps) {
  const times = formatTimes(absence);
  const { uuid, kind, note, message, replacement } = absence;
  return (
    <li>
      <PickBox id={uuid} name={times} isPicked={selection.ids.includes(uuid)} onPick={selection.pick} />
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
        <button type="button" className="btn quiet small" onClick={onEdit}>
          {words.absences.edit}
          <span className="hidden"> {times}</span>
        </button>
        <DeleteButton
          operation="deleteAbsence"
          input={{ params: { uuid } }}
          label={words.absences.remove}
          of={times}
          title={words.absences.removeTitle}
          hint={
            <>
              <p>{times}</p>
              <p>{words.absences.removeHint}</p>
            </>
          }
          done={words.absences.wasRemoved}
          others={['Availability', 'Scheduled events']}
          kind="quiet bad"
          isSmall
        />
      </div>
    </li>
  );
}
