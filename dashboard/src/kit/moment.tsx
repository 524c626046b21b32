import { formatMoment, formatShortMoment, formatTime, getToday, toWallTime } from '../platform/time.ts';

/** When something happened, short enough for a table: the clock, and before it the date if it was not today. */
export function Moment({ at }: { readonly at: string }) {
  const { day, clock } = toWallTime(at);
  return (
    <time className="nowrap" dateTime={at} title={formatMoment(at)}>
      {day === getToday() ? formatTime(clock) : formatShortMoment(at)}
    </time>
  );
}
