import { MINUTES_PER_DAY } from '@daybook/engine/dates';
import type { Range } from '@daybook/engine/ranges';
import { rangeOfDays } from '@daybook/engine/windows';
import { dayAt, instantOf, wallAt, zoneOn, type Zone } from '@daybook/engine/zones';
import type { CalendarEvent, CalendarStream, Moment } from './events.ts';
import { zonesOf, type Zones } from './file-zones.ts';
import { wallsOf } from './rule.ts';

/**
 * Busy time out of calendar events. Rules run on the clock of their zone, and each occurrence is then turned into an instant by
 * our own zone table: so a meeting at nine stays at nine when the clock changes, whatever zone data a library has.
 */

export interface Occurrence extends Range {
  readonly event: CalendarEvent;
}

export interface Expansion {
  readonly occurrences: readonly Occurrence[];
  /** Series that were given up, since their rule is broken or has no end of work. */
  readonly skipped: readonly string[];
}

const secondsPerDay = 86_400;
/** What lasts for longer than calendars go ends with them. */
const lastMinute = Date.UTC(9999, 0) / 60_000;
/** For all rules of a file: thousands that are given up one by one would take minutes. The calendar says what was skipped. */
const limitMs = 15_000;
/** For how long others wait while a file is expanded. */
const sliceMs = 20;

/** `window` in epoch minutes; floating times and dates are those of `home`. */
export async function expand(stream: CalendarStream, window: Range, home: Zone): Promise<Expansion> {
  let [workedMs, sliceBegan] = [0, performance.now()];
  const workMs = () => workedMs + performance.now() - sliceBegan;
  const zones = zonesOf(stream, home, () => workMs() > limitMs);
  const skipped: string[] = [];
  const occurrences: Occurrence[] = [];
  for (const [uid, events] of bySeries(stream.events)) {
    if (performance.now() - sliceBegan > sliceMs) {
      workedMs = workMs();
      await new Promise(setImmediate);
      sliceBegan = performance.now();
    }
    try {
      if (workMs() > limitMs && events.some(({ rules }) => rules.length > 0))
        throw new Error('The rules of this file take too long.');
      for (const occurrence of expandSeries(events, window, zones)) occurrences.push(occurrence);
    } catch {
      skipped.push(uid);
    }
  }
  return { occurrences, skipped };
}

/** When the first of what a file describes is, whether or not it is repeated. */
export function firstTime(stream: CalendarStream, home: Zone): Occurrence | undefined {
  const event = stream.events.find(({ recurrence }) => recurrence === null);
  if (!event) return undefined;
  const zones = zonesOf(stream, home);
  return occurrenceAt(event, instantAt(event.start, zones), zones);
}

function bySeries(events: readonly CalendarEvent[]): Map<string, CalendarEvent[]> {
  const series = new Map<string, CalendarEvent[]>();
  events.forEach((event, index) => {
    const key = event.uid || `without uid ${index}`;
    const known = series.get(key);
    if (known) known.push(event);
    else series.set(key, [event]);
  });
  return series;
}

/** A series and what replaces its occurrences, in whatever order the file has them. */
function expandSeries(events: readonly CalendarEvent[], window: Range, zones: Zones): Occurrence[] {
  const masters = events.filter(({ recurrence }) => recurrence === null);
  const replacements = events.filter(({ recurrence }) => recurrence !== null);
  const changes = masters.length > 0 ? changesOf(replacements, zones) : [];
  const single = replacements.filter((event) => !changes.some((change) => change.event === event));
  const replaced = new Set(single.map(({ recurrence }) => recurrence && instantAt(recurrence, zones)));
  const reach = Math.max(0, ...changes.map(({ reach: minutes }) => minutes));
  const wider = { start: window.start - reach, end: window.end + reach };
  const regular = masters.flatMap((master) => {
    const periods = periodsOf(master, zones);
    return startsOf(master, wider, zones)
      .filter((start) => !replaced.has(start))
      .map((start) => {
        const change = changes.findLast(({ from }) => from <= start);
        return change ? change.occurrenceAt(start) : occurrenceAt(periods.get(start) ?? master, start, zones);
      });
  });
  const moved = single.map((event) => occurrenceAt(event, instantAt(event.start, zones), zones));
  return [...regular, ...moved]
    .filter(({ start, end, event }) => !event.isCancelled && start < window.end && end > window.start)
    .map((occurrence) => ({ ...occurrence, end: Math.min(occurrence.end, lastMinute) }));
}

/** What an occurrence and all after it became. */
interface Change {
  readonly event: CalendarEvent;
  readonly from: number;
  /** By how many minutes occurrences can reach out of where they were. */
  readonly reach: number;
  occurrenceAt(start: number): Occurrence;
}

/** In the order of what they change. Each moves occurrences by as much as its own, on the clock. */
function changesOf(events: readonly CalendarEvent[], zones: Zones): Change[] {
  const changes = events.flatMap((event): Change[] => {
    if (!event.recurrence || !event.isThisAndFuture) return [];
    const from = instantAt(event.recurrence, zones);
    const zone = zones(event.start.zone);
    const shift = Math.floor(event.start.wall / 60) - wallAt(zone, from);
    const at = (start: number) =>
      instantAt({ ...event.start, wall: (wallAt(zone, start) + shift) * 60 }, zones);
    const own = occurrenceAt(event, instantAt(event.start, zones), zones);
    const reach = Math.abs(shift) + own.end - own.start + MINUTES_PER_DAY;
    return [{ event, from, reach, occurrenceAt: (start) => occurrenceAt(event, at(start), zones) }];
  });
  return changes.toSorted((a, b) => a.from - b.from);
}

/** Dates that were added with a length of their own, by their starts. */
function periodsOf(event: CalendarEvent, zones: Zones): Map<number, CalendarEvent> {
  return new Map(
    event.dates.flatMap((date) => {
      const { end = null, duration = null } = date;
      return end || duration !== null
        ? [[instantAt(date, zones), { ...event, start: date, end, duration }] as const]
        : [];
    }),
  );
}

/** Every start of a series that can reach into the window, in epoch minutes. */
function startsOf(event: CalendarEvent, window: Range, zones: Zones): number[] {
  const first = instantAt(event.start, zones);
  if (event.rules.length === 0 && event.dates.length === 0) return [first];
  const length = occurrenceAt(event, first, zones).end - first;
  const zone = zones(event.start.zone);
  const from = wallAt(zone, window.start - length) * 60 - secondsPerDay;
  const to = wallAt(zone, window.end) * 60 + secondsPerDay;
  const walls = (rules: readonly string[]) =>
    rules.flatMap((rule) => wallsOf(rule, event.start, { from, to, zone }));
  const at = (wall: number) => instantAt({ ...event.start, wall }, zones);
  const added = event.dates.map((date) => instantAt(sameClock(date, event.start), zones));
  const excluded = new Set(walls(event.excludedRules).map(at));
  const excludedDays = new Set<number>();
  for (const date of event.excludedDates) {
    if (date.isDate && !event.start.isDate) excludedDays.add(Math.floor(date.wall / secondsPerDay));
    else excluded.add(instantAt(date, zones));
  }
  const isExcluded = (start: number): boolean =>
    excluded.has(start) || excludedDays.has(Math.floor(wallAt(zone, start) / MINUTES_PER_DAY));
  const starts = new Set([...(event.rules.length === 0 ? [first] : walls(event.rules).map(at)), ...added]);
  return [...starts].filter((start) => !isExcluded(start));
}

/** A date that is added to a series of times happens at the time of the series. */
function sameClock(date: Moment, start: Moment): Moment {
  if (!date.isDate || start.isDate) return date;
  return { ...start, wall: date.wall + (start.wall % secondsPerDay) };
}

/** Occurrences last as long as the first one does; days stay days when the clock changes in between. */
function occurrenceAt(event: CalendarEvent, start: number, zones: Zones): Occurrence {
  if (event.start.isDate) {
    const zone = zones(null);
    const days = Math.max(1, Math.round(wallLength(event) / secondsPerDay));
    const first = dayAt(zone, start);
    return { start, end: rangeOfDays(zone, first, first + days - 1).end, event };
  }
  const first = instantAt(event.start, zones);
  const length = event.end
    ? Math.ceil(endAt(event.end, zones)) - first
    : Math.ceil((event.duration ?? 0) / 60);
  return { start, end: start + Math.max(0, length), event };
}

function wallLength({ start, end, duration }: CalendarEvent): number {
  return end ? end.wall - start.wall : (duration ?? secondsPerDay);
}

function endAt(moment: Moment, zones: Zones): number {
  return instantAt(moment, zones) + (moment.wall % 60 === 0 ? 0 : 1);
}

/** In epoch minutes; seconds are cut off. Without a zone, it is where the reader is on that date. */
function instantAt({ wall, zone }: Moment, zones: Zones): number {
  const place = zones(zone);
  const day = Math.floor(wall / secondsPerDay);
  return instantOf(zone === null ? zoneOn(place, day) : place, Math.floor(wall / 60));
}
