import type { Zone } from '@daybook/engine/zones';
import ICAL from 'ical.js';
import { expandCalendar, NotACalendarError, parseCalendar } from '../calendars/public.ts';
import { nothing, type BookingIn, type Contents } from './contents.ts';
import { leftOutList } from './left-out.ts';

const kind = 'Meetings';
const dayMinutes = 1440;
/** Series without an end are taken over this far. */
const reachDays = { back: 3650, ahead: 365 };

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
  leftOut = leftOutList(),
): Promise<Contents> {
  const stream = parseCalendar(text);
  const texts = textsOf(text);
  const today = Math.floor(now.getTime() / 60_000);
  const window = { start: today - reachDays.back * dayMinutes, end: today + reachDays.ahead * dayMinutes };
  const { occurrences, skipped } = await expandCalendar(stream, window, zone);
  for (const uid of skipped)
    leftOut.add({ kind, why: 'The rule of its series cannot be read.', name: texts.get(uid)?.title ?? uid });
  const bookings = occurrences.flatMap(({ event, start, end }): BookingIn[] => {
    const about = texts.get(event.uid);
    const startsAt = new Date(start * 60_000).toISOString();
    const name = `${about?.title ?? event.uid} at ${startsAt}`;
    const others = (about?.people ?? []).filter(({ email }) => email !== host.toLowerCase());
    if (event.start.isDate)
      leftOut.add({ kind, why: 'It lasts for whole days; enter an absence instead.', name });
    else if (others.length === 0)
      leftOut.add({ kind, why: 'Nobody else takes part; connect the calendar to be busy then.', name });
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
  return { ...nothing, bookings, leftOut };
}

/** What busy time does not need to know, by the uid of each event. */
function textsOf(text: string): Map<string, Texts> {
  const parsed = ICAL.parse(text) as unknown;
  const calendars = (typeof (parsed as unknown[])[0] === 'string' ? [parsed] : parsed) as never[];
  const events = calendars.flatMap((calendar) => new ICAL.Component(calendar).getAllSubcomponents('vevent'));
  if (events.length === 0) throw new NotACalendarError('The file holds no events.');
  return new Map(
    events.map((event) => {
      const value = (name: string) => String(event.getFirstPropertyValue(name) ?? '');
      const addressIn = (uri: string) => uri.replace(/^mailto:/i, '').toLowerCase();
      const organizer = addressIn(value('organizer'));
      const attendees = event.getAllProperties('attendee').map((property) => ({
        email: addressIn(String(property.getFirstValue())),
        name: String(property.getFirstParameter('cn') ?? ''),
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
