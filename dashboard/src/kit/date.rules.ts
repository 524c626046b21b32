import { getCalendarDate, getWeekday, isDate, parseDay, toIsoDate } from '@daybook/booking/calendar';
import type { Locale } from '@daybook/booking/locale';
import type { PickWords } from '@daybook/booking/words/words';
import { foldForSearch } from '@daybook/contract/folding.data';
import { parseTypedClock, toPlainText, type ClockWords } from './clock.rules.ts';

/** Dates as people type them. Pure, so that Node can test it. */

/** What a typed date is read by. Days are counts from 1970-01-01. */
export interface DateReader {
  readonly words: Pick<PickWords, 'months' | 'weekdays' | 'weekdaysShort'>;
  readonly locale: Pick<Locale, 'tag' | 'region'>;
  readonly today: number;
  /** The first day that is meant; a date without a year is not before it. */
  readonly min?: number | undefined;
}

/**
 * The date as `YYYY-MM-DD`, for `2026-11-17`, `17.11.`, `11/17/26`, `17 Nov`, `November 17, 2026`, `tomorrow`, `friday`, `+3` and
 * `17`, in the reader's language and order. Without a year, the date that is nearest to today.
 */
export function parseTypedDate(text: string, reader: DateReader): string | undefined {
  const typed = joinMonthName(foldForSearch(toPlainText(text)), reader);
  if (typed === '') return undefined;
  const day = parseRelative(typed, reader) ?? parseWeekday(typed, reader) ?? parseParts(typed, reader);
  return day === undefined ? undefined : toIsoDate(day);
}

/** Some months have names of two words, which are read as one: `كانون الثاني`. */
function joinMonthName(typed: string, { locale }: DateReader): string {
  const names = listMonthNames(`${locale.tag}-${locale.region}`).map(foldForSearch);
  const found = names.find((name) => name.includes(' ') && typed.includes(name));
  return found ? typed.replace(found, found.replaceAll(' ', '')) : typed;
}

function parseRelative(typed: string, { locale, today }: DateReader): number | undefined {
  const steps = /^([+-]\d{1,3})\s*(w?)/.exec(typed);
  if (steps?.[0] === typed) return today + Number(steps[1]) * (steps[2] ? 7 : 1);
  const distance = [0, 1, -1].find((each) =>
    [locale.tag, 'en'].some((tag) => typed.length > 2 && relativeName(tag, each).startsWith(typed)),
  );
  return distance === undefined ? undefined : today + distance;
}

/** `tomorrow` */
function relativeName(tag: string, days: number): string {
  // oxlint-disable-next-line no-restricted-globals -- words alone, which need no rules of zones
  return foldForSearch(new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(days, 'day'));
}

/** The next day of this name, in a week at the latest. */
function parseWeekday(typed: string, { words, today }: DateReader): number | undefined {
  const name = typed.replaceAll('.', '');
  if (!/^\p{L}{2,}/u.test(name) || /\d/.test(name)) return undefined;
  const weekday = [0, 1, 2, 3, 4, 5, 6].find((each) => isWeekday(name, each, words));
  return weekday === undefined ? undefined : today + 1 + ((weekday - getWeekday(today + 1) + 7) % 7);
}

function isWeekday(name: string, weekday: number, words: DateReader['words']): boolean {
  const names = [words.weekdays[weekday], words.weekdaysShort[weekday]].map((each) =>
    foldForSearch(each ?? '').replaceAll('.', ''),
  );
  return names.includes(name) || (name.length > 2 && (names[0] ?? '').startsWith(name));
}

interface Parts {
  readonly day: number;
  readonly month?: number | undefined;
  readonly year?: number | undefined;
}

function parseParts(typed: string, reader: DateReader): number | undefined {
  const tokens = typed.match(/\d+|\p{L}+/gu) ?? [];
  const numbers = tokens.filter((token) => /^\d/.test(token));
  const months = tokens.map((token) => findMonth(token, reader)).filter((month) => month !== undefined);
  // Short words are ordinals and prepositions: `1st`, `1er`, `17 de enero`.
  const isKnown = tokens.every(
    (token) =>
      /^\d{1,4}$/.test(token) ||
      token.length < 3 ||
      findMonth(token, reader) !== undefined ||
      [0, 1, 2, 3, 4, 5, 6].some((weekday) => isWeekday(token, weekday, reader.words)),
  );
  if (!isKnown || months.length > 1 || numbers.length === 0 || numbers.length > 3) return undefined;
  const parts = months.length === 1 ? partsByName(numbers, months[0]) : partsByOrder(numbers, reader);
  return parts && resolveDay(parts, reader);
}

/** The number of a month that is typed by its name or its beginning. */
function findMonth(token: string, { words, locale }: DateReader): number | undefined {
  if (/^\d/.test(token)) return undefined;
  const isNamed = (name: string): boolean => (token.length < 3 ? name === token : name.startsWith(token));
  const others = listMonthNames(`${locale.tag}-${locale.region}`);
  const index = words.months.findIndex((name, month) =>
    [name, others[month] ?? ''].some((each) => isNamed(foldForSearch(each).replaceAll(' ', ''))),
  );
  return index === -1 ? undefined : index + 1;
}

const monthNames = new Map<string, readonly string[]>();

/** Arabic has other names in some countries. */
function listMonthNames(tag: string): readonly string[] {
  const known = monthNames.get(tag);
  if (known) return known;
  // oxlint-disable-next-line no-restricted-globals -- names of months in UTC, which need no rules of zones
  const format = new Intl.DateTimeFormat(`${tag}-u-ca-gregory`, { month: 'long', timeZone: 'UTC' });
  const names = Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 15)));
  monthNames.set(tag, names);
  return names;
}

function partsByName(numbers: readonly string[], month: number | undefined): Parts | undefined {
  if (numbers.length > 2) return undefined;
  const isYearFirst = (numbers[0] ?? '').length === 4;
  const [day, year] = isYearFirst ? [numbers[1], numbers[0]] : numbers;
  return day === undefined ? undefined : { day: Number(day), month, year: toYear(year) };
}

function partsByOrder(numbers: readonly string[], { locale }: DateReader): Parts | undefined {
  const [first = '', second, third] = numbers;
  if (first.length === 4)
    return third ? { day: Number(third), month: Number(second), year: Number(first) } : undefined;
  if (second === undefined) return { day: Number(first) };
  const isDayFirst = isDayBeforeMonth(locale) ? Number(second) < 13 : Number(first) > 12;
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  return { day: Number(day), month: Number(month), year: toYear(third) };
}

function isDayBeforeMonth({ tag, region }: DateReader['locale']): boolean {
  // oxlint-disable-next-line no-restricted-globals -- the order of a date, which needs no rules of zones
  const format = new Intl.DateTimeFormat(`${tag}-${region}-u-ca-gregory`, { timeZone: 'UTC' });
  const kinds = format.formatToParts(0).map(({ type }) => type);
  return kinds.indexOf('day') < kinds.indexOf('month');
}

function toYear(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

function resolveDay({ day, month, year }: Parts, { today, min }: DateReader): number | undefined {
  const now = getCalendarDate(today);
  if (month !== undefined && month > 12) return undefined;
  if (year !== undefined) return toDay(year, month ?? 0, day);
  const candidates =
    month === undefined
      ? [0, 1, 2].map((ahead) => toDay(now.year, now.month + ahead, day))
      : [-1, 0, 1].map((ahead) => toDay(now.year + ahead, month, day));
  const first = month === undefined ? Math.max(today, min ?? today) : (min ?? Number.NEGATIVE_INFINITY);
  return candidates
    .filter((each): each is number => each !== undefined && each >= first)
    .toSorted((a, b) => Math.abs(a - today) - Math.abs(b - today))[0];
}

/** A month beyond December is one of the next year; undefined for a day that the month does not have. */
function toDay(year: number, month: number, day: number): number | undefined {
  const [inYear, inMonth] = month > 12 && month < 25 ? [year + 1, month - 12] : [year, month];
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = `${String(inYear).padStart(4, '0')}-${two(inMonth)}-${two(day)}`;
  return isDate(date) ? parseDay(date) : undefined;
}

export interface TypedMoment {
  readonly date: string;
  readonly clock: string;
}

/** A date and a time in one text: `17 Nov 2026, 14:30`, `tomorrow 2pm`. */
export function parseTypedMoment(
  text: string,
  reader: DateReader & { readonly words: ClockWords; readonly locale: Pick<Locale, 'hour12'> },
): TypedMoment | undefined {
  const typed = text.trim();
  const cuts = [...typed.matchAll(/[\s,،T]+/g)].map(({ index, 0: gap }) => [index, index + gap.length]);
  for (const [end = 0, begin = 0] of cuts) {
    const date = parseTypedDate(typed.slice(0, end), reader);
    const clock = parseTypedClock(typed.slice(begin), reader.words, reader.locale);
    // A bare number is a day or a year.
    if (date && clock && /[^\d]/.test(typed.slice(begin))) return { date, clock };
  }
  return undefined;
}
