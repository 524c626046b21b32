import { toIsoDate, parseDay } from '@daybook/booking/calendar';
import type { Result } from '@daybook/client';

/** Hours as people type them, and the sentence that says what they come to. Pure, so that Node can test it. */

export type Schedule = Result<'listSchedules'>['items'][number];
export type Range = readonly [start: string, end: string];
export type Trip = Schedule['travel'][number];
export type Weekday = Schedule['weekly_hours'][number]['day'];

export const weekdays: readonly Weekday[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** `09:00-12:00, 13:00-17:00`; empty for a day off. */
export function formatHours(ranges: readonly Range[]): string {
  return ranges.map(([start, end]) => `${start}-${end}`).join(', ');
}

/** Why hours can't be read: no ranges, an end that is not after its start, or two that overlap. */
export type HoursFault = 'unreadable' | 'order' | 'overlap';

/** Reads `9-12, 13:30-17`, `9 to 5 pm` and the like. */
export function parseHours(text: string): readonly Range[] | HoursFault {
  if (text.trim() === '') return [];
  const ranges: Range[] = [];
  for (const part of text.split(/[,;]|\band\b/)) {
    const ends = part.split(/\s*(?:-|–|—|\bto\b)\s*/).map((each) => each.trim());
    const [start, end] = [parseClock(ends[0] ?? ''), parseClock(ends[1] ?? '')];
    if (ends.length !== 2 || start === undefined || end === undefined || start === '24:00')
      return 'unreadable';
    if (start >= end) return 'order';
    ranges.push([start, end]);
  }
  ranges.sort(([a], [b]) => (a < b ? -1 : 1));
  const overlaps = ranges.some(([start], index) => start < (ranges[index - 1]?.[1] ?? ''));
  return overlaps ? 'overlap' : ranges;
}

/** `9`, `9:30`, `9.30`, `0930`, `9 am`, `24:00` */
export function parseClock(text: string): string | undefined {
  const match = /^(\d{1,2})(?:[:.]?(\d{2}))?\s*(am|pm)?$/i.exec(text);
  if (!match) return undefined;
  const half = match[3]?.toLowerCase();
  const minute = Number(match[2] ?? 0);
  let hour = Number(match[1]);
  if (half) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half === 'pm' ? 12 : 0);
  }
  if (minute > 59 || hour > 24 || (hour === 24 && minute > 0)) return undefined;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

export type Week = Readonly<Record<Weekday, readonly Range[]>>;

export function toWeek({ weekly_hours: hours }: Pick<Schedule, 'weekly_hours'>): Week {
  const entries = weekdays.map((day) => [day, hours.find((each) => each.day === day)?.timesets ?? []]);
  return Object.fromEntries(entries) as Week;
}

/** Neighbouring days with the same hours, without the days off: what the sentence says one after the other. */
export function listRuns(
  week: Week,
): { readonly first: Weekday; readonly last: Weekday; readonly ranges: readonly Range[] }[] {
  const runs: { first: Weekday; last: Weekday; ranges: readonly Range[] }[] = [];
  let before: Weekday | undefined;
  for (const day of weekdays) {
    const ranges = week[day];
    const run = runs.at(-1);
    const goesOn = run && run.last === before && formatHours(run.ranges) === formatHours(ranges);
    if (ranges.length > 0) {
      if (goesOn) run.last = day;
      else runs.push({ first: day, last: day, ranges });
    }
    before = day;
  }
  return runs;
}

/** Minutes that can be booked in a week, at most. */
export function sumWeekMinutes(week: Week): number {
  return sumMinutes(Object.values(week).flat());
}

export function sumMinutes(ranges: readonly Range[]): number {
  return ranges.reduce((sum, [start, end]) => sum + parseMinute(end) - parseMinute(start), 0);
}

export function parseMinute(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/** Hours of one date, which replace those of its weekday. */
export interface DateHours {
  readonly date: string;
  readonly timesets: readonly Range[];
}

/** The dates to be sent: all that there are now, and null for each that was removed. */
export function diffDates(before: readonly DateHours[], after: readonly DateHours[]) {
  const kept = new Set(after.map(({ date }) => date));
  const removed = before.filter(({ date }) => !kept.has(date)).map(({ date }) => ({ date, timesets: null }));
  return [...after, ...removed];
}

/** Dates that follow each other and have the same hours, as one. */
export interface DateRun {
  readonly from: string;
  readonly to: string;
  readonly timesets: readonly Range[];
}

export function groupDateRuns(dates: readonly DateHours[]): DateRun[] {
  const runs: { from: string; to: string; timesets: readonly Range[] }[] = [];
  for (const { date, timesets } of dates.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    const run = runs.at(-1);
    const goesOn = run && parseDay(date) === parseDay(run.to) + 1;
    if (goesOn && formatHours(run.timesets) === formatHours(timesets)) run.to = date;
    else runs.push({ from: date, to: date, timesets });
  }
  return runs;
}

/** The API takes this many at once. */
const maxDates = 366;

/** Why dates can't be added: they end before they begin, or are too many. */
export function findDateRunFault({ from, to }: Pick<DateRun, 'from' | 'to'>): 'order' | 'length' | undefined {
  if (to < from) return 'order';
  return parseDay(to) - parseDay(from) + 1 > maxDates ? 'length' : undefined;
}

/** The dates with the same hours from one to another; what those had before is replaced. */
export function addDates(dates: readonly DateHours[], { from, to, timesets }: DateRun): DateHours[] {
  const length = parseDay(to) - parseDay(from) + 1;
  const added = Array.from({ length }, (_, index) => ({ date: toIsoDate(parseDay(from) + index), timesets }));
  const kept = removeDates(dates, { from, to });
  return [...kept, ...added].sort((a, b) => (a.date < b.date ? -1 : 1));
}

export function removeDates(
  dates: readonly DateHours[],
  { from, to }: Pick<DateRun, 'from' | 'to'>,
): DateHours[] {
  return dates.filter(({ date }) => date < from || date > to);
}

/** Whether a trip shares a date with one of the others. */
export function hasOverlappingTrip(trips: readonly Trip[], { startDate, endDate }: Trip): boolean {
  return trips.some((each) => each.startDate <= endDate && each.endDate >= startDate);
}
