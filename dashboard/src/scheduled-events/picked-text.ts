import { minutesPerDay, toClock } from '@daybook/booking/calendar';
import { interpolate } from '@daybook/booking/locale';
import { formatDay, formatShortWeekday, formatTime, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import type { PickedTime } from './drag.rules.ts';

/** `Tuesday, 17 November, 10:00 to 11:00` */
export function formatPicked({ day, from, to }: PickedTime): string {
  return interpolate(words.events.range, {
    day: formatDay(day),
    start: formatTime(toClock(from)),
    end: formatTime(toClock(to % minutesPerDay)),
  });
}

/** `Tue 17 Nov, 10:15` */
export function formatTarget({ startTime }: { readonly startTime: string }): string {
  const { day, clock } = toWallTime(startTime);
  return `${formatShortWeekday(day)}, ${formatTime(clock)}`;
}
