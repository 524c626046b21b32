import { dateOf } from '@daybook/booking/calendar';
import { clockIn, dayText, today, wallAt } from '../platform/time.ts';

/** When something happened, short enough for a table: the clock, and before it the date if it was not today. */
export function Moment({ at }: { readonly at: string }) {
  const { day, clock } = wallAt(at);
  return (
    <time className="nowrap" dateTime={at} title={`${dayText(day)}, ${clockIn(clock)}`}>
      {day === today() ? clockIn(clock) : `${dateOf(day)} ${clockIn(clock)}`}
    </time>
  );
}
