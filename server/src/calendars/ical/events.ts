import { unescapeText } from '../../platform/icalendar.ts';
import { NotACalendarError, parseComponents, type Component, type Property } from './components.ts';
import {
  assumeDuration,
  parseDuration,
  parseMoments,
  parseOffset,
  parsePeriods,
  type AddedDate,
  type Duration,
  type Moment,
} from './moments.ts';

/** What an iCalendar stream says about busy time, before any rule is expanded. */

export interface CalendarEvent extends Duration {
  readonly uid: string;
  /** Which occurrence of the series this replaces; null for the series itself. */
  readonly recurrence: Moment | null;
  /** It replaces all later ones as well (RANGE=THISANDFUTURE). */
  readonly isThisAndFuture: boolean;
  /** Higher with each change by its organizer. */
  readonly sequence?: number;
  readonly start: Moment;
  readonly end: Moment | null;
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
  /** What of it can't be read. The rest counts. */
  readonly unreadable?: UnreadablePart | null;
}

/** `file`: an event that does not begin or end as it should. */
export type UnreadablePart = 'start' | 'end' | 'recurrence' | 'zone' | 'file';

/** An event that may make nobody busy though it should, or for another time. */
export interface UnreadableEvent {
  readonly uid: string;
  readonly part: UnreadablePart;
  /** On the clock of its zone; null where its start can't be read. */
  readonly date: string | null;
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
  /** The names by which others know zones of the file. */
  readonly zoneNames?: Readonly<Record<string, string>>;
  /** Of which no event could be made. Absent in what was stored before it was looked for. */
  readonly unreadable?: readonly UnreadableEvent[];
}

/** More than anybody keeps. A file with more would take minutes. */
const maxEvents = 20_000;

export function parseCalendar(text: string): CalendarStream {
  const begun = text.match(/^[ \t]*BEGIN:VEVENT/gim)?.length ?? 0;
  if (begun > maxEvents) throw tooMany();
  const parts = parseParts(text);
  const found = parts.flatMap((calendar) => parseEvents(calendar));
  const entries = parts.flatMap(({ components }) => named(components, 'vevent'));
  const events = latestRevisions(found.flatMap((each) => ('start' in each ? [each] : [])));
  if (events.length > maxEvents) throw tooMany();
  const lost = Array.from({ length: Math.max(0, begun - entries.length) }, () => missing('file'));
  const zones = parts.flatMap(({ components }) => named(components, 'vtimezone').map(parseZone));
  return {
    events,
    zones: Object.fromEntries(zones.map(({ tzid, observances }) => [tzid, observances])),
    zoneNames: Object.fromEntries(zones.flatMap(({ tzid, name }) => (name ? [[tzid, name]] : []))),
    unreadable: [...found.flatMap((each) => ('part' in each ? [each] : [])), ...lost],
  };
}

const tooMany = (): Error => new NotACalendarError(`The calendar has more than ${maxEvents} entries.`);

/** Each event of a file, with all that it says. */
export function parseCalendarEvents(text: string): Component[] {
  return parseParts(text).flatMap(({ components }) => named(components, 'vevent'));
}

/** Calendars, and what is beside them: events count there as well. */
function parseParts(text: string): Component[] {
  const calendars = parseComponents(text);
  return [...calendars, { name: '', properties: [], components: calendars }];
}

function named(components: readonly Component[], name: string): Component[] {
  return components.filter((component) => component.name === name);
}

const missing = (part: UnreadablePart, uid = '', date: string | null = null): UnreadableEvent => ({
  uid,
  part,
  date,
});

type ParsedEvent = CalendarEvent | UnreadableEvent;

function parseEvents({ properties, components }: Component): ParsedEvent[] {
  // A message that takes events back, which some servers keep as it came.
  const isTakenBack = properties.some(
    ({ name, value }) => name === 'method' && value.trim().toUpperCase() === 'CANCEL',
  );
  return [
    ...named(components, 'vevent').flatMap((component) => parseEvent(component, isTakenBack)),
    ...named(components, 'vfreebusy').flatMap(parseFreeBusy),
  ];
}

/** An event without a start that can be read is named, if it could make somebody busy. Of any other, what can be read counts. */
function parseEvent({ properties }: Component, isTakenBack: boolean): ParsedEvent[] {
  const all = (name: string) => properties.filter((property) => property.name === name);
  const text = (name: string) => all(name)[0]?.value.trim() ?? '';
  const uid = unescapeText(text('uid'));
  const busyStatus = text('x-microsoft-cdo-busystatus').toUpperCase();
  const status = text('status').toUpperCase();
  const isCancelled = isTakenBack || status === 'CANCELLED';
  const isFree = text('transp').toUpperCase() === 'TRANSPARENT' || busyStatus === 'FREE';
  const [start] = parseMoments(all('dtstart')).values;
  const [recurrence] = parseMoments(all('recurrence-id')).values;
  if (!start)
    return isCancelled || isFree ? [] : [missing('start', uid, recurrence ? formatDate(recurrence) : null)];
  const length = parseLength(all('dtend'), all('duration'), start);
  const dates = parsePeriods(all('rdate'));
  const excludedDates = parseMoments(all('exdate'));
  const isLoose = recurrence === undefined && all('recurrence-id').length > 0;
  const isUnclear = isLoose || dates.unreadable + excludedDates.unreadable > 0;
  return [
    {
      // One that replaces nobody knows which occurrence stands for itself.
      uid: isLoose ? '' : uid,
      recurrence: recurrence ?? null,
      isThisAndFuture: all('recurrence-id')[0]?.params['range']?.toUpperCase() === 'THISANDFUTURE',
      sequence: Number.parseInt(text('sequence'), 10) || 0,
      start,
      ...length,
      rules: all('rrule').map(({ value }) => value),
      excludedRules: all('exrule').map(({ value }) => value),
      dates: dates.values,
      excludedDates: excludedDates.values,
      isCancelled,
      isTentative: status === 'TENTATIVE' || busyStatus === 'TENTATIVE',
      isFree,
      isOutOfOffice: busyStatus === 'OOF',
      declinedBy: all('attendee').flatMap(addressesOfDeclined),
      unreadable: length.unreadable ?? (isUnclear ? 'recurrence' : null),
    },
  ];
}

function parseLength(
  ends: readonly Property[],
  durations: readonly Property[],
  start: Moment,
): Pick<CalendarEvent, 'end' | 'days' | 'duration' | 'unreadable'> {
  const [end] = parseMoments(ends).values;
  if (end) return { end, duration: null };
  const [duration] = durations.flatMap(({ value }) => parseDuration(value) ?? []);
  if (duration) return { end: null, ...duration };
  return ends.length + durations.length === 0
    ? { end: null, duration: null }
    : { end: null, ...assumeDuration(start), unreadable: 'end' };
}

/** Calendars of Apple name people by a path of their server, and their address beside it. */
function addressesOfDeclined({ params, value }: Property): string[] {
  if (params['partstat']?.toUpperCase() !== 'DECLINED') return [];
  return [value, params['email'] ?? '']
    .map((address) =>
      address
        .trim()
        .replace(/^mailto:/i, '')
        .toLowerCase(),
    )
    .filter((address) => address.includes('@'));
}

/** A calendar that says when its owner is busy, and with what not. Each time is an entry. */
function parseFreeBusy({ properties }: Component): ParsedEvent[] {
  return properties.flatMap((property): ParsedEvent[] => {
    const type = property.params['fbtype']?.toUpperCase() ?? 'BUSY';
    if (property.name !== 'freebusy' || type === 'FREE') return [];
    const { values, unreadable } = parsePeriods([property]);
    return [
      ...values.map(({ end = null, duration = null, days = 0, ...start }) => ({
        ...plainEvent,
        start,
        end,
        duration,
        days,
        isTentative: type === 'BUSY-TENTATIVE',
      })),
      ...Array.from({ length: unreadable }, () => missing('start')),
    ];
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

/** On the clock of its zone. */
export const formatDate = ({ wall }: Moment): string => new Date(wall * 1000).toISOString().slice(0, 10);

/** Of an event or an occurrence that a file has in several revisions, the latest counts. Those of the same number all do. */
function latestRevisions(events: readonly CalendarEvent[]): CalendarEvent[] {
  const keyOf = ({ uid, recurrence }: CalendarEvent): string =>
    `${recurrence ? `${recurrence.wall} ${recurrence.zone}` : ''} ${uid}`;
  const latest = new Map<string, number>();
  for (const event of events)
    latest.set(keyOf(event), Math.max(latest.get(keyOf(event)) ?? 0, event.sequence ?? 0));
  return events.filter((event) => event.uid === '' || (event.sequence ?? 0) === latest.get(keyOf(event)));
}

interface ParsedZone {
  readonly tzid: string;
  readonly observances: readonly Observance[];
  /** What everybody calls it, which Evolution, Mozilla and Apple write beside a name of their own. */
  readonly name: string | undefined;
}

function parseZone({ properties, components }: Component): ParsedZone {
  const text = (name: string) => properties.find((property) => property.name === name)?.value.trim();
  return {
    tzid: text('tzid') ?? '',
    observances: components.flatMap((component) => parseObservance(component) ?? []),
    name: text('x-lic-location'),
  };
}

function parseObservance({ properties }: Component): Observance | undefined {
  const all = (name: string) => properties.filter((property) => property.name === name);
  const [start] = parseMoments(all('dtstart')).values;
  const [offsetFrom, offsetTo] = ['tzoffsetfrom', 'tzoffsetto'].map((name) =>
    parseOffset(all(name)[0]?.value ?? ''),
  );
  if (!start || offsetFrom === undefined || offsetTo === undefined) return undefined;
  return {
    start: start.wall,
    offsetFrom,
    offsetTo,
    rule: all('rrule')[0]?.value ?? null,
    dates: parseMoments(all('rdate')).values.map(({ wall }) => wall),
  };
}
