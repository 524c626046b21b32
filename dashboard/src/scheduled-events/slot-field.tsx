import { addMonths, getFirstDay, getLastDay, getMonth, parseDay, toIsoDate } from '@daybook/booking/calendar';
import { capitalize, interpolate, pluralize } from '@daybook/booking/locale';
import { findNextDate, getVisibleDate } from '@daybook/booking/month-times';
import { getTag, type Result } from '@daybook/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Calendar } from '../kit/calendar.tsx';
import { useFieldErrors } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { start as document } from '../platform/start.ts';
import {
  formatDay,
  formatMonth,
  formatShortWeekday,
  formatTime,
  formatZone,
  formatZoneOffset,
  getToday,
  ownZone,
  toInstantAt,
  toWallTime,
} from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { groupSlots, type Slots } from './slots.rules.ts';

const pick = document.words;

export interface ChosenTime {
  readonly date: string;
  readonly start: string;
}

interface Days {
  readonly startDate: string;
  readonly endDate: string;
}

export interface SlotFieldProps {
  readonly value: ChosenTime;
  readonly onChange: (value: ChosenTime) => void;
  /** What the times are of. */
  readonly of: string;
  readonly read: (days: Days, signal: AbortSignal) => Promise<Result<'readAvailability'>>;
  /** Of invitees elsewhere, to whom the chosen time is another. */
  readonly otherZones?: readonly string[];
}

/** A month with its free days and the times of one of them, as visitors see it. */
export function SlotField({ value: { date, start }, onChange, of, read, otherZones = [] }: SlotFieldProps) {
  const today = toIsoDate(getToday());
  const [month, setMonth] = useState(getMonth(date || today));
  const current = useMonth(month, of, read);
  // The next one is loaded ahead, as on the pages of visitors.
  const next = useMonth(addMonths(month, 1), of, read, current.times !== undefined);
  const times = { ...current.times, ...next.times };
  const shown = getVisibleDate({ month, date: date || null }, current.times ?? {});
  const clocks = (shown && times[shown]) || [];
  const isTaken = current.times !== undefined && start !== '' && !clocks.includes(start);
  useEffect(() => {
    if (isTaken) onChange({ date, start: '' });
  });
  const show = (nextMonth: string): void => {
    setMonth(nextMonth);
    if (date !== '') onChange({ date: '', start: '' });
  };
  const choose = (nextDate: string): void => {
    setMonth(getMonth(nextDate));
    onChange({ date: nextDate, start: '' });
  };
  const nextDate = findNextDate(shown ?? toIsoDate(getLastDay(month)), times);
  return (
    <div className="col gap3">
      <div className="two">
        <Calendar
          value={shown ?? ''}
          month={month}
          onMonth={show}
          onChoose={choose}
          minMonth={getMonth(today)}
          isBusy={current.isLoading}
          describe={(day) => describeDay(times[day]?.length ?? 0)}
        />
        <Times
          date={shown}
          month={month}
          clocks={clocks}
          start={start}
          state={current.error ? 'failed' : current.times ? 'ready' : 'loading'}
          onRetry={current.retry}
          onChoose={(clock) => onChange({ date: shown ?? date, start: clock })}
          next={clocks.length === 0 ? nextDate : undefined}
          onNext={choose}
        />
      </div>
      <p className="row muted small">
        <Icon name="clock" />
        {formatZone(ownZone)} ({formatZoneOffset(ownZone)})
      </p>
      {date && start && (
        <ul className="muted small" aria-live="polite">
          {otherZones.map((zone) => (
            <li key={zone}>{formatElsewhere(toInstantAt(date, start), zone)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** `Tue 26 Jan, 04:00, New York time` */
function formatElsewhere(instant: string, zone: string): string {
  const { day, clock } = toWallTime(instant, zone);
  return [formatShortWeekday(day), formatTime(clock), formatZone(zone)].join(', ');
}

function describeDay(count: number) {
  return count > 0
    ? { detail: pluralize(pick, pick.times, count), className: 'free' }
    : { detail: pick.noTimes, isOff: true };
}

/** The free times of a month by date; nothing while they are loaded. */
function useMonth(month: string, of: string, read: SlotFieldProps['read'], isEnabled = true) {
  const first = Math.max(getFirstDay(month), getToday());
  const last = getLastDay(month);
  const { data, error, isFetching, refetch } = useQuery({
    // Renewed with the events, which take times and free them.
    queryKey: [getTag('listScheduledEvents'), 'times', of, month],
    queryFn: ({ signal }) => read({ startDate: toIsoDate(first), endDate: toIsoDate(last) }, signal),
    enabled: isEnabled && first <= last,
    staleTime: 0,
  });
  const times: Slots | undefined = data && groupSlots(data);
  return { times, error: data ? null : error, isLoading: isFetching && !data, retry: () => void refetch() };
}

interface TimesProps {
  readonly date: string | null;
  readonly month: string;
  readonly clocks: readonly string[];
  readonly start: string;
  readonly state: 'ready' | 'loading' | 'failed';
  readonly onRetry: () => void;
  readonly onChoose: (clock: string) => void;
  readonly next: string | undefined;
  readonly onNext: (date: string) => void;
}

function Times({ date, month, clocks, start, state, onRetry, onChoose, next, onNext }: TimesProps) {
  const refusals = useFieldErrors('start');
  // There is nothing to type here, so the format that the server names would not help.
  const errors = refusals.length > 0 && start === '' ? [words.events.chooseTime] : refusals;
  const heading = date ? formatDay(parseDay(date)) : words.events.time;
  return (
    <fieldset className="field" aria-invalid={errors.length > 0 || undefined} tabIndex={-1}>
      <legend className="lbl">{capitalize(heading)}</legend>
      <div className="slots">
        {clocks.map((clock) => (
          <label key={clock}>
            <input
              type="radio"
              className="hidden"
              name="start"
              value={clock}
              checked={clock === start}
              onChange={() => onChoose(clock)}
            />
            {formatTime(clock)}
          </label>
        ))}
      </div>
      <p className="help" role="status">
        {state === 'loading' && pick.loading}
        {state === 'failed' && pick.notLoaded}
        {state === 'ready' && clocks.length === 0 && explainNone(date, month)}
      </p>
      {state === 'failed' && <Button label={pick.tryAgain} isSmall onClick={onRetry} />}
      {next && (
        <p>
          <Button
            label={interpolate(words.events.nextFree, { day: formatDay(parseDay(next)) })}
            isSmall
            onClick={() => onNext(next)}
          />
        </p>
      )}
      {errors.length > 0 && <p className="wrong">{errors.join(' ')}</p>}
    </fieldset>
  );
}

function explainNone(date: string | null, month: string): string {
  return date ? words.events.noTimes : interpolate(pick.noTimesInMonth, { month: formatMonth(month) });
}
