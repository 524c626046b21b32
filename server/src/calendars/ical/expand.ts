import { MINUTES_PER_DAY } from '@daybook/engine/dates';
import type { Range } from '@daybook/engine/ranges';
import { toDayRange } from '@daybook/engine/windows';
import { toDay, toInstant, toWallTime, getZoneOnDay, type Zone } from '@daybook/engine/zones';
import {
  formatDate,
  type CalendarEvent,
  type CalendarStream,
  type UnreadableEvent,
  type UnreadablePart,
} from './events.ts';
import { createFileZones, type Zones } from './file-zones.ts';
import { assumeDuration, type Moment } from './moments.ts';
import { expandRule } from './rule.ts';

/**
 * Busy time out of calendar events. Rules run on the clock of their zone, and each occurrence is then turned into an instant by
 * our own zone table: so a meeting at nine stays at nine when the clock changes, whatever zone data a library has.
 */

export interface Occurrence extends Range {
  readonly event: CalendarEvent;
}

export interface Expansion {
  readonly occurrences: readonly Occurrence[];
  /** Events that may make nobody busy though they should, or for another time. */
  readonly unreadable: readonly UnreadableEvent[];
}

const secondsPerDay = 86_400;
/** What lasts for longer than calendars go ends with them. */
const lastMinute = Date.UTC(9999, 0) / 60_000;
/** For all rules of a file: thousands that are given up one by one would take minutes. The calendar says what was skipped. */
const limitMs = 15_000;
/** For how long others wait while a file is expanded. */
const sliceMs = 20;

/** `window` in epoch minutes; floating times and dates are those of `home`. */
export async function expandEvents(stream: CalendarStream, window: Range, home: Zone): Promise<Expansion> {
  let [workedMs, sliceBegan] = [0, performance.now()];
  const isLate = () => workedMs + performance.now() - sliceBegan > limitMs;
  const { zones, unknown } = createFileZones(stream, home, isLate);
  const unreadable = [...(stream.unreadable ?? [])];
  const occurrences: Occurrence[] = [];
  for (const events of bySeries(stream.events).values()) {
    if (performance.now() - sliceBegan > sliceMs) {
      workedMs += performance.now() - sliceBegan;
      await new Promise(setImmediate);
      sliceBegan = performance.now();
    }
    const expanded = expandReadable(events, window, zones, isLate);
    for (const occurrence of expanded.occurrences) occurrences.push(occurrence);
    const partOf = (event: CalendarEvent): UnreadablePart | null => {
      if (!expanded.isWhole && event.rules.length > 0) return 'recurrence';
      if (momentsOf(event).some(({ zone }) => zone !== null && unknown.has(zone))) return 'zone';
      return event.unreadable ?? (isBackwards(event, zones) ? 'end' : null);
    };
    unreadable.push(...listUnreadable(events, window, partOf));
  }
  return { occurrences, unreadable };
}

/** Rules that are broken, or would take too long, are left out: the first occurrence counts, and those that the file names. */
function expandReadable(
  events: readonly CalendarEvent[],
  window: Range,
  zones: Zones,
  isLate: () => boolean,
): { readonly occurrences: readonly Occurrence[]; readonly isWhole: boolean } {
  const has = (name: 'rules' | 'excludedRules') => events.some((event) => event[name].length > 0);
  const withoutExcluded = events.map((event) => ({ ...event, excludedRules: [] }));
  const withRules = has('excludedRules') ? [events, withoutExcluded] : [events];
  for (const readable of has('rules') && isLate() ? [] : withRules) {
    try {
      return { occurrences: expandSeries(readable, window, zones), isWhole: readable === events };
    } catch {
      // The next one has less that can be broken.
    }
  }
  const plain = withoutExcluded.map((event) => ({ ...event, rules: [] }));
  return { occurrences: expandSeries(plain, window, zones), isWhole: false };
}

function momentsOf({ start, end, recurrence, dates, excludedDates }: CalendarEvent): Moment[] {
  return [start, ...(end ? [end] : []), ...(recurrence ? [recurrence] : []), ...dates, ...excludedDates];
}

const isBackwards = (event: CalendarEvent, zones: Zones): boolean =>
  event.start.isDate
    ? wallLength(event) < 0
    : endOf(event, instantAt(event.start, zones), zones) < instantAt(event.start, zones);

/** Those that are over, cancelled or free matter to nobody. */
function listUnreadable(
  events: readonly CalendarEvent[],
  window: Range,
  partOf: (event: CalendarEvent) => UnreadablePart | null,
): UnreadableEvent[] {
  return events.flatMap((event) => {
    const { uid, start, rules, dates, isCancelled, isFree } = event;
    const part = partOf(event);
    const isOver = rules.length + dates.length === 0 && start.wall / 60 < window.start - MINUTES_PER_DAY;
    return part && !isCancelled && !isFree && !isOver ? [{ uid, part, date: formatDate(start) }] : [];
  });
}

/** When the first of what a file describes is, whether or not it is repeated. */
export function findFirstTime(stream: CalendarStream, home: Zone): Occurrence | undefined {
  const event = stream.events.find(({ recurrence }) => recurrence === null);
  if (!event) return undefined;
  const { zones } = createFileZones(stream, home);
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
  const first = masters[0]?.start;
  const replacements = events.flatMap((event) =>
    event.recurrence
      ? [{ ...event, recurrence: first ? likeStart(event.recurrence, first, zones) : event.recurrence }]
      : [],
  );
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
    const shift = Math.floor(event.start.wall / 60) - toWallTime(zone, from);
    const at = (start: number) =>
      instantAt({ ...event.start, wall: (toWallTime(zone, start) + shift) * 60 }, zones);
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
      const { end = null, duration = null, days = 0 } = date;
      return end || duration !== null
        ? [
            [
              instantAt(likeStart(date, event.start, zones), zones),
              { ...event, start: date, end, duration, days },
            ] as const,
          ]
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
  const from = toWallTime(zone, window.start - length) * 60 - secondsPerDay;
  const to = toWallTime(zone, window.end) * 60 + secondsPerDay;
  const walls = (rules: readonly string[]) =>
    rules.flatMap((rule) => expandRule(rule, event.start, { from, to, zone }));
  const at = (wall: number) => instantAt({ ...event.start, wall }, zones);
  const added = event.dates.map((date) => instantAt(likeStart(date, event.start, zones), zones));
  const excluded = new Set(walls(event.excludedRules).map(at));
  const excludedDays = new Set<number>();
  for (const date of event.excludedDates) {
    if (date.isDate && !event.start.isDate) excludedDays.add(Math.floor(date.wall / secondsPerDay));
    else excluded.add(instantAt(likeStart(date, event.start, zones), zones));
  }
  const isExcluded = (start: number): boolean =>
    excluded.has(start) || excludedDays.has(Math.floor(toWallTime(zone, start) / MINUTES_PER_DAY));
  const starts = new Set([...(event.rules.length === 0 ? [first] : walls(event.rules).map(at)), ...added]);
  return [...starts].filter((start) => !isExcluded(start));
}

/** What a file says about an occurrence of a series, as the series itself would say it. Calendars mix dates, times and zones. */
function likeStart(moment: Moment, start: Moment, zones: Zones): Moment {
  if (moment.isDate && !start.isDate) return { ...start, wall: moment.wall + (start.wall % secondsPerDay) };
  if (start.isDate) return moment.isDate ? moment : { ...start, wall: dayOf(moment, zones) * secondsPerDay };
  if (moment.zone === null) return { ...moment, zone: start.zone };
  return start.zone === null && moment.zone !== 'UTC' ? { ...moment, zone: null } : moment;
}

/** The date that a time means: the one that begins then where the reader is, else the one on its own clock. */
function dayOf(moment: Moment, zones: Zones): number {
  const wall = toWallTime(zones(null), instantAt(moment, zones));
  return wall % MINUTES_PER_DAY === 0 ? wall / MINUTES_PER_DAY : Math.floor(moment.wall / secondsPerDay);
}

/** Occurrences last as long as the first one does; days stay days when the clock changes in between. */
function occurrenceAt(event: CalendarEvent, start: number, zones: Zones): Occurrence {
  if (event.start.isDate) {
    const zone = zones(null);
    const days = Math.max(1, Math.ceil(wallLength(event) / secondsPerDay));
    const first = toDay(zone, start);
    return { start, end: toDayRange(zone, first, first + days - 1).end, event };
  }
  const end = endOf(event, start, zones);
  return {
    start,
    end: end < start ? endOf({ ...event, end: null, ...assumeDuration(event.start) }, start, zones) : end,
    event,
  };
}

/** Of an end, the exact time to it counts; of a duration, first its days on the clock, then the rest (RFC 5545, 3.3.6 and 3.8.5.3). */
function endOf(
  { start: first, end, days = 0, duration }: CalendarEvent,
  start: number,
  zones: Zones,
): number {
  if (end) return start + endAt(end, first, zones) - instantAt(first, zones);
  const wall = (toWallTime(zones(first.zone), start) + days * MINUTES_PER_DAY) * 60;
  const from = days === 0 ? start : instantAt({ ...first, wall }, zones);
  return from + Math.ceil((duration ?? 0) / 60);
}

function wallLength({ start, end, days = 0, duration }: CalendarEvent): number {
  if (end) return end.wall - start.wall;
  return days * secondsPerDay + (duration ?? (days === 0 ? secondsPerDay : 0));
}

/** An end without a zone is on the clock of the start. */
function endAt(end: Moment, start: Moment, zones: Zones): number {
  const at = instantAt({ ...end, zone: end.zone ?? start.zone }, zones);
  return at + (end.wall % 60 === 0 ? 0 : 1);
}

/** In epoch minutes; seconds are cut off. Without a zone, it is where the reader is on that date. */
function instantAt({ wall, zone }: Moment, zones: Zones): number {
  const place = zones(zone);
  const day = Math.floor(wall / secondsPerDay);
  return toInstant(zone === null ? getZoneOnDay(place, day) : place, Math.floor(wall / 60));
}
