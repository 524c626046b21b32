import type { Zone } from '@daybook/engine/zones';
import {
  expandCalendar,
  NotACalendarError,
  parseCalendar,
  parseCalendarEvents,
} from '../calendars/public.ts';
import { unescapeText } from '../platform/icalendar.ts';
import { emptyContents, type BookingIn, type Contents } from './contents.ts';
import { createLeftOutList } from './left-out.ts';

const kind = 'Meetings';
const dayMinutes = 1440;
/** Series without an end are taken over this far. */
const reachDays = { back: 3650, ahead: 365 };

const reasons = {
  start: 'Its start can’t be read.',
  end: 'Its end can’t be read, so it lasts an hour, or a day if it is all-day.',
  recurrence: 'Its recurrence rule can’t be read; only the dates listed in the file are imported.',
  zone: 'Its time zone is unknown, so the host’s is used.',
  file: 'Its start and end aren’t valid.',
};

interface Texts {
  readonly title: string;
  readonly place: string;
  readonly url: string;
  readonly organizer: string;
  readonly people: readonly { readonly email: string; readonly name: string }[];
}

/**
 * Meetings of a calendar file (RFC 5545) with somebody else in them; a series becomes one booking for each occurrence. `host` is
 * whose calendar it is; times without a zone are on their clock.
 */
export async function parseIcs(
  text: string,
  { host, zone, now }: { readonly host: string; readonly zone: Zone; readonly now: Date },
  leftOut = createLeftOutList(),
): Promise<Contents> {
  const stream = parseCalendar(text);
  const texts = textsOf(text);
  const today = Math.floor(now.getTime() / 60_000);
  const window = { start: today - reachDays.back * dayMinutes, end: today + reachDays.ahead * dayMinutes };
  const { occurrences, unreadable } = await expandCalendar(stream, window, zone);
  for (const { uid, part, date } of unreadable) {
    const name = [texts.get(uid)?.title || uid || 'An event', date].filter(Boolean).join(' on ');
    leftOut.add({ kind, why: reasons[part], name });
  }
  const bookings = occurrences.flatMap(({ event, start, end }): BookingIn[] => {
    const about = texts.get(event.uid);
    const startsAt = new Date(start * 60_000).toISOString();
    const name = `${about?.title ?? event.uid} at ${startsAt}`;
    const others = (about?.people ?? []).filter(({ email }) => email !== host.toLowerCase());
    if (event.start.isDate)
      leftOut.add({ kind, why: 'It is an all-day event; add an absence instead.', name });
    else if (others.length === 0)
      leftOut.add({ kind, why: 'It has no other attendees; connect the calendar to block this time.', name });
    else {
      const { title = '', place = '', url = '' } = about ?? {};
      const joinUrl = [url, place].find((value) => /^https?:\/\//.test(value));
      const invitees = others.slice(0, 1).map(({ email, name }) => ({
        name: name || email,
        email,
        guests: others.slice(1).map((other) => other.email),
        cancelled: event.isCancelled ? { byHost: about?.organizer === host.toLowerCase() } : undefined,
      }));
      const location = joinUrl
        ? ({ type: 'VIDEO_CALL', joinUrl } as const)
        : place
          ? ({ type: 'IN_PERSON', address: place } as const)
          : undefined;
      const endsAt = new Date(end * 60_000).toISOString();
      return [
        {
          sourceId: `${event.uid} ${startsAt}`,
          title,
          hostEmails: [host],
          startsAt,
          endsAt,
          location,
          invitees,
        },
      ];
    }
    return [];
  });
  return { ...emptyContents, bookings, leftOut };
}

/** What busy time does not need to know, by the uid of each event. */
function textsOf(text: string): Map<string, Texts> {
  const events = parseCalendarEvents(text);
  if (events.length === 0) throw new NotACalendarError('The file contains no events.');
  return new Map(
    events.map(({ properties }) => {
      const all = (name: string) => properties.filter((property) => property.name === name);
      const value = (name: string) => unescapeText(all(name)[0]?.value ?? '').trim();
      const addressIn = (uri: string) =>
        uri
          .trim()
          .replace(/^mailto:/i, '')
          .toLowerCase();
      const organizer = addressIn(value('organizer'));
      const attendees = all('attendee').map(({ params, value: uri }) => ({
        email: addressIn(uri),
        name: params['cn'] ?? '',
      }));
      const people = [...attendees, ...(organizer ? [{ email: organizer, name: '' }] : [])];
      const unique = [
        ...new Map(people.reverse().map((person) => [person.email, person])).values(),
      ].reverse();
      return [
        value('uid'),
        {
          title: value('summary') || 'Meeting',
          place: value('location'),
          url: value('url'),
          organizer,
          people: unique,
        },
      ];
    }),
  );
}
