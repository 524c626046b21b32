import { getCalendarDate, toClock, parseDay, minutesPerDay } from '@daybook/booking/calendar';
import {
  formatLocalClock,
  formatDate,
  formatDuration as durationIn,
  interpolate,
  formatMonth as monthIn,
} from '@daybook/booking/locale';
import { getCity, getOffset, formatUtcOffset, getSpans, type Spans } from '@daybook/booking/zones';
import { zoneNames } from '@daybook/contract/zone-names.gen';
import { createShortDateFormat } from './date-format.ts';
import { start } from './start.ts';
import { resolveWallTime } from './wall-time.ts';

/** Times as the reader reads them, by the server's clock and zone rules: a browser's may be wrong or years old. */

/** What a clock on a wall shows: a day as a count from 1970-01-01, and the time on it. */
export interface WallTime {
  readonly day: number;
  readonly clock: string;
}

const minuteMs = 60_000;
const skewMs = start.now - Date.now();

export const ownZone = start.session.timezone;

/** The server's time in milliseconds. */
export function getNow(): number {
  return Date.now() + skewMs;
}

const known = new Map<string, Spans>();

function spansIn(zone: string): Spans {
  const found = known.get(zone);
  if (found) return found;
  const index = (zoneNames as readonly string[]).indexOf(zone);
  const spans: Spans = index === -1 ? [[Number.NEGATIVE_INFINITY, 0]] : getSpans(start.zones, index);
  known.set(zone, spans);
  return spans;
}

export function toWallTime(instant: string | number, zone = ownZone): WallTime {
  const minute = Math.floor((typeof instant === 'number' ? instant : Date.parse(instant)) / minuteMs);
  const wall = minute + getOffset(spansIn(zone), minute);
  const day = Math.floor(wall / minutesPerDay);
  return { day, clock: toClock(wall - day * minutesPerDay) };
}

export function getToday(): number {
  return toWallTime(getNow()).day;
}

/** The instant at which a day begins for the reader, as the API takes it. */
export const startOfDay = (day: number): string => toInstant({ day, clock: '00:00' });

/** The instant at which the reader's clock shows a time. */
export const toInstantAt = (date: string, clock: string): string => toInstant({ day: parseDay(date), clock });

/** The instant at which the reader's clock shows this. */
export function toInstant({ day, clock }: WallTime): string {
  const wall = day * minutesPerDay + Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
  return new Date(resolveWallTime(spansIn(ownZone), wall) * minuteMs).toISOString();
}

export const startOfDate = (date: string): string => startOfDay(parseDay(date));
export const startAfterDate = (date: string): string => startOfDay(parseDay(date) + 1);

/** `09:30` or `9:30 am` */
export function formatTime(clock: string): string {
  return formatLocalClock(start.words, start.locale, clock);
}

/** `Tuesday, 17 November`, with the year if it is another one. */
export function formatDay(day: number): string {
  const isThisYear = getCalendarDate(day).year === getCalendarDate(getToday()).year;
  return formatDate(start.words, day, isThisYear ? 'dayMonth' : 'date');
}

/** `Tuesday, 17 November, 09:30` */
export function formatMoment(instant: string): string {
  const { day, clock } = toWallTime(instant);
  return `${formatDay(day)}, ${formatTime(clock)}`;
}

/** `17 Nov 2026, 09:30` */
export function formatShortMoment(instant: string): string {
  const { day, clock } = toWallTime(instant);
  return `${formatShortDate(day)}, ${formatTime(clock)}`;
}

/** `Tue 17` */
export function formatShortDay(day: number): string {
  const { weekday, dayOfMonth } = getCalendarDate(day);
  return `${start.words.weekdaysShort[weekday] ?? ''} ${dayOfMonth}`;
}

export function formatDuration(minutes: number): string {
  return durationIn(start.words, minutes);
}

/** `Berlin time` */
export function formatZone(zone: string): string {
  return interpolate(start.words.zoneTime, { city: getCity(zone) });
}

/** `17 Nov 2026` */
export const formatShortDate = createShortDateFormat(start.locale);

/** `UTC+1`, as it is now. */
export function formatZoneOffset(zone: string): string {
  return formatUtcOffset(getOffset(spansIn(zone), Math.floor(getNow() / minuteMs)));
}

/** When the clocks of a zone change next; undefined where they do not within a year. */
export function findNextClockChange(
  zone: string,
): { readonly day: number; readonly isForward: boolean } | undefined {
  const spans = spansIn(zone);
  const minute = Math.floor(getNow() / minuteMs);
  const next = spans.find(([from]) => from > minute);
  if (!next || next[0] > minute + 366 * minutesPerDay) return undefined;
  return { day: toWallTime(next[0] * minuteMs, zone).day, isForward: next[1] > getOffset(spans, minute) };
}

/** `17 November`, with the year if it is another one. */
export function formatDateOnly(day: number): string {
  const { year, month, dayOfMonth } = getCalendarDate(day);
  const text = interpolate(start.words.dayMonth, {
    weekday: '',
    day: dayOfMonth === 1 ? (start.words.firstOfMonth ?? 1) : dayOfMonth,
    month: start.words.months[month - 1] ?? '',
  }).replaceAll(/^[\s,،]+|[\s,،]+$/g, '');
  return year === getCalendarDate(getToday()).year ? text : `${text} ${year}`;
}

/** `November 2026` */
export function formatMonth(month: string): string {
  return monthIn(start.words, month);
}

/** `Tue 17 Nov`, with the year if it is another one. */
export function formatShortWeekday(day: number): string {
  const { year, month } = getCalendarDate(day);
  const name = [...(start.words.months[month - 1] ?? '')].slice(0, 3).join('');
  // Where it is narrow, the month goes to the next line.
  return [
    formatShortDay(day).replace(' ', '\u00A0'),
    name,
    ...(year === getCalendarDate(getToday()).year ? [] : [year]),
  ].join(' ');
}
