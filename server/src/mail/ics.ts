import { floorToMinute } from '@daybook/engine/dates';
import { listOccurrences, toWallTime, type Zone } from '@daybook/engine/zones';
import { escapeText, foldLines } from '../platform/icalendar.ts';
import { getZone } from '../platform/zones.ts';
import { formatWallTime, listTimezoneLines } from './vtimezone.ts';

export interface MailParty {
  readonly name: string;
  readonly email: string;
}

/** An event as a calendar gets it. Instants in milliseconds, so that it can be kept as JSON. */
export interface Invitation {
  /** `PUBLISH` is for a file that somebody downloads: it asks nothing of anyone. */
  readonly method: 'REQUEST' | 'CANCEL' | 'PUBLISH';
  readonly uid: string;
  readonly sequence: number;
  readonly stampedAt: number;
  readonly startsAt: number;
  readonly endsAt: number;
  /** The reader's time zone. */
  readonly zone: string;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  /** Where the reader can change the event. */
  readonly url?: string;
  readonly hostName: string;
  readonly attendees: readonly MailParty[];
  /** Of one that was published by a program of before, and waits to be sent: it will not take place. */
  readonly isCancelled?: boolean;
}

/**
 * An iCalendar object (RFC 5545, 5546). The organizer is the address that the mail comes from, since calendars take
 * changes only from there; the hosts attend like everyone else, and nobody is asked to answer: they booked.
 */
export function buildIcs(
  invitation: Invitation,
  organizerAddress: string,
  /** The others of a series: same method, same zone. */
  further: readonly Invitation[] = [],
): string {
  const zone = getZone(invitation.zone);
  const all = [invitation, ...further];
  const inZone = all.filter((each) => isInZone(zone, each));
  const [start, end] = [
    floorToMinute(Math.min(...inZone.map(({ startsAt }) => startsAt))),
    floorToMinute(Math.max(...inZone.map(({ endsAt }) => endsAt))),
  ];
  return foldLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Daybook//Daybook//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${invitation.method}`,
    ...(inZone.length > 0 ? listTimezoneLines(zone, start, end) : []),
    ...all.flatMap((each) => eventLines(each, zone, organizerAddress)),
    'END:VCALENDAR',
  ]);
}

/**
 * What is sent of several invitations: published ones in one file, others in a file each, since a request or a cancellation is about one
 * event (RFC 5546, 3.2).
 */
export function buildIcsFiles(
  invitation: Invitation,
  organizerAddress: string,
  further: readonly Invitation[] = [],
): [string, ...string[]] {
  if (invitation.method === 'PUBLISH') return [buildIcs(invitation, organizerAddress, further)];
  return [buildIcs(invitation, organizerAddress), ...further.map((each) => buildIcs(each, organizerAddress))];
}

function isInZone(zone: Zone, { startsAt, endsAt }: Invitation): boolean {
  return isPlain(zone, floorToMinute(startsAt)) && isPlain(zone, floorToMinute(endsAt));
}

function eventLines(invitation: Invitation, zone: Zone, organizerAddress: string): string[] {
  const { method, startsAt, endsAt, isCancelled = method === 'CANCEL' } = invitation;
  const [start, end] = [floorToMinute(startsAt), floorToMinute(endsAt)];
  const inZone = isInZone(zone, invitation);
  return [
    ...beginningOf(invitation),
    inZone ? `DTSTART;TZID=${zone.name}:${formatWallTime(toWallTime(zone, start))}` : `DTSTART:${utc(start)}`,
    inZone ? `DTEND;TZID=${zone.name}:${formatWallTime(toWallTime(zone, end))}` : `DTEND:${utc(end)}`,
    ...contentOf(invitation),
    `ORGANIZER;CN=${quoted(invitation.hostName)}:mailto:${organizerAddress}`,
    ...invitation.attendees.map(attendeeLine),
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ];
}

type Entry = Omit<Invitation, 'method' | 'zone' | 'hostName' | 'attendees' | 'isCancelled'>;

/** Several events as one calendar, which programs read again every now and then. It invites nobody. */
export function buildIcsFeed({
  name,
  entries,
}: {
  readonly name: string;
  readonly entries: readonly Entry[];
}): string {
  return foldLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Daybook//Daybook//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...entries.flatMap((entry) => [
      ...beginningOf(entry),
      `DTSTART:${utc(floorToMinute(entry.startsAt))}`,
      `DTEND:${utc(floorToMinute(entry.endsAt))}`,
      ...contentOf(entry),
      'STATUS:CONFIRMED',
      'TRANSP:OPAQUE',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]);
}

function beginningOf({ uid, sequence, stampedAt }: Entry): string[] {
  const stamp = new Date(stampedAt).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return ['BEGIN:VEVENT', `UID:${uid}`, `SEQUENCE:${sequence}`, `DTSTAMP:${stamp}`];
}

function contentOf({ title, description, location, url }: Entry): string[] {
  return [
    `SUMMARY:${escapeText(title)}`,
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    ...(location ? [`LOCATION:${escapeText(location)}`] : []),
    ...(url ? [`URL:${url}`] : []),
  ];
}

/** A time that its clock shows once. One that it shows twice would name the wrong instant half the time: then UTC. */
function isPlain(zone: Zone, instant: number): boolean {
  return listOccurrences(zone, toWallTime(zone, instant)).length === 1;
}

function attendeeLine({ name, email }: MailParty): string {
  const standing = 'CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE';
  return `ATTENDEE;${standing};CN=${quoted(name || email)}:mailto:${email}`;
}

function utc(instant: number): string {
  return `${formatWallTime(instant)}Z`;
}

/** A parameter's value can't hold quotation marks or control characters in any spelling that all calendars read. */
function quoted(text: string): string {
  return `"${text
    .replaceAll('"', "'")
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()}"`;
}
