import type { Result } from '@daybook/client';

/** What the pages of absences decide. Pure, so that Node can test it. */

export type Absence = Result<'listAbsences'>['items'][number];
export type Conflict = Result<'readAbsence'>['conflicts'][number];
export type Holidays = Result<'readHolidays'>;
export type Kind = Absence['kind'];

export const kinds: readonly Kind[] = [
  'out_of_office',
  'vacation',
  'sick',
  'parental',
  'training',
  'travel',
  'other',
];

export const isAllDay = ({ start }: Pick<Absence, 'start'>): boolean => start.length === 10;

/** The days off that are worked all the same, once one of them was ticked or not. */
export function toggleException(except: readonly string[], date: string, isOff: boolean): string[] {
  const others = except.filter((each) => each !== date);
  return isOff ? others : [...others, date].sort();
}

const yearMs = 366 * 86_400_000;

/** Of the next twelve months: further ones are too many to read. */
export function filterNextDays(days: Holidays['days'], nowMs: number): Holidays['days'] {
  const until = new Date(nowMs + yearMs).toISOString().slice(0, 10);
  return days.filter(({ date }) => date <= until);
}
