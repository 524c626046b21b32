import { toIsoDate, parseDay, isDate } from '@daybook/booking/calendar';
import { interpolate } from '@daybook/booking/locale';
import { getTag, type Result } from '@daybook/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '../kit/button.tsx';
import { TextField, useFieldErrors } from '../kit/field.tsx';
import { formatTime, formatDay } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';

type Availability = Result<'readAvailability'>;

export interface ChosenTime {
  readonly date: string;
  readonly start: string;
}

interface Days {
  readonly startDate: string;
  readonly endDate: string;
}

/** The days for which free times are asked at once. */
const daysAhead = 28;

export interface TimeFieldProps {
  readonly value: ChosenTime;
  readonly onChange: (value: ChosenTime) => void;
  /** What the times are of. */
  readonly of: string;
  readonly read: (days: Days, signal: AbortSignal) => Promise<Availability>;
}

/** A day, and a free time on it. */
export function TimeField({ value: { date, start }, onChange, of, read }: TimeFieldProps) {
  const refusals = useFieldErrors('start');
  const { data } = useQuery({
    // Renewed with the events, which take times and free them.
    queryKey: [getTag('listScheduledEvents'), 'times', of, date],
    queryFn: ({ signal }) =>
      read({ startDate: date, endDate: toIsoDate(parseDay(date) + daysAhead) }, signal),
    enabled: isDate(date),
    staleTime: 0,
  });
  const days = data?.availability ?? [];
  const clocks = slotsOf(days.find((each) => each.date === date));
  const isTaken = data !== undefined && start !== '' && !clocks.includes(start);
  useEffect(() => {
    if (isTaken) onChange({ date, start: '' });
  });
  // There is nothing to type here, so the format that the server names would not help.
  const errors = refusals.length > 0 && start === '' ? [words.events.chooseTime] : refusals;
  const nextFree = days.find((each) => each.date > date && each.slots.length > 0);
  return (
    <>
      <TextField
        label={words.events.date}
        name="date"
        type="date"
        value={date}
        onChange={(next) => onChange({ date: next, start: '' })}
      />
      <fieldset className="field" aria-invalid={errors.length > 0 || undefined} tabIndex={-1}>
        <legend className="lbl">{words.events.time}</legend>
        <div className="slots">
          {clocks.map((clock) => (
            <label key={clock}>
              <input
                type="radio"
                className="hidden"
                name="start"
                value={clock}
                checked={clock === start}
                onChange={() => onChange({ date, start: clock })}
              />
              {formatTime(clock)}
            </label>
          ))}
        </div>
        {data && clocks.length === 0 && (
          <p className="help">{nextFree ? words.events.noTimes : words.events.noTimesSoon}</p>
        )}
        {nextFree && clocks.length === 0 && (
          <p>
            <Button
              label={interpolate(words.events.nextFree, { day: formatDay(parseDay(nextFree.date)) })}
              isSmall
              onClick={() => onChange({ date: nextFree.date, start: '' })}
            />
          </p>
        )}
        {errors.length > 0 && <p className="wrong">{errors.join(' ')}</p>}
      </fieldset>
    </>
  );
}

function slotsOf(day: Availability['availability'][number] | undefined): string[] {
  return (day?.slots ?? []).map((slot) => (typeof slot === 'string' ? slot : slot.time));
}
