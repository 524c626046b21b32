import { parseDay } from '@daybook/booking/calendar';
import { interpolate, pluralize } from '@daybook/booking/locale';
import { getCity } from '@daybook/booking/zones';
import { start } from '../platform/start.ts';
import { formatTime, formatDateOnly, formatDuration, getToday } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import {
  groupDateRuns,
  sumWeekMinutes,
  sumMinutes,
  listRuns,
  weekdays,
  type DateHours,
  type Range,
  type Week,
  type Weekday,
} from './rules.ts';

const { schedules } = words;

/** What the hours come to, in sentences that are true word by word. What stands between asterisks is bold. */
export function formatWeek(week: Week, zone: string, dates: readonly DateHours[]): string {
  return [hoursSentence(week, zone), ...datesSentence(dates)].join(' ');
}

function hoursSentence(week: Week, zone: string): string {
  const runs = listRuns(week);
  if (runs.length === 0) return schedules.never;
  const parts = runs.map(({ first, last, ranges }) => {
    const days =
      first === last
        ? getDayName(first)
        : interpolate(schedules.days, { first: getDayName(first), last: getDayName(last) });
    return interpolate(schedules.part, { days, hours: formatRanges(ranges) });
  });
  return interpolate(schedules.sentence, {
    parts: parts.join(schedules.between),
    city: getCity(zone),
    sum: formatDuration(sumWeekMinutes(week)),
  });
}

const maxDatesSaid = 3;

/** The next dates that are off; further ones stand in the list. */
function datesSentence(dates: readonly DateHours[]): string[] {
  const off = dates.filter(({ date, timesets }) => timesets.length === 0 && parseDay(date) >= getToday());
  const runs = groupDateRuns(off);
  if (runs.length === 0 || runs.length > maxDatesSaid) return [];
  const texts = runs.map(({ from, to }) =>
    from === to
      ? formatDateOnly(parseDay(from))
      : interpolate(schedules.dateRange, {
          from: formatDateOnly(parseDay(from)),
          to: formatDateOnly(parseDay(to)),
        }),
  );
  return [pluralize(start.words, schedules.datesOff, off.length, { dates: texts.join(', ') })];
}

export function formatRanges(ranges: readonly Range[]): string {
  if (ranges.length === 0) return schedules.off;
  return ranges
    .map(([from, to]) => interpolate(schedules.range, { from: formatTime(from), to: formatTime(to) }))
    .join(schedules.and);
}

/** `7 h`, `7:30 h`, or nothing. */
export function formatDaySum(ranges: readonly Range[]): string {
  const minutes = sumMinutes(ranges);
  if (minutes === 0) return '';
  const rest = minutes % 60;
  const hours = Math.floor(minutes / 60);
  return interpolate(schedules.sum, {
    n: rest === 0 ? hours : `${hours}:${String(rest).padStart(2, '0')}`,
  });
}

/** The name of a weekday in the reader's language. */
export function getDayName(day: Weekday): string {
  // The names begin with Sunday, a week of the API with Monday.
  return start.words.weekdays[(weekdays.indexOf(day) + 1) % 7] ?? day;
}
