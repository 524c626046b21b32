// When a page may be booked at all: from how soon, until how late, and on which days no more.

import { getFirstOfMonth, ceilToMinute, floorToMinute, getMonday } from './dates.ts';
import { mergeRanges, type Range, type Ranges } from './ranges.ts';
import { toDay, startOfDay, getZoneOnDay, type Zone } from './zones.ts';

export type BookingWindow =
  | { readonly type: 'unlimited' }
  /** Today and this many days after it. */
  | { readonly type: 'rolling'; readonly days: number }
  /** Day numbers, both included. */
  | { readonly type: 'dates'; readonly firstDay: number; readonly lastDay: number };

const ALWAYS: Range = { start: -(2 ** 30), end: 2 ** 30 };

/** The instants at which a start is allowed. Days are those of the page's zone, so it is the same for every viewer. */
export function computeBookableRange(window: BookingWindow, nowMs: number, zone: Zone): Range {
  if (window.type === 'unlimited') return ALWAYS;
  const today = toDay(zone, floorToMinute(nowMs));
  const [firstDay, lastDay] =
    window.type === 'rolling' ? [today, today + window.days] : [window.firstDay, window.lastDay];
  return { start: startOfDay(zone, firstDay), end: startOfDay(zone, lastDay + 1) };
}

/** The first minute that is not too soon: after the notice, and never the running or a past minute. */
export function computeEarliestStart(nowMs: number, noticeMinutes: number): number {
  return Math.max(ceilToMinute(nowMs) + noticeMinutes, floorToMinute(nowMs) + 1);
}

/** Dates, both included, as instants. Of somebody who travels, each date is that of the place where they are. */
export function toDayRange(zone: Zone, firstDay: number, lastDay: number): Range {
  if (zone.zoneOn === undefined) {
    return { start: startOfDay(zone, firstDay), end: startOfDay(zone, lastDay + 1) };
  }
  const startOf = (day: number) => startOfDay(getZoneOnDay(zone, day), day);
  const endOf = (day: number) => startOfDay(getZoneOnDay(zone, day), day + 1);
  // Where places are more than a day apart, the second date can begin, and the last but one end, beyond the others.
  return {
    start: Math.min(startOf(firstDay), startOf(Math.min(firstDay + 1, lastDay))),
    end: Math.max(endOf(lastDay), endOf(Math.max(lastDay - 1, firstDay))),
  };
}

export interface Limit {
  /** Whose days are counted. Weeks run Monday to Sunday. */
  readonly zone: Zone;
  readonly perDay?: number | null | undefined;
  readonly perWeek?: number | null | undefined;
  readonly perMonth?: number | null | undefined;
  /** What one more event would add: itself, unless given, or its minutes. */
  readonly adds?: number | undefined;
  /** What is booked, by the day number on which it starts; of whole weeks and months where those are limited. */
  readonly bookedByDay: ReadonlyMap<number, number>;
}

/** The days of a window on which the limit is reached, as instants. */
export function listReachedRanges(limit: Limit | undefined, window: Range): Ranges {
  if (limit === undefined) return [];
  if (limit.perDay == null && limit.perWeek == null && limit.perMonth == null) return [];
  const flat: number[] = [];
  const lastDay = toDay(limit.zone, window.end);
  for (let day = toDay(limit.zone, window.start); day <= lastDay; day++) {
    if (isReached(limit, day)) flat.push(startOfDay(limit.zone, day), startOfDay(limit.zone, day + 1));
  }
  return mergeRanges(flat);
}

function isReached(limit: Limit, day: number): boolean {
  const { perDay, perWeek, perMonth, adds = 1, bookedByDay } = limit;
  const isOver = (most: number | null | undefined, first: number, end: number) =>
    most != null && bookedOn(bookedByDay, first, end) + adds > most;
  const monday = getMonday(day);
  if (isOver(perDay, day, day + 1) || isOver(perWeek, monday, monday + 7)) return true;
  return perMonth != null && isOver(perMonth, getFirstOfMonth(day), getFirstOfMonth(day, 1));
}

function bookedOn(bookedByDay: ReadonlyMap<number, number>, first: number, end: number): number {
  let booked = 0;
  for (let day = first; day < end; day++) booked += bookedByDay.get(day) ?? 0;
  return booked;
}
