/** Calendar dates without a zone, as the engine has them: a day is a count from 1970-01-01. `Date` is used in UTC only. */

const dayMs = 86_400_000;
export const minutesPerDay = 1440;

export function dayOf(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / dayMs);
}

export function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(dayOf(text)) && dateOf(dayOf(text)) === text;
}

/** 0 is Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

export function monthOf(date: string): string {
  return date.slice(0, 7);
}

export function isMonth(text: string): boolean {
  return /^\d{4}-\d\d$/.test(text) && isDate(`${text}-01`);
}

export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

export function firstDay(month: string): number {
  return dayOf(`${month}-01`);
}

export function lastDay(month: string): number {
  return firstDay(addMonths(month, 1)) - 1;
}

/** The weeks of a month; null for days of other months. */
export function weeksOf(month: string, weekStartsOn: number): (number | null)[][] {
  const first = firstDay(month);
  const last = lastDay(month);
  const start = first - ((weekdayOf(first) - weekStartsOn + 7) % 7);
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

export function clockOf(minuteOfDay: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minuteOfDay / 60))}:${two(minuteOfDay % 60)}`;
}

export function calendarDateOf(day: number) {
  const [year = 0, month = 1, dayOfMonth = 1] = dateOf(day).split('-').map(Number);
  return { year, month, dayOfMonth, weekday: weekdayOf(day) };
}
