import { getMonth } from './calendar.ts';

/** What a month shows of its available times, by local date. */
type TimesByDate = Readonly<Record<string, readonly unknown[]>>;

interface MonthChoice {
  readonly month: string;
  readonly date: string | null;
}

/** The date whose times are listed: the chosen one, else the first of the month that has any. */
export function getVisibleDate({ month, date }: MonthChoice, times: TimesByDate): string | null {
  if (date && getMonth(date) === month) return date;
  return listAvailableDates(month, times)[0] ?? null;
}

export function listAvailableDates(month: string, times: TimesByDate): string[] {
  return listDates(times).filter((date) => getMonth(date) === month);
}

/** The first date after another that has times. */
export function findNextDate(after: string, times: TimesByDate): string | undefined {
  return listDates(times).find((date) => date > after);
}

function listDates(times: TimesByDate): string[] {
  return Object.keys(times)
    .filter((date) => times[date]?.[0])
    .toSorted();
}
