import { MINUTES_PER_DAY } from '@daybook/engine/dates';
import type { Range } from '@daybook/engine/ranges';
import { instantOf, makeZone, wallAt, type Zone } from '@daybook/engine/zones';
import { RRuleTemporal } from 'rrule-temporal';
import { findZone } from '../../platform/zones.ts';
import {
  zoneNamesOf,
  type CalendarEvent,
  type CalendarStream,
  type Moment,
  type Observance,
} from './events.ts';

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

/** Of one series in one window. Every second for a day is nobody's calendar. */
const maxOccurrences = 5_000;
const maxIterations = 20_000;
const secondsPerDay = 86_400;
/** What lasts for longer than calendars go ends with them. */
const lastMinute = Date.UTC(9999, 0) / 60_000;
/** For all rules of a file. Thousands of rules that are given up one by one would take minutes. */
const limitMs = 5_000;

/** `window` in epoch minutes; floating times and dates are those of `home`. */
export function expand(stream: CalendarStream, window: Range, home: Zone): Expansion {
  const deadline = performance.now() + limitMs;
  const zones = zonesOf(stream, home, deadline);
  const skipped: string[] = [];
  const occurrences = [...bySeries(stream.events)].flatMap(([uid, events]) => {
    try {
      if (performance.now() > deadline && events.some(({ rules }) => rules.length > 0))
        throw new Error('The rules of this file take too long.');
      return expandSeries(events, window, zones);
    } catch {
      skipped.push(uid);
      return [];
    }
  });
  return { occurrences, skipped };
}

/** When the first of what a file describes is, whether or not it is repeated. */
export function firstTime(stream: CalendarStream, home: Zone): Occurrence | undefined {
  const event = stream.events.find(({ recurrence }) => recurrence === null);
  if (!event) return undefined;
  const zones = zonesOf(stream, home);
  return occurrenceAt(event, instantAt(event.start, zones), zones);
}

type Zones = (name: string | null) => Zone;

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
  const replaced = new Set(replacements.map(({ recurrence }) => recurrence && instantAt(recurrence, zones)));
  const regular = masters.flatMap((master) =>
    startsOf(master, window, zones)
      .filter((start) => !replaced.has(start))
      .map((start) => occurrenceAt(master, start, zones)),
  );
  const moved = replacements.map((event) => occurrenceAt(event, instantAt(event.start, zones), zones));
  return [...regular, ...moved]
    .filter(({ start, end, event }) => !event.isCancelled && start < window.end && end > window.start)
    .map((occurrence) => ({ ...occurrence, end: Math.min(occurrence.end, lastMinute) }));
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

interface WallWindow {
  readonly from: number;
  readonly to: number;
  readonly zone: Zone;
}

/** What the clock shows at each occurrence, in seconds. Throws where the rule is broken or endless. */
function wallsOf(rule: string, start: Moment, { from, to, zone }: WallWindow): number[] {
  const until = /(?:^|;)UNTIL=(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?/i.exec(
    rule.replaceAll(/[-:]/g, ''),
  );
  const withoutUntil = rule.replace(/;?UNTIL=[^;]*/i, '').replace(/^;/, '');
  const series = new RRuleTemporal({
    rruleString: `RRULE:${withoutUntil}`,
    dtstart: utc(start.wall),
    ...(until && { until: utc(untilWall(until, zone)) }),
    includeDtstart: true,
    maxIterations,
    cache: false,
  });
  const found = series.between(new Date(from * 1000), new Date(to * 1000), true);
  if (found.length > maxOccurrences) throw new Error('The rule has too many occurrences.');
  return found.map(({ epochMilliseconds }) => epochMilliseconds / 1000);
}

/** The last moment of a rule on the clock of its zone. A date means the whole day. */
function untilWall(found: RegExpExecArray, zone: Zone): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  if (found[4] === undefined) return Date.UTC(year, month - 1, day) / 1000 + secondsPerDay - 1;
  const seconds = Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
  return found[7] ? wallAt(zone, Math.floor(seconds / 60)) * 60 + (seconds % 60) : seconds;
}

/** The wall clock, as the library takes a time: in UTC, which has no clock changes. */
function utc(seconds: number): { timeZoneId: string; toString(): string } {
  const text = new Date(seconds * 1000).toISOString().replace('Z', '+00:00[UTC]');
  return { timeZoneId: 'UTC', toString: () => text };
}

/** Occurrences last as long as the first one does; days stay days when the clock changes in between. */
function occurrenceAt(event: CalendarEvent, start: number, zones: Zones): Occurrence {
  if (event.start.isDate) {
    const zone = zones(null);
    const days = Math.max(1, Math.round(wallLength(event) / secondsPerDay));
    return { start, end: instantOf(zone, wallAt(zone, start) + days * MINUTES_PER_DAY), event };
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

/** In epoch minutes; seconds are cut off. */
function instantAt({ wall, zone }: Moment, zones: Zones): number {
  return instantOf(zones(zone), Math.floor(wall / 60));
}

/** A zone by its TZID: a name that is known, else the definition in the file, else the home zone. */
function zonesOf({ zones }: CalendarStream, home: Zone, deadline = Infinity): Zones {
  const known = new Map<string, Zone>();
  return (tzid) => {
    if (tzid === null) return home;
    const defined = () => (performance.now() > deadline ? undefined : definedZone(tzid, zones[tzid]));
    const found = known.get(tzid) ?? namedZone(tzid) ?? defined() ?? home;
    known.set(tzid, found);
    return found;
  };
}

function namedZone(tzid: string): Zone | undefined {
  for (const name of zoneNamesOf(tzid)) {
    const zone = findZone(name);
    if (zone) return zone;
  }
  return undefined;
}

const mostObservances = 500;
const definedFrom = Date.UTC(1970, 0) / 1000;
const definedTo = Date.UTC(2100, 0) / 1000;

/** The clock changes that a file defines itself. Undefined where it defines none that can be used. */
function definedZone(tzid: string, observances: readonly Observance[] | undefined): Zone | undefined {
  if (!observances || observances.length === 0 || observances.length > mostObservances) return undefined;
  const changes = observances.flatMap((observance) =>
    onsetsOf(observance).map((wall) => ({
      at: Math.floor(wall / 60) - observance.offsetFrom,
      from: observance.offsetFrom,
      to: observance.offsetTo,
    })),
  );
  const ordered = changes.toSorted((a, b) => a.at - b.at);
  const [first] = ordered;
  if (!first) return undefined;
  return makeZone(
    tzid,
    ordered.map(({ at }) => at),
    [first.from, ...ordered.map(({ to }) => to)],
  );
}

function onsetsOf({ start, rule, dates }: Observance): number[] {
  if (rule === null) return [start, ...dates];
  // Files of Outlook begin in 1601; the same day and time of a later year gives the same rule with less work.
  const began = new Date(start * 1000);
  if (began.getUTCFullYear() < 1970) began.setUTCFullYear(1970);
  const first: Moment = { wall: began.getTime() / 1000, zone: 'UTC', isDate: false };
  return [...wallsOf(rule, first, { from: definedFrom, to: definedTo, zone: utcZone }), ...dates];
}

const utcZone = makeZone('UTC', [], [0]);
