import { yearsMessage } from '@daybook/contract/fields';
import { floorToMinute, parseDate } from '@daybook/engine/dates';
import { toDay, type Zone } from '@daybook/engine/zones';
import type { FieldErrors } from './problems.ts';

/** Dates as day numbers, both included. */
export interface Days {
  readonly first: number;
  readonly last: number;
}

/** The dates `from` and `to` in a zone. An instant stands for its date there; as an end it is not included itself. */
export function toDays({ from, to }: { readonly from: string; readonly to: string }, zone: Zone): Days {
  return { first: dayOf(from, zone, 0), last: dayOf(to, zone, 1) };
}

function dayOf(text: string, zone: Zone, minutesBefore: number): number {
  return parseDate(text) ?? toDay(zone, floorToMinute(Date.parse(text)) - minutesBefore);
}

/** No date of the wire is later, and none is before 1970, whose first day is 0. */
export const lastDay = parseDate('2399-12-31') ?? 0;

export function validateDays({ first, last }: Days, maxDays: number): FieldErrors {
  // An instant in those years can have another date in a zone.
  if (first < 0) return { from: [yearsMessage] };
  if (last > lastDay) return { to: [yearsMessage] };
  if (last < first) return { to: ['Must not be before `from`.'] };
  return last - first < maxDays ? {} : { to: [`The period can have at most ${maxDays} days.`] };
}
