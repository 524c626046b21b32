import type { weekdays } from '@daybook/contract/schedules';

export type Day = (typeof weekdays)[number];
/** `["09:00", "17:00"]`; the contract has made sure that ranges of a day are in order and don't overlap each other. */
export type Timeset = readonly [start: string, end: string];
/** All seven days, each with its ranges in order. */
export type WeeklyHours = Record<Day, readonly Timeset[]>;
/** Dates that differ from their weekday; an empty list is a date without availability. */
export type SpecialHours = Record<string, readonly Timeset[]>;

/** Dates, both included, on which the hours are on the clock of another place. */
export interface Trip {
  readonly startDate: string;
  readonly endDate: string;
  readonly timezone: string;
}

export function sortTrips(trips: readonly Trip[]): Trip[] {
  return trips.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));
}

type DayChange = { readonly day: Day; readonly timesets: readonly Timeset[] };
type DateChange = { readonly date: string; readonly timesets: readonly Timeset[] | null };

const closed: WeeklyHours = { Mon: [], Tue: [], Wed: [], Thu: [], Fri: [], Sat: [], Sun: [] };

const nineToFive: readonly Timeset[] = [['09:00', '17:00']];

/** What a new user starts with. */
export const workingHours: WeeklyHours = {
  ...closed,
  Mon: nineToFive,
  Tue: nineToFive,
  Wed: nineToFive,
  Thu: nineToFive,
  Fri: nineToFive,
};

/** A day that is not mentioned keeps its hours; without hours to keep, it is closed. */
export function mergeWeek(changes: readonly DayChange[] = [], kept: WeeklyHours = closed): WeeklyHours {
  const hours = { ...kept };
  for (const { day, timesets } of changes) hours[day] = inOrder(timesets);
  return hours;
}

/** A date that is not mentioned keeps its override; null takes it away. */
export function mergeDates(
  changes: readonly DateChange[] | null = [],
  kept: SpecialHours = {},
): SpecialHours {
  const hours = new Map(Object.entries(kept));
  for (const { date, timesets } of changes ?? []) {
    if (timesets === null) hours.delete(date);
    else hours.set(date, inOrder(timesets));
  }
  return Object.fromEntries([...hours].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** One request may name this many dates; many requests may not pile up more. */
export const maxDates = 1000;

export function hasTooManyDates(hours: SpecialHours): boolean {
  return Object.keys(hours).length > maxDates;
}

/** Why a schedule stays; undefined when it may go. */
export function findDeleteProblem(schedule: { is_default: boolean }, isUsed: boolean): string | undefined {
  if (schedule.is_default)
    return 'The default schedule can’t be deleted. Make another one the default first.';
  return isUsed
    ? 'A booking page uses this schedule. Choose another schedule for that page first.'
    : undefined;
}

function inOrder(timesets: readonly Timeset[]): Timeset[] {
  return timesets.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
