import { addMonths, toIsoDate, parseDay, getLastDay, getMonth, getWeekday } from './calendar.ts';
import type { Locale } from './locale.ts';

/** The date that a key moves the focus to, as the ARIA pattern for date grids says; undefined for other keys. */
export function moveDateByKey(
  key: string,
  date: string,
  { dir, weekStartsOn }: Pick<Locale, 'dir' | 'weekStartsOn'>,
): string | undefined {
  const day = parseDay(date);
  const forward = dir === 'rtl' ? -1 : 1;
  const intoWeek = (getWeekday(day) - weekStartsOn + 7) % 7;
  const days: Readonly<Record<string, number>> = {
    ArrowRight: day + forward,
    ArrowLeft: day - forward,
    ArrowDown: day + 7,
    ArrowUp: day - 7,
    Home: day - intoWeek,
    End: day + 6 - intoWeek,
  };
  const target = days[key];
  if (target !== undefined) return toIsoDate(target);
  if (key === 'PageDown') return sameDay(date, 1);
  if (key === 'PageUp') return sameDay(date, -1);
  return undefined;
}

/** The same day of another month, or the last day of a shorter one. */
function sameDay(date: string, months: number): string {
  const month = addMonths(getMonth(date), months);
  return toIsoDate(Math.min(parseDay(`${month}-01`) + Number(date.slice(8)) - 1, getLastDay(month)));
}
