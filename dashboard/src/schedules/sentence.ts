import { interpolate } from '@daybook/booking/locale';
import { cityOf } from '@daybook/booking/zones';
import { start } from '../platform/start.ts';
import { clockIn, durationText } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { minutesIn, runsOf, weekdays, type Range, type Week, type Weekday } from './rules.ts';

const { schedules } = words;

/** What the hours come to, in one sentence that is true word by word. */
export function weekSentence(week: Week, zone: string): string {
  const runs = runsOf(week);
  if (runs.length === 0) return schedules.never;
  const parts = runs.map(({ first, last, ranges }) => {
    const days =
      first === last
        ? dayName(first)
        : interpolate(schedules.days, { first: dayName(first), last: dayName(last) });
    return interpolate(schedules.part, { days, hours: hoursText(ranges) });
  });
  return interpolate(schedules.sentence, {
    parts: parts.join(schedules.between),
    city: cityOf(zone),
    sum: durationText(minutesIn(week)),
  });
}

export function hoursText(ranges: readonly Range[]): string {
  if (ranges.length === 0) return schedules.off;
  return ranges
    .map(([from, to]) => interpolate(schedules.range, { from: clockIn(from), to: clockIn(to) }))
    .join(schedules.and);
}

/** The name of a weekday in the reader's language. */
export function dayName(day: Weekday): string {
  // The names begin with Sunday, a week of the API with Monday.
  return start.words.weekdays[(weekdays.indexOf(day) + 1) % 7] ?? day;
}
