// Dates are day numbers (days since 1970-01-01), clock times are minutes of the day, instants are minutes since the
// epoch in UTC. Plain integers: cheap to compare, impossible to hold a hidden zone.

export const MINUTES_PER_DAY = 1440;
const MS_PER_MINUTE = 60_000;

/** The day number of a calendar date; the proleptic Gregorian calendar, by era of 400 years. */
export function toDayNumber(year: number, month: number, dayOfMonth: number): number {
  // The year is taken to start in March, so that the leap day is its last day and month lengths follow one formula.
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const monthFromMarch = (month + 9) % 12;
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + dayOfMonth - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly dayOfMonth: number;
}

export function toCalendarDate(day: number): CalendarDate {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    dayOfMonth: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  };
}

/** 0 = Sunday ... 6 = Saturday. */
export function getWeekday(day: number): number {
  return modulo(day + 4, 7);
}

/** The Monday on or before a day: weeks run Monday to Sunday. */
export function getMonday(day: number): number {
  return day - modulo(day + 3, 7);
}

/** The first day of the month that a day is in, or of one that many months later. */
export function getFirstOfMonth(day: number, monthsLater = 0): number {
  const { year, month } = toCalendarDate(day);
  const months = year * 12 + (month - 1) + monthsLater;
  return toDayNumber(Math.floor(months / 12), modulo(months, 12) + 1, 1);
}

/** `YYYY-MM-DD` to a day number; undefined when it is no date of the calendar (2026-02-30). */
export function parseDate(text: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return undefined;
  const day = toDayNumber(Number(parts[1]), Number(parts[2]), Number(parts[3]));
  return formatDate(day) === text ? day : undefined;
}

export function formatDate(day: number): string {
  const { year, month, dayOfMonth } = toCalendarDate(day);
  return `${String(year).padStart(4, '0')}-${TWO_DIGITS[month]}-${TWO_DIGITS[dayOfMonth]}`;
}

/** `HH:mm` to minutes of the day; `24:00` is 1440, the end of the day. Undefined when it is no clock time. */
export function parseClock(text: string): number | undefined {
  const parts = /^(\d{2}):(\d{2})$/.exec(text);
  if (parts === null) return undefined;
  const hours = Number(parts[1]);
  const minutes = Number(parts[2]);
  if (minutes > 59 || hours > 24 || (hours === 24 && minutes > 0)) return undefined;
  return hours * 60 + minutes;
}

/** Minutes of the day (0 to 1440) to `HH:mm`. */
export function formatClock(minuteOfDay: number): string {
  const text = CLOCK_TEXTS[minuteOfDay];
  if (text === undefined) throw new RangeError(`${minuteOfDay} isn’t a minute of a day (0 to 1440).`);
  return text;
}

/** `+HH:MM`, `-HH:MM` or `Z` to minutes east of UTC. Undefined when it is no offset. */
export function parseOffset(text: string): number | undefined {
  if (text === 'Z') return 0;
  const parts = /^([+-])(\d{2}):(\d{2})$/.exec(text);
  if (parts === null || Number(parts[3]) > 59 || Number(parts[2]) > 23) return undefined;
  const minutes = Number(parts[2]) * 60 + Number(parts[3]);
  return parts[1] === '-' && minutes > 0 ? -minutes : minutes;
}

export function formatOffset(offsetMinutes: number): string {
  const size = Math.abs(offsetMinutes);
  return `${offsetMinutes < 0 ? '-' : '+'}${TWO_DIGITS[Math.floor(size / 60)]}:${TWO_DIGITS[size % 60]}`;
}

/** The minute in which a moment falls: for the start of something that takes time. */
export function floorToMinute(epochMs: number): number {
  return Math.floor(epochMs / MS_PER_MINUTE);
}

/** The first minute at or after a moment: for the end of something that takes time. */
export function ceilToMinute(epochMs: number): number {
  return Math.ceil(epochMs / MS_PER_MINUTE);
}

export function minuteToMs(minute: number): number {
  return minute * MS_PER_MINUTE;
}

/** The remainder that is never negative, also for dates before 1970. */
export function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}

const TWO_DIGITS = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));

/** Every clock text once: an answer of thousands of times then allocates none. */
export const CLOCK_TEXTS: readonly string[] = Array.from(
  { length: MINUTES_PER_DAY + 1 },
  (_, minute) => `${TWO_DIGITS[Math.floor(minute / 60)]}:${TWO_DIGITS[minute % 60]}`,
);
