import { toCalendarDate, toDayNumber, formatDate, minuteToMs, getMonday } from '@daybook/engine/dates';
import { toDay, startOfDay, type Zone } from '@daybook/engine/zones';

/** Dates that depend on today, such as `last 7 days` and `this month`. */

/** Who filters: `me`, and the day that `today` is. */
export interface Caller {
  readonly memberId: string;
  readonly now: Date;
  readonly zone: Zone;
}

/** From a day to the one before another. */
interface Days {
  readonly from: number;
  readonly to: number;
}

const periods: Readonly<Record<string, (today: number, step: number) => Days>> = {
  week: (today, step) => ({ from: getMonday(today) + 7 * step, to: getMonday(today) + 7 * (step + 1) }),
  month: (today, step) => ({ from: monthOf(today, 1, step), to: monthOf(today, 1, step + 1) }),
  quarter: (today, step) => ({ from: monthOf(today, 3, step), to: monthOf(today, 3, step + 1) }),
  year: (today, step) => ({ from: monthOf(today, 12, step), to: monthOf(today, 12, step + 1) }),
};

/** The first day of a period of so many months, as many periods away from the one of today. */
function monthOf(today: number, months: number, step: number): number {
  const { year, month } = toCalendarDate(today);
  const index = year * 12 + Math.floor((month - 1) / months) * months + step * months;
  return toDayNumber(Math.floor(index / 12), (index % 12) + 1, 1);
}

const steps = { last: -1, this: 0, next: 1 } as const;
const dayCounts = [7, 14, 30, 90, 365] as const;

/** By name. Weeks begin on Monday. The last and the next so many days include today. */
const relativeDays: ReadonlyMap<string, (today: number) => Days> = new Map([
  ...Object.entries({ yesterday: -1, today: 0, tomorrow: 1 }).map(
    ([name, step]) => [name, (today: number) => ({ from: today + step, to: today + step + 1 })] as const,
  ),
  ...Object.entries(steps).flatMap(([word, step]) =>
    Object.entries(periods).map(
      ([name, days]) => [`${word} ${name}`, (today: number) => days(today, step)] as const,
    ),
  ),
  ...dayCounts.flatMap((count) => [
    [`last ${count} days`, (today: number) => ({ from: today - count + 1, to: today + 1 })] as const,
    [`next ${count} days`, (today: number) => ({ from: today, to: today + count })] as const,
  ]),
]);

export const relativeNames: readonly string[] = [...relativeDays.keys()];

const nameOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .trim()
        .toLowerCase()
        .replaceAll(/[\s_+-]+/g, ' ')
    : '';

export function isRelative(value: unknown): boolean {
  return relativeDays.has(nameOf(value));
}

/** The first instant of a relative date, and the one after its last. Dates have no zone: theirs are days in UTC. */
export function parseRelativeRange(
  value: unknown,
  { now, zone }: Caller,
  kind: 'date' | 'instant',
): { from: string; to: string } | undefined {
  const days = relativeDays.get(nameOf(value));
  if (!days) return undefined;
  const { from, to } = days(toDay(zone, Math.floor(now.getTime() / 60_000)));
  const textOf = (day: number) =>
    kind === 'date'
      ? `${formatDate(day)}T00:00:00.000000Z`
      : new Date(minuteToMs(startOfDay(zone, day))).toISOString().replace('Z', '000Z');
  return { from: textOf(from), to: textOf(to) };
}
