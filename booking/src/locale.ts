import type { PickWords, Plural, PluralRule } from './words/words.ts';
import { getCalendarDate } from './calendar.ts';

/** How dates and times are written for a visitor: the language decides the words, the region the clock and the week. */
export interface Locale {
  /** The value of `<html lang>`. */
  readonly tag: string;
  readonly region: string;
  readonly dir: 'ltr' | 'rtl';
  readonly hour12: boolean;
  /** 0 is Sunday. */
  readonly weekStartsOn: number;
}

/** Replaces each `{name}` by its value. */
export function interpolate(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

export function pluralize(
  words: PickWords,
  forms: Plural,
  n: number,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const form = forms[pluralRules[words.plural](n)] ?? forms.other;
  return interpolate(form, { n, ...values });
}

const pluralRules: Readonly<Record<PluralRule, (n: number) => keyof Plural>> = {
  one: (n) => (n === 1 ? 'one' : 'other'),
  oneAndZero: (n) => (n < 2 ? 'one' : 'other'),
  slavic: (n) =>
    n % 10 === 1 && n % 100 !== 11
      ? 'one'
      : n % 10 > 1 && n % 10 < 5 && !(n % 100 > 11 && n % 100 < 15)
        ? 'few'
        : 'many',
  arabic: (n) =>
    n === 1 ? 'one' : n === 2 ? 'two' : n % 100 > 2 && n % 100 < 11 ? 'few' : n % 100 > 10 ? 'many' : 'other',
};

/** `Tuesday, 17 November 2026` */
export function formatDate(words: PickWords, day: number, pattern: 'date' | 'dayMonth' = 'date'): string {
  const { year, month, dayOfMonth, weekday } = getCalendarDate(day);
  return interpolate(words[pattern], {
    weekday: words.weekdays[weekday] ?? '',
    day: dayOfMonth === 1 ? (words.firstOfMonth ?? 1) : dayOfMonth,
    month: words.months[month - 1] ?? '',
    year,
  });
}

export function formatMonth(words: PickWords, month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return capitalize(interpolate(words.monthYear, { month: words.months[number - 1] ?? '', year }));
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `9:30 am` or `09:30`, for `09:30`. */
export function formatLocalClock(words: PickWords, { hour12 }: Locale, clock: string): string {
  if (!hour12) return clock;
  const hours = Number(clock.slice(0, 2));
  const half = hours < 12 ? words.am : words.pm;
  return `${hours % 12 || 12}${clock.slice(2)} ${half}`;
}

/** `1 hour 30 minutes` */
export function formatDuration(words: PickWords, minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [
    ...(hours > 0 ? [pluralize(words, words.hours, hours)] : []),
    ...(rest > 0 ? [pluralize(words, words.minutes, rest)] : []),
  ].join(words.durationAnd ?? ' ');
}

/** `€49.00` or `49,00 €`. Only on the server: the data of browsers differ. */
export function formatMoney({ tag, region }: Locale, amount: string, currency: string): string {
  try {
    // oxlint-disable-next-line no-restricted-globals -- money has no zone
    const format = new Intl.NumberFormat(`${tag}-${region}-u-nu-latn`, { style: 'currency', currency });
    return format.format(Number(amount));
  } catch {
    return `${amount} ${currency}`.trim();
  }
}
