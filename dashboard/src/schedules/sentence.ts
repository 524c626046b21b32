import { dayOf } from '@daybook/booking/calendar';
import { interpolate, plural } from '@daybook/booking/locale';
import { cityOf } from '@daybook/booking/zones';
import { start } from '../platform/start.ts';
import { clockIn, dateOnlyText, durationText, today } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import {
  dateRuns,
  minutesIn,
  minutesOfRanges,
  runsOf,
  weekdays,
  type DateHours,
  type Range,
  type Week,
  type Weekday,
} from './rules.ts';

const { schedules } = words;

/** What the hours come to, in sentences that are true word by word. What stands between asterisks is bold. */
export function weekSentence(week: Week, zone: string, dates: readonly DateHours[]): string {
  return [hoursSentence(week, zone), ...datesSentence(dates)].join(' ');
}

function hoursSentence(week: Week, zone: string): string {
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

const mostDatesSaid = 3;

/** The next dates that are off; further ones stand in the list. */
function datesSentence(dates: readonly DateHours[]): string[] {
  const off = dates.filter(({ date, timesets }) => timesets.length === 0 && dayOf(date) >= today());
  const runs = dateRuns(off);
  if (runs.length === 0 || runs.length > mostDatesSaid) return [];
  const texts = runs.map(({ from, to }) =>
    from === to
      ? dateOnlyText(dayOf(from))
      : interpolate(schedules.dateRange, { from: dateOnlyText(dayOf(from)), to: dateOnlyText(dayOf(to)) }),
  );
  return [plural(start.words, schedules.datesOff, off.length, { dates: texts.join(', ') })];
}

export function hoursText(ranges: readonly Range[]): string {
  if (ranges.length === 0) return schedules.off;
  return ranges
    .map(([from, to]) => interpolate(schedules.range, { from: clockIn(from), to: clockIn(to) }))
    .join(schedules.and);
}

/** `7 h`, `7:30 h`, or nothing. */
export function sumText(ranges: readonly Range[]): string {
  const minutes = minutesOfRanges(ranges);
  if (minutes === 0) return '';
  const rest = minutes % 60;
  const hours = Math.floor(minutes / 60);
  return interpolate(schedules.sum, {
    n: rest === 0 ? hours : `${hours}:${String(rest).padStart(2, '0')}`,
  });
}

/** The name of a weekday in the reader's language. */
export function dayName(day: Weekday): string {
  // The names begin with Sunday, a week of the API with Monday.
  return start.words.weekdays[(weekdays.indexOf(day) + 1) % 7] ?? day;
}
