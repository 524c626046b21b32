import { escapeText, foldLines } from '../../platform/icalendar.ts';
import { parseCalendar } from './events.ts';

/** A booking, as far as a calendar file says it. */
interface Entry {
  readonly id: string;
  readonly sequence: number;
  readonly writtenAt: Date;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly start: Date;
  readonly end: Date;
  readonly url: string;
}

/** Without attendees and organizer, so that no calendar invites anybody; in UTC, which calendars show in their own zone. */
export function serializeEntry(entry: Entry): string {
  return foldLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Daybook//Daybook//EN',
    'BEGIN:VEVENT',
    `UID:${entry.id}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${basic(entry.writtenAt)}`,
    `DTSTART:${basic(entry.start)}`,
    `DTEND:${basic(entry.end)}`,
    `SUMMARY:${escapeText(entry.title)}`,
    ...(entry.description ? [`DESCRIPTION:${escapeText(entry.description)}`] : []),
    ...(entry.location ? [`LOCATION:${escapeText(entry.location)}`] : []),
    `URL:${entry.url}`,
    'STATUS:CONFIRMED',
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
}

const basic = (date: Date): string => date.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** Whether a file is this version of the entry, and nobody has moved or repeated it. */
export function isEntry(text: string, { id, sequence, start, end }: Entry): boolean {
  try {
    const { events } = parseCalendar(text);
    const [event] = events;
    return (
      events.length === 1 &&
      event?.uid === id &&
      event.sequence === sequence &&
      event.rules.length === 0 &&
      event.start.zone === 'UTC' &&
      event.start.wall === start.getTime() / 1000 &&
      event.end?.wall === end.getTime() / 1000
    );
  } catch {
    return false;
  }
}
