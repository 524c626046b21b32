import { interpolate } from '@daybook/booking/locale';
import { formatDay, formatTime, getToday, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';

/** A day and a time, or the time alone if it is today. */
export function formatMoment(instant: string): string {
  const { day, clock } = toWallTime(instant);
  const time = formatTime(clock);
  return day === getToday() ? time : interpolate(words.home.moment, { day: formatDay(day), time });
}
