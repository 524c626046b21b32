/** Calendar dates without a zone, as the engine has them: a day is a count from 1970-01-01. `Date` is used in UTC only. */

const dayMs = 86_400_000;
export const minutesPerDay = 1440;

export function parseDay(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / dayMs);
}

export function toIsoDate(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

export function isDate(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(parseDay(text)) && toIsoDate(parseDay(text)) === text
  );
}

/** 0 is Sunday. */
export function getWeekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

export function getMonth(date: string): string {
  return date.slice(0, 7);
}

export function isMonth(text: string): boolean {
  return /^\d{4}-\d\d$/.test(text) && isDate(`${text}-01`);
}

export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

export function getFirstDay(month: string): number {
  return parseDay(`${month}-01`);
}

export function getLastDay(month: string): number {
  return getFirstDay(addMonths(month, 1)) - 1;
}

/** The weeks of a month; null for days of other months. */
export function listWeeks(month: string, weekStartsOn: number): (number | null)[][] {
  const first = getFirstDay(month);
  const last = getLastDay(month);
  const start = first - ((getWeekday(first) - weekStartsOn + 7) % 7);
  const weeks: (number | null)[][] = [];
  for (let weekStart = start; weekStart <= last; weekStart += 7) {
    weeks.push(
      Array.from({ length: 7 }, (_, index) => {
        const day = weekStart + index;
        return day < first || day > last ? null : day;
      }),
    );
  }
  return weeks;
}

export function toClock(minuteOfDay: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minuteOfDay / 60))}:${two(minuteOfDay % 60)}`;
}

export function getCalendarDate(day: number) {
  const [year = 0, month = 1, dayOfMonth = 1] = toIsoDate(day).split('-').map(Number);
  return { year, month, dayOfMonth, weekday: getWeekday(day) };
}
