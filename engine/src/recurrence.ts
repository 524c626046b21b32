// The days of a series. Its time of day is that of a clock, so that instants are found for each day by itself.

import { getFirstOfMonth, modulo, getWeekday } from './dates.ts';

export type Frequency = 'weekly' | 'biweekly' | 'monthly';

export function listOccurrenceDays(first: number, frequency: Frequency, count: number): number[] {
  return Array.from({ length: count }, (_, index) =>
    frequency === 'monthly'
      ? sameWeekdayOfMonth(first, index)
      : first + index * (frequency === 'weekly' ? 7 : 14),
  );
}

/** The second Tuesday stays the second Tuesday. A fifth one, which few months have, is the last. */
function sameWeekdayOfMonth(day: number, monthsLater: number): number {
  const week = Math.floor((day - getFirstOfMonth(day)) / 7);
  const month = getFirstOfMonth(day, monthsLater);
  const found = month + modulo(getWeekday(day) - getWeekday(month), 7) + week * 7;
  return found < getFirstOfMonth(day, monthsLater + 1) ? found : found - 7;
}
