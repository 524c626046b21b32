import { minutesPerDay, toClock } from '@daybook/booking/calendar';
import type { Locale } from '@daybook/booking/locale';
import type { PickWords } from '@daybook/booking/words/words';

/** Times of day as people type them. Pure, so that Node can test it. */

export type ClockWords = Pick<PickWords, 'am' | 'pm'>;

const typedClock = /^(\d{1,2})(?:\s*[:.,h]\s*(\d{2})|(\d{2}))?([^\d]*)$/;

/** What stands after an hour and adds nothing: `14 h`, `14 Uhr`. */
const fillers = ['', 'h', 'hs', 'uhr'];

/**
 * The time as `HH:MM`, for `14:30`, `14.30`, `14h30`, `1430`, `2:30 pm`, `230p` and `9`. On a 12-hour clock, an hour from 1 to 6
 * without am or pm is in the afternoon: few people meet before seven.
 */
export function parseTypedClock(
  text: string,
  words: ClockWords,
  { hour12 }: Pick<Locale, 'hour12'>,
): string | undefined {
  const match = typedClock.exec(toPlainText(text));
  if (!match) return undefined;
  const [, hours = '', minutes, more, rest = ''] = match;
  const half = findHalf(rest, words);
  if (half === undefined) return undefined;
  const hour = toHour(hours, half || (hour12 && /^[1-6]$/.test(hours) ? 'pm' : ''));
  const minute = Number(minutes ?? more ?? 0);
  return hour === undefined || minute > 59 ? undefined : toClock(hour * 60 + minute);
}

function findHalf(text: string, { am, pm }: ClockWords): 'am' | 'pm' | '' | undefined {
  const letters = toLetters(text);
  if (letters === 'a' || letters === 'am' || letters === toLetters(am)) return 'am';
  if (letters === 'p' || letters === 'pm' || letters === toLetters(pm)) return 'pm';
  return fillers.includes(letters) ? '' : undefined;
}

function toHour(hours: string, half: 'am' | 'pm' | ''): number | undefined {
  const hour = Number(hours);
  if (half === '') return hour < 24 ? hour : undefined;
  return hour < 1 || hour > 12 ? undefined : (hour % 12) + (half === 'pm' ? 12 : 0);
}

/** In lower case, with Latin digits, and without the marks that set the direction of writing. */
export function toPlainText(text: string): string {
  return text
    .replaceAll(/[\u200E\u200F\u061C\u2066-\u2069]/g, '')
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replaceAll(/[\u00A0\u202F]/g, ' ')
    .toLowerCase()
    .trim();
}

const toLetters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

/** The times of a day that are this many minutes apart. */
export function listClocks(stepMinutes: number): string[] {
  return Array.from({ length: minutesPerDay / stepMinutes }, (_, index) => toClock(index * stepMinutes));
}
