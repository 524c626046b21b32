import ICAL from 'ical.js';
import { windowsZones } from './windows-zones.gen.ts';

/** What an iCalendar stream says about busy time, before any rule is expanded. */

/** A time as the file has it. Without a zone it floats: it is meant on the clock of whoever reads it. */
export interface Moment {
  /** Seconds since 1970 on the clock of the zone, as if that were UTC. */
  readonly wall: number;
  readonly zone: string | null;
  readonly isDate: boolean;
}

/** A date that is added to a series, which may last for another time than the others. */
interface AddedDate extends Moment {
  readonly end?: Moment;
  readonly duration?: number;
}

export interface CalendarEvent {
  readonly uid: string;
  /** Which occurrence of the series this replaces; null for the series itself. */
  readonly recurrence: Moment | null;
  /** It replaces all later ones as well (RANGE=THISANDFUTURE). */
  readonly isThisAndFuture: boolean;
  readonly start: Moment;
  readonly end: Moment | null;
  /** In seconds; days of a date count as 24 hours. Null without DURATION. */
  readonly duration: number | null;
  readonly rules: readonly string[];
  readonly excludedRules: readonly string[];
  readonly dates: readonly AddedDate[];
  readonly excludedDates: readonly Moment[];
  readonly isCancelled: boolean;
  readonly isTentative: boolean;
  readonly isFree: boolean;
  readonly isOutOfOffice: boolean;
  /** Addresses that declined, in lower case. */
  readonly declinedBy: readonly string[];
}

/** One change of the clock, or a yearly rule of them, as a VTIMEZONE states it. */
export interface Observance {
  readonly start: number;
  readonly offsetFrom: number;
  readonly offsetTo: number;
  readonly rule: string | null;
  readonly dates: readonly number[];
}

export interface CalendarStream {
  readonly events: readonly CalendarEvent[];
  /** Zones that the file defines under names that nobody else knows. */
  readonly zones: Readonly<Record<string, readonly Observance[]>>;
}

/** The text is no calendar at all. Its message is a sentence for the user. */
export class NotACalendarError extends Error {}

type Property = [name: string, params: Record<string, string | string[]>, type: string, ...values: unknown[]];
type Component = [name: string, properties: Property[], components: Component[]];

export function parseCalendar(text: string): CalendarStream {
  const calendars = parseComponents(text);
  const zones = Object.fromEntries(
    calendars.flatMap((calendar) =>
      childrenOf(calendar, 'vtimezone').flatMap(unlessBroken((zone) => [parseZone(zone)])),
    ),
  );
  const events = calendars.flatMap((calendar) => [
    ...childrenOf(calendar, 'vevent').flatMap(unlessBroken((component) => parseEvent(component) ?? [])),
    ...childrenOf(calendar, 'vfreebusy').flatMap(unlessBroken(parseFreeBusy)),
  ]);
  if (events.length > mostEvents) throw tooMany();
  return { events, zones };
}

/** One part that can not be read costs itself, not the others. */
function unlessBroken<T>(parse: (component: Component) => T | T[]): (component: Component) => T | T[] {
  return (component) => {
    try {
      return parse(component);
    } catch {
      return [];
    }
  };
}

/** More than anybody keeps. A file with more would take minutes. */
const mostEvents = 20_000;
const tooMany = (): Error => new NotACalendarError(`The calendar has more than ${mostEvents} entries.`);

function parseComponents(text: string): Component[] {
  if (!/^\s*BEGIN:VCALENDAR/i.test(text.replace(/^\uFEFF/, ''))) {
    throw new NotACalendarError('This is not a calendar: an iCalendar file begins with BEGIN:VCALENDAR.');
  }
  if ((text.match(/^BEGIN:VEVENT/gim)?.length ?? 0) > mostEvents) throw tooMany();
  const lines = readableLines(text);
  try {
    return componentsIn(lines);
  } catch {
    // One entry that can not be read costs itself, not the others.
    const found = partsIn(lines).flatMap((part) => {
      try {
        return componentsIn(`BEGIN:VCALENDAR\r\n${part}\r\nEND:VCALENDAR`);
      } catch {
        return [];
      }
    });
    if (found.length > 0) return found;
    throw new NotACalendarError(
      'The calendar can not be read: its parts do not begin and end as they should.',
    );
  }
}

/** Entries and zones, each from its beginning to its end. */
function partsIn(text: string): string[] {
  const parts: string[] = [];
  let part: string[] = [];
  for (const line of text.split('\r\n')) {
    if (/^BEGIN:(?:VEVENT|VFREEBUSY|VTIMEZONE)$/i.test(line)) part = [];
    part.push(line);
    if (/^END:(?:VEVENT|VFREEBUSY|VTIMEZONE)$/i.test(line)) parts.push(part.join('\r\n'));
  }
  return parts;
}

function componentsIn(text: string): Component[] {
  const parsed = ICAL.parse(text) as unknown as Component | Component[];
  return typeof parsed[0] === 'string' ? [parsed as Component] : (parsed as Component[]);
}

/** Lines that are neither `NAME:value` nor the rest of the line before: others read past them, and so do we. */
function readableLines(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => /^[ \t]|^[A-Za-z0-9-]+(?:;[^:]*)?:/.test(line))
    .join('\r\n');
}

function childrenOf([, , components]: Component, name: string): Component[] {
  return components.filter(([each]) => each === name);
}

function parseEvent([, properties]: Component): CalendarEvent | undefined {
  const all = (name: string) => properties.filter(([each]) => each === name);
  const one = (name: string) => all(name)[0];
  const text = (name: string) => String(one(name)?.[3] ?? '');
  const start = momentsOf(one('dtstart'))[0];
  if (!start) return undefined;
  const busyStatus = text('x-microsoft-cdo-busystatus').toUpperCase();
  const status = text('status').toUpperCase();
  return {
    uid: text('uid'),
    recurrence: momentsOf(one('recurrence-id'))[0] ?? null,
    isThisAndFuture: String(one('recurrence-id')?.[1]['range']).toUpperCase() === 'THISANDFUTURE',
    start,
    end: momentsOf(one('dtend'))[0] ?? null,
    duration: one('duration') ? secondsOf(text('duration')) : null,
    rules: all('rrule').map(ruleOf),
    excludedRules: all('exrule').map(ruleOf),
    dates: all('rdate').flatMap(periodsOf),
    excludedDates: all('exdate').flatMap(momentsOf),
    isCancelled: status === 'CANCELLED',
    isTentative: status === 'TENTATIVE' || busyStatus === 'TENTATIVE',
    isFree: text('transp').toUpperCase() === 'TRANSPARENT' || busyStatus === 'FREE',
    isOutOfOffice: busyStatus === 'OOF',
    declinedBy: all('attendee').flatMap(([, params, , address]) =>
      String(params['partstat']).toUpperCase() === 'DECLINED'
        ? [
            String(address)
              .replace(/^mailto:/i, '')
              .toLowerCase(),
          ]
        : [],
    ),
  };
}

/** An event whose length can not be read is still there. */
function secondsOf(duration: string): number | null {
  try {
    return ICAL.Duration.fromString(duration).toSeconds();
  } catch {
    return null;
  }
}

/** A calendar that says when its owner is busy, and with what not. Each time is an entry. */
function parseFreeBusy([, properties]: Component): CalendarEvent[] {
  return properties.flatMap((property) => {
    const [name, params] = property;
    const type = String(params['fbtype'] ?? 'BUSY').toUpperCase();
    if (name !== 'freebusy' || type === 'FREE') return [];
    return periodsOf(property).map((period) => ({
      ...plainEvent,
      start: period,
      end: period.end ?? null,
      duration: period.duration ?? null,
      isTentative: type === 'BUSY-TENTATIVE',
    }));
  });
}

const plainEvent = {
  uid: '',
  recurrence: null,
  isThisAndFuture: false,
  rules: [],
  excludedRules: [],
  dates: [],
  excludedDates: [],
  isCancelled: false,
  isFree: false,
  isOutOfOffice: false,
  declinedBy: [],
} satisfies Partial<CalendarEvent>;

/** EXRULE is not a type of ical.js, so its value stays text. */
function ruleOf([, , , value]: Property): string {
  return typeof value === 'string'
    ? value
    : ICAL.Recur.fromData(value as Parameters<typeof ICAL.Recur.fromData>[0]).toString();
}

/** Times, or periods with an end or a length. What is neither is left out. */
function periodsOf(property: Property): AddedDate[] {
  const [, params, , ...values] = property;
  return values.flatMap((value) => {
    const [from, to] = (Array.isArray(value) ? value : [value]).map(String);
    const start = momentOf(from ?? '', params['tzid']);
    if (!start || to === undefined) return start ?? [];
    const duration = /^[+-]?P/i.test(to) ? secondsOf(to) : null;
    if (duration !== null) return { ...start, duration };
    const end = momentOf(to, params['tzid']);
    return end ? { ...start, end } : start;
  });
}

/** A list of periods counts by its starts. Times that are none are left out. */
function momentsOf(property: Property | undefined): Moment[] {
  if (!property) return [];
  const [, params, , ...values] = property;
  return values.flatMap(
    (value) => momentOf(String(Array.isArray(value) ? value[0] : value), params['tzid']) ?? [],
  );
}

const momentPattern = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)(Z?))?$/;

function momentOf(text: string, tzid: string | string[] | undefined): Moment | undefined {
  const found = momentPattern.exec(text);
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  const isDate = found[4] === undefined;
  const wall =
    Date.UTC(year, month - 1, day, isDate ? 0 : hour, isDate ? 0 : minute, isDate ? 0 : second) / 1000;
  const zone = isDate ? null : found[7] === 'Z' ? 'UTC' : ((Array.isArray(tzid) ? tzid[0] : tzid) ?? null);
  return { wall, zone, isDate };
}

function parseZone([, properties, components]: Component): [string, Observance[]] {
  const tzid = String(properties.find(([name]) => name === 'tzid')?.[3] ?? '');
  return [tzid, components.flatMap((component) => parseObservance(component) ?? [])];
}

function parseObservance([, properties]: Component): Observance | undefined {
  const one = (name: string) => properties.find(([each]) => each === name);
  const start = momentsOf(one('dtstart'))[0];
  const [offsetFrom, offsetTo] = ['tzoffsetfrom', 'tzoffsetto'].map((name) => offsetOf(one(name)));
  if (!start || offsetFrom === undefined || offsetTo === undefined) return undefined;
  const rule = one('rrule');
  return {
    start: start.wall,
    offsetFrom,
    offsetTo,
    rule: rule ? ruleOf(rule) : null,
    dates: momentsOf(one('rdate')).map(({ wall }) => wall),
  };
}

/** Minutes east of UTC. */
function offsetOf(property: Property | undefined): number | undefined {
  const found = /^([+-])(\d\d):?(\d\d)/.exec(String(property?.[3] ?? ''));
  if (!found) return undefined;
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3]));
}

/** The names by which a TZID may be known: itself, its Windows name, the end of a path such as `/example.org/Europe/Berlin`. */
export function zoneNamesOf(tzid: string): string[] {
  const windows = windowsZones[tzid];
  const parts = tzid.split('/').filter(Boolean);
  return [tzid, ...(windows ? [windows] : []), parts.slice(-3).join('/'), parts.slice(-2).join('/')];
}
