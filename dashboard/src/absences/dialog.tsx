import { toIsoDate } from '@daybook/booking/calendar';
import { pluralize, interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { DateField } from '../kit/date-field.tsx';
import { DateTimeField } from '../kit/date-time-field.tsx';
import { Form, SelectField, Switch, TextField } from '../kit/field.tsx';
import { UserField } from '../kit/user-field.tsx';
import { useEdit } from '../platform/edit.ts';
import { api, getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { start as begin } from '../platform/start.ts';
import { toInstantAt, ownZone, getToday, toWallTime, formatZone, formatMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { isAllDay, kinds, type Absence, type Conflict, type Kind } from './rules.ts';
import { formatKind } from './text.ts';

interface AbsenceDialogProps {
  /** Left out, a new one. */
  readonly absence?: Absence;
  readonly user: string | undefined;
  /** When a new one is, on the reader's clock: `2026-11-17T10:15`. */
  readonly times?: AbsenceTimes;
  readonly onClose: () => void;
}

interface AbsenceTimes {
  readonly start: string;
  readonly end: string;
}

const others = ['Availability', 'Scheduled events', 'Calendars'];

/** Enters or changes an absence. Bookings that lie in it are shown before the dialog goes. */
export function AbsenceDialog({ absence, user, times, onClose }: AbsenceDialogProps) {
  const [isWhole, setIsWhole] = useState(absence ? isAllDay(absence) : times === undefined);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>();
  const create = useChange('createAbsence', words.absences.wasMade, others);
  const update = useEdit('updateAbsence', {
    shown: absence,
    read: () => api.readAbsence({ params: { uuid: absence?.uuid ?? '' } }),
    done: words.shell.saved,
    others,
    onTheirs: onClose,
  });
  const known = useQuery({
    ...buildQuery('readAbsence', { params: { uuid: absence?.uuid ?? '' } }),
    enabled: absence !== undefined,
  });
  const title = absence ? words.absences.change : words.absences.create;
  const done = ({ conflicts: found }: { readonly conflicts: readonly Conflict[] }): void =>
    found.length === 0 ? onClose() : setConflicts(found);
  const send = (values: FormData): void => {
    const body = bodyOf(values, isWhole);
    if (absence) update.mutate({ params: { uuid: absence.uuid }, body }, { onSuccess: done });
    else create.mutate({ body: { ...body, ...(user && { email: user }) } }, { onSuccess: done });
  };
  if (conflicts) {
    return (
      <Dialog title={words.absences.conflictsTitle} onClose={onClose}>
        <Conflicts conflicts={conflicts} />
        <DialogActions>
          <button type="button" className="btn main" onClick={onClose}>
            {words.absences.understood}
          </button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form errors={getFieldErrors((absence ? update : create).error)} edit={update.edit} onSubmit={send}>
        <SelectField
          label={words.absences.kind}
          name="kind"
          value={absence?.kind ?? 'vacation'}
          choices={kinds.map((value) => ({ value, label: formatKind(value) }))}
        />
        <Switch label={words.absences.wholeDays} isOn={isWhole} onChange={setIsWhole} />
        <Times key={String(isWhole)} absence={absence} isWhole={isWhole} times={times ?? getUsualTimes()} />
        <Replacement absence={absence} user={user} />
        <TextField
          label={words.absences.message}
          name="message"
          value={absence?.message ?? ''}
          help={words.absences.messageHint}
          maxLength={500}
          rows={2}
        />
        <TextField
          label={words.absences.note}
          name="note"
          value={absence?.note ?? ''}
          help={words.absences.noteHint}
          maxLength={1000}
          rows={2}
        />
        {known.data && known.data.conflicts.length > 0 && <Conflicts conflicts={known.data.conflicts} />}
        <DialogActions onClose={onClose}>
          <button type="submit" className="btn main" disabled={create.isPending || update.isPending}>
            {absence ? words.shell.save : words.absences.make}
          </button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function bodyOf(values: FormData, isWhole: boolean) {
  const text = (name: string): string => String(values.get(name) ?? '').trim();
  const time = (name: string): string => {
    const [date = '', clock = ''] = text(name).split('T');
    return isWhole || clock === '' ? date : toInstantAt(date, clock);
  };
  return {
    kind: text('kind') as Kind,
    start: time('start'),
    end: time('end'),
    note: text('note') || null,
    message: text('message') || null,
    replacement: text('replacement') || null,
  };
}

interface TimesProps {
  readonly absence: Absence | undefined;
  readonly isWhole: boolean;
  readonly times: AbsenceTimes;
}

/** A working day, tomorrow. */
function getUsualTimes(): AbsenceTimes {
  const date = toIsoDate(getToday() + 1);
  return { start: `${date}T09:00`, end: `${date}T17:00` };
}

/** Days are those of the place where the user is; times are on the reader's clock. */
function Times({ absence, isWhole, times }: TimesProps) {
  const local = (instant: string): string => {
    const { day, clock } = toWallTime(instant);
    return isWhole ? toIsoDate(day) : `${toIsoDate(day)}T${clock}`;
  };
  const isSame = absence && isAllDay(absence) === isWhole;
  const value = (end: 'start' | 'end'): string => {
    if (!absence) return isWhole ? times.start.slice(0, 10) : times[end];
    if (isSame && isWhole) return absence[end];
    const instant = end === 'start' ? absence.startTime : absence.endTime;
    // The end of whole days is midnight after the last of them.
    return end === 'end' && isWhole
      ? toIsoDate(toWallTime(Date.parse(instant) - 60_000).day)
      : local(instant);
  };
  const Moment = isWhole ? DateField : DateTimeField;
  return (
    <>
      <Moment label={words.absences.start} name="start" value={value('start')} />
      <Moment
        label={isWhole ? words.absences.lastDay : words.absences.end}
        name="end"
        value={value('end')}
        {...(!isWhole && { help: interpolate(words.absences.onClock, { zone: formatZone(ownZone) }) })}
      />
    </>
  );
}

function Replacement({
  absence,
  user,
}: {
  readonly absence: Absence | undefined;
  readonly user: string | undefined;
}) {
  const { email } = useSession();
  const away = absence?.email ?? user ?? email;
  const chosen = absence?.replacement;
  return (
    <UserField
      label={words.absences.replacement}
      name="replacement"
      by="email"
      value={chosen?.email ?? ''}
      help={words.absences.replacementHint}
      isOffered={(each) => each.isActive && each.email !== away}
      before={[{ value: '', label: words.absences.nobody }]}
      known={chosen ? { value: chosen.email, label: chosen.name } : undefined}
    />
  );
}

function Conflicts({ conflicts }: { readonly conflicts: readonly Conflict[] }) {
  return (
    <div className="note warn col gap2">
      <p>{pluralize(begin.words, words.absences.conflicts, conflicts.length)}</p>
      <ul className="conflicts">
        {conflicts.map(({ uuid, title, startTime, invitees }) => (
          <li key={uuid}>
            <Link className="link" to="/events/$uuid" params={{ uuid }} search={{ scope: 'all' }}>
              {formatMoment(startTime)}: {[title, ...invitees].join(', ')}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
