import { createHash } from 'node:crypto';
import { floorToMinute, minuteToMs } from '@daybook/engine/dates';
import type { Zone } from '@daybook/engine/zones';
import { expandEvents, parseCalendar, type CalendarStream, type Expansion } from './ical/public.ts';
import type { BusyRow, EntryRow, UnreadableRow } from './entries.store.ts';

type CalendarEvent = CalendarStream['events'][number];

const dayMs = 86_400_000;
/** Behind, for calendars that are looked at; ahead, more than the 12 months that are promised, so that it lasts a while. */
const reach = { behindDays: 40, aheadDays: 500 };
/** When less is left, rules are expanded again. */
export const minAheadDays = 400;
/** Of one entry. A feed with more is broken as a whole. */
const maxUnreadable = 100;

export const computeHorizon = (now: Date): Date => new Date(now.getTime() + reach.aheadDays * dayMs);

/** What has to be known of a calendar. */
export const computeWindow = (now: Date): { start: Date; end: Date } => ({
  start: new Date(now.getTime() - reach.behindDays * dayMs),
  end: computeHorizon(now),
});

/**
 * What is stored of an entry: its times, and whether they count. Titles, places and people are not. One that can't be read
 * is noted, and does not stop the others. Free and declined ones are kept: they may replace an occurrence that was not.
 */
export function parseEntryContent(
  text: string,
  ownerEmail: string,
  isOwn: (uid: string) => boolean,
): CalendarStream {
  const { events, unreadable = [], ...zones } = parseEntry(text);
  const counted = events.flatMap((event) => (isOwn(event.uid) ? repeatsOf(event) : [event]));
  const kept = counted.map((event) => ({
    ...event,
    uid: hashOf(event.uid),
    isFree: event.isFree || event.declinedBy.includes(ownerEmail.toLowerCase()),
    declinedBy: [],
  }));
  const noted = unreadable.slice(0, maxUnreadable).map((event) => ({ ...event, uid: '' }));
  return { events: kept, unreadable: noted, ...zones };
}

/**
 * Of an event that is a booking, the booking itself makes its host busy. If they repeat it in their calendar, the other occurrences
 * are theirs, and make them busy like any entry.
 */
function repeatsOf(event: CalendarEvent): CalendarEvent[] {
  const { rules, dates, recurrence, excludedDates, start } = event;
  const isRepeated = rules.length > 0 || dates.length > 0 || recurrence !== null;
  return isRepeated ? [{ ...event, excludedDates: [...excludedDates, start] }] : [];
}

/** Of a calendar that is not read. */
export const emptyContent: CalendarStream = { events: [], zones: {} };

/** Of an entry nothing can be read. */
export const isLost = ({ events, unreadable = [] }: CalendarStream): boolean =>
  events.length === 0 && unreadable.length > 0;

/** An entry that is no calendar is an event that can't be read. */
export function parseEntry(text: string): CalendarStream {
  try {
    return parseCalendar(text);
  } catch {
    return { events: [], zones: {}, unreadable: [{ uid: '', part: 'file', date: null }] };
  }
}

/** Ids may contain addresses of people. */
const hashOf = (uid: string): string => uid && createHash('sha256').update(uid).digest('base64url');

/** A series and what replaces its occurrences, which may be entries of their own. */
export interface Series {
  /** The entry that busy time is stored with. */
  readonly externalId: string;
  readonly contents: readonly string[];
}

export function groupSeries(
  entries: readonly Pick<EntryRow, 'externalId' | 'seriesId' | 'content'>[],
): Series[] {
  const groups = new Map<string, typeof entries>();
  for (const entry of entries) {
    const id = entry.seriesId ?? entry.externalId;
    groups.set(id, [...(groups.get(id) ?? []), entry]);
  }
  return [...groups].map(([id, group]) => ({
    // The series itself may lie in somebody else's calendar.
    externalId: group.some(({ externalId }) => externalId === id) ? id : (group[0]?.externalId ?? id),
    contents: group.map(({ content }) => content),
  }));
}

interface Reader {
  /** Where the owner is, with their trips: floating times and dates are those of this place. */
  readonly zone: Zone;
  readonly countsTentative: boolean;
}

export interface BusyTime {
  readonly busy: readonly BusyRow[];
  readonly unreadable: readonly UnreadableRow[];
}

/** When stored entries make their owner busy. Tentative counts unless its owner says otherwise, out of office always. */
export async function computeBusyTime(
  series: readonly Series[],
  { zone, countsTentative }: Reader,
  now: Date,
): Promise<BusyTime> {
  const { start, end } = computeWindow(now);
  const window = { start: floorToMinute(start.getTime()), end: floorToMinute(end.getTime()) };
  const counts = ({ isFree, isTentative, isOutOfOffice }: CalendarEvent): boolean =>
    isOutOfOffice || (!isFree && (countsTentative || !isTentative));
  const expanded: (Expansion & { externalId: string })[] = [];
  for (const { externalId, contents } of series)
    expanded.push({ externalId, ...(await expandEvents(joined(contents), window, zone)) });
  return {
    busy: expanded.flatMap(({ externalId, occurrences }) =>
      occurrences
        .filter(({ start, end, event }) => end > start && counts(event))
        .map(({ event, start, end }) => ({
          externalId,
          startsAt: timeOf(start),
          endsAt: timeOf(end),
          isOutOfOffice: event.isOutOfOffice,
        })),
    ),
    unreadable: expanded
      .filter(({ unreadable }) => unreadable.length > 0)
      .map(({ externalId, unreadable }) => ({
        externalId,
        events: unreadable.slice(0, maxUnreadable).map(({ part, date }) => ({ part, date })),
      })),
  };
}

function joined(contents: readonly string[]): CalendarStream {
  const streams = contents.map((content) => JSON.parse(content) as CalendarStream);
  return {
    events: streams.flatMap(({ events }) => events),
    zones: Object.assign({}, ...streams.map(({ zones }) => zones)),
    zoneNames: Object.assign({}, ...streams.map(({ zoneNames = {} }) => zoneNames)),
    unreadable: streams.flatMap(({ unreadable = [] }) => unreadable),
  };
}

const timeOf = (minute: number): string => new Date(minuteToMs(minute)).toISOString();
