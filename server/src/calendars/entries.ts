import { createHash } from 'node:crypto';
import { minuteFloor, minuteToMs } from '@daybook/engine/dates';
import type { Zone } from '@daybook/engine/zones';
import { expand, parseCalendar, type CalendarStream } from './ical/public.ts';
import type { BusyRow, EntryRow } from './entries.store.ts';

const dayMs = 86_400_000;
/** Behind, for calendars that are looked at; ahead, more than the 12 months that are promised, so that it lasts a while. */
const reach = { behindDays: 40, aheadDays: 500 };
/** When less is left, rules are expanded again. */
export const leastAheadDays = 400;

export const horizonAt = (now: Date): Date => new Date(now.getTime() + reach.aheadDays * dayMs);

/**
 * What is stored of an entry: when it makes its owner busy. Titles, places and people are not. One that can not be read makes
 * nobody busy, and does not stop the others. Tentative counts: a time that may be taken is not free.
 */
export function contentOf(text: string, ownerEmail: string): string {
  const { events, zones } = parsedIn(text);
  return contentWith(events, zones, ownerEmail);
}

/**
 * Of an entry that we made, the booking itself makes its host busy. If they repeat it in their calendar, the other occurrences
 * are theirs, and make them busy like any entry.
 */
export function contentOfOwn(text: string, ownerEmail: string): string {
  const { events, zones } = parsedIn(text);
  const repeated = events
    .filter(({ rules, dates, recurrence }) => rules.length > 0 || dates.length > 0 || recurrence !== null)
    .map((event) => ({ ...event, excludedDates: [...event.excludedDates, event.start] }));
  return contentWith(repeated, zones, ownerEmail);
}

/** Of a calendar that is not read. */
export const emptyContent = JSON.stringify({ events: [], zones: {} } satisfies CalendarStream);

function contentWith(
  events: CalendarStream['events'],
  zones: CalendarStream['zones'],
  ownerEmail: string,
): string {
  const kept = events
    .filter(({ isFree, declinedBy }) => !isFree && !declinedBy.includes(ownerEmail.toLowerCase()))
    .map((event) => ({ ...event, uid: hashOf(event.uid), declinedBy: [] }));
  return JSON.stringify({ events: kept, zones } satisfies CalendarStream);
}

export function parsedIn(text: string): CalendarStream {
  try {
    return parseCalendar(text);
  } catch {
    return { events: [], zones: {} };
  }
}

/** Ids may contain addresses of people. */
const hashOf = (uid: string): string => uid && createHash('sha256').update(uid).digest('base64url');

/** When stored entries make their owner busy; floating times and dates are those of `zone`. */
export function busyOf(
  entries: readonly Pick<EntryRow, 'externalId' | 'content'>[],
  zone: Zone,
  now: Date,
): BusyRow[] {
  const window = {
    start: minuteFloor(now.getTime() - reach.behindDays * dayMs),
    end: minuteFloor(horizonAt(now).getTime()),
  };
  return entries.flatMap(({ externalId, content }) =>
    expand(JSON.parse(content) as CalendarStream, window, zone)
      .occurrences.filter(({ start, end }) => end > start)
      .map(({ event, start, end }) => ({
        externalId,
        startsAt: timeOf(start),
        endsAt: timeOf(end),
        isOutOfOffice: event.isOutOfOffice,
      })),
  );
}

const timeOf = (minute: number): string => new Date(minuteToMs(minute)).toISOString();
