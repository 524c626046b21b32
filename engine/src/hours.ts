// A schedule's hours: what each weekday offers, what single dates offer instead, and where on the time line that lies.

import { MINUTES_PER_DAY, parseClock, parseDate, getWeekday } from './dates.ts';
import { mergeRanges, type Ranges } from './ranges.ts';
import { toDay, toInstant, findSpan, getSpanEnd, getZoneOnDay, type Zone } from './zones.ts';

/** Pairs of minutes of the day, `[540, 1020]` for 09:00 to 17:00; 1440 as an end is midnight. */
export type DayHours = readonly (readonly [start: number, end: number])[];

export interface Hours {
  /** Seven entries, Sunday first. */
  readonly weekly: readonly DayHours[];
  /** Dates (day numbers) that differ; an empty list is a date without availability. */
  readonly special: ReadonlyMap<number, DayHours>;
}

type WireTimesets = readonly (readonly string[])[];

export interface WireHours {
  readonly weekly: readonly { readonly day: string; readonly timesets: WireTimesets }[];
  readonly special?: readonly { readonly date: string; readonly timesets: WireTimesets }[] | null | undefined;
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Hours from the form they have on the wire; throws a RangeError that names what can't be read. */
export function readHours(wire: WireHours): Hours {
  const weekly: DayHours[] = WEEKDAYS.map(() => []);
  for (const { day, timesets } of wire.weekly) {
    const weekday = WEEKDAYS.indexOf(day);
    if (weekday < 0) throw new RangeError(`"${day}" isn’t a weekday; use ${WEEKDAYS.join(', ')}.`);
    weekly[weekday] = readTimesets(timesets);
  }
  const special = new Map<number, DayHours>();
  for (const { date, timesets } of wire.special ?? []) {
    const day = parseDate(date);
    if (day === undefined) throw new RangeError(`"${date}" isn’t a date; use YYYY-MM-DD.`);
    special.set(day, readTimesets(timesets));
  }
  return { weekly, special };
}

function readTimesets(timesets: WireTimesets): DayHours {
  return timesets.map(([startText = '', endText = '']) => {
    const start = parseClock(startText);
    const end = parseClock(endText);
    if (start === undefined || end === undefined) {
      throw new RangeError(`"${startText}" to "${endText}" aren’t hours; use HH:mm.`);
    }
    return [start, end];
  });
}

export function getHours(hours: Hours, day: number): DayHours {
  return hours.special.get(day) ?? hours.weekly[getWeekday(day)] ?? [];
}

/**
 * The runs of hours that touch a window, each whole: hours of neighbouring days that meet at midnight are one run, and a
 * run that began before the window is followed back to its beginning. So what a run looks like never depends on the
 * window through which it is seen.
 */
export function listHourRuns(hours: Hours, zone: Zone, windowStart: number, windowEnd: number): Ranges {
  const flat: number[] = [];
  const steadyOffset = steadyOffsets(zone);
  // Somebody who travels can have hours of a date two days away: there are places 26 hours apart.
  const margin = zone.zoneOn === undefined ? 1 : 2;
  const lastDay = toDay(zone, windowEnd) + margin;
  for (let day = firstDayToRead(hours, toDay(zone, windowStart), margin); day <= lastDay; day++) {
    appendDay(flat, getHours(hours, day), zone, day, steadyOffset);
  }
  return touching(mergeRanges(flat), windowStart, windowEnd);
}

/** A host who is always open has no first day; so far back, the weekly restart of starts.ts is in sight for certain. */
const FARTHEST_LOOK_BACK_DAYS = 16;

function firstDayToRead(hours: Hours, windowDay: number, margin: number): number {
  let day = windowDay - margin;
  while (windowDay - day < FARTHEST_LOOK_BACK_DAYS && isOpenAllDay(getHours(hours, day))) day--;
  return day;
}

function isOpenAllDay(dayHours: DayHours): boolean {
  return dayHours.some(([start, end]) => start === 0 && end === MINUTES_PER_DAY) || closesGaps(dayHours);
}

/** Several ranges that together leave no minute of the day out. */
function closesGaps(dayHours: DayHours): boolean {
  if (dayHours.length < 2) return false;
  const merged = mergeRanges(dayHours.flat());
  return merged[0] === 0 && merged[1] === MINUTES_PER_DAY;
}

type SteadyOffset = (midnight: number) => number | undefined;

function appendDay(
  flat: number[],
  dayHours: DayHours,
  zone: Zone,
  day: number,
  steadyOffset: SteadyOffset,
): void {
  if (dayHours.length === 0) return;
  const midnight = day * MINUTES_PER_DAY;
  const offset = steadyOffset(midnight);
  const local = offset === undefined ? getZoneOnDay(zone, day) : zone;
  for (const [from, to] of dayHours) {
    if (from >= to) continue;
    const start = offset === undefined ? toInstant(local, midnight + from) : midnight + from - offset;
    const end = offset === undefined ? toInstant(local, midnight + to) : midnight + to - offset;
    if (start >= end) continue; // The clock skips these hours.
    // Meeting the run before it: joined here, so that the usual schedule needs no sorting afterwards.
    if (flat[flat.length - 1] === start) flat[flat.length - 1] = end;
    else flat.push(start, end);
  }
}

/** The one offset of a date far from any clock change: that is nearly every date, and it saves two searches per range. */
function steadyOffsets(zone: Zone): SteadyOffset {
  const margin = 2 * MINUTES_PER_DAY;
  let steadyFrom = 1;
  let steadyTo = 0;
  let offset = 0;
  return (midnight) => {
    if (midnight < steadyFrom || midnight >= steadyTo) {
      const span = findSpan(zone, midnight);
      steadyFrom = zone.spanStarts[span]! + margin;
      steadyTo = getSpanEnd(zone, span) - margin - MINUTES_PER_DAY;
      offset = zone.offsets[span]!;
    }
    return midnight >= steadyFrom && midnight < steadyTo ? offset : undefined;
  };
}

function touching(ranges: Ranges, start: number, end: number): Ranges {
  let from = 0;
  let to = ranges.length;
  while (from < to && ranges[from + 1]! <= start) from += 2;
  while (to > from && ranges[to - 2]! >= end) to -= 2;
  return from === 0 && to === ranges.length ? ranges : ranges.slice(from, to);
}
