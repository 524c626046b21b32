import { floorToMinute, parseDate } from '@daybook/engine/dates';
import type { Range } from '@daybook/engine/ranges';
import { toDayRange } from '@daybook/engine/windows';
import type { Zone } from '@daybook/engine/zones';
import type { FieldErrors } from '../platform/problems.ts';

/** Whole days, both included; or instants, the end not included. */
export interface AbsenceTimes {
  readonly starts_on: string | null;
  readonly ends_on: string | null;
  readonly starts_at: string | null;
  readonly ends_at: string | null;
}

/** In minutes. The dates are days on the user's clock. */
export function toRange(times: AbsenceTimes, zone: Zone): Range {
  if (times.starts_on !== null && times.ends_on !== null) {
    return toDayRange(zone, parseDate(times.starts_on) ?? 0, parseDate(times.ends_on) ?? 0);
  }
  return {
    start: floorToMinute(Date.parse(times.starts_at ?? '')),
    end: floorToMinute(Date.parse(times.ends_at ?? '')),
  };
}

export function overlaps(a: Range, b: Range): boolean {
  return a.start < b.end && a.end > b.start;
}

/** As the wire names them, validated. */
export function toAbsenceTimes(start: string, end: string): AbsenceTimes {
  return isDate(start)
    ? { starts_on: start, ends_on: end, starts_at: null, ends_at: null }
    : { starts_on: null, ends_on: null, starts_at: start, ends_at: end };
}

export function getStart({ starts_on, starts_at }: AbsenceTimes): string {
  return starts_on ?? starts_at ?? '';
}

export function getEnd({ ends_on, ends_at }: AbsenceTimes): string {
  return ends_on ?? ends_at ?? '';
}

function isDate(text: string): boolean {
  return text.length === 10;
}

const longestDays = 731;
const wholeMinute = 'Must be at a whole minute.';

/** Either is missing when it could not be read. */
export function validateTimes(start: string | undefined, end: string | undefined): FieldErrors {
  const isUneven = (text: string | undefined) => text !== undefined && Date.parse(text) % 60_000 !== 0;
  const endError = start === undefined || end === undefined ? undefined : findEndProblem(start, end);
  const endErrors = [endError, isUneven(end) ? wholeMinute : undefined].filter((text) => text !== undefined);
  return {
    ...(isUneven(start) && { start: [wholeMinute] }),
    ...(endErrors.length > 0 && { end: endErrors }),
  };
}

function findEndProblem(start: string, end: string): string | undefined {
  if (isDate(start) !== isDate(end))
    return 'Must be a date if the start is a date, and a time if the start is a time.';
  const lengthMs = Date.parse(end) - Date.parse(start);
  if (isDate(start) ? lengthMs < 0 : lengthMs <= 0) return 'Must be after the start.';
  return lengthMs > longestDays * 86_400_000
    ? `Must be at most ${longestDays} days after the start.`
    : undefined;
}

const kindNames: Record<string, string> = {
  out_of_office: 'Out of office',
  vacation: 'Vacation',
  sick: 'Sick',
  parental: 'Parental leave',
  training: 'Training',
  travel: 'Travel',
  other: 'Away',
};

/** For those who may read it. */
export function getLabel({ kind, note }: { readonly kind: string; readonly note: string | null }): string {
  return note ?? kindNames[kind] ?? 'Away';
}
