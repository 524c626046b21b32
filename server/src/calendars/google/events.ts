import { floorToMinute, minuteToMs } from '@daybook/engine/dates';
import { toWallTime } from '@daybook/engine/zones';
import { findZone } from '../../platform/zones.ts';
import { findInvitedEvent, formatUtc, type ChangeBatch } from '../provider/public.ts';
import { parseEntryId } from './entry-id.ts';

/** Google's entries as iCalendar, which the expander reads. */

interface GoogleTime {
  readonly date?: string;
  readonly dateTime?: string;
  readonly timeZone?: string;
}

export interface GoogleEvent {
  readonly id: string;
  readonly iCalUID?: string;
  readonly etag?: string;
  readonly status?: string;
  readonly start?: GoogleTime;
  readonly end?: GoogleTime;
  readonly recurrence?: readonly string[];
  readonly recurringEventId?: string;
  readonly originalStartTime?: GoogleTime;
  readonly transparency?: string;
  readonly eventType?: string;
  readonly attendees?: readonly { readonly self?: boolean; readonly responseStatus?: string }[];
  readonly hangoutLink?: string;
  readonly conferenceData?: {
    readonly createRequest?: { readonly status?: { readonly statusCode?: string } };
    readonly entryPoints?: readonly { readonly entryPointType?: string; readonly uri?: string }[];
  };
}

/** Deleted entries, of which Google says no more than the id, are removed; cancelled occurrences replace theirs. */
export function toChangeBatch(items: readonly GoogleEvent[], calendarZone: string | undefined): ChangeBatch {
  const isGone = ({ status, recurringEventId }: GoogleEvent): boolean =>
    status === 'cancelled' && recurringEventId === undefined;
  return {
    removed: items.filter(isGone).map(({ id }) => id),
    changed: items
      .filter((item) => !isGone(item))
      .map((item) => ({
        externalId: item.id,
        etag: item.etag ?? null,
        seriesId: item.recurringEventId ?? null,
        content: contentOf(item, calendarZone),
      })),
  };
}

function contentOf(event: GoogleEvent, calendarZone: string | undefined): string {
  const time = (name: string, given: GoogleTime | undefined): string[] =>
    given ? [`${name}${timeOf(given, event.recurrence ? calendarZone : undefined)}`] : [];
  const lines = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    `UID:${event.recurringEventId ?? parseEntryId(event.id) ?? invitationUid(event) ?? event.id}`,
    // A cancelled occurrence may say nothing but when it would have been.
    ...time('DTSTART', event.start ?? event.originalStartTime),
    ...time('DTEND', event.end),
    ...time('RECURRENCE-ID', event.originalStartTime),
    ...(event.recurrence ?? []).filter((line) => /^(RRULE|EXRULE|RDATE|EXDATE)[;:][^\r\n]*$/.test(line)),
    `X-MICROSOFT-CDO-BUSYSTATUS:${busyStatusOf(event)}`,
    ...(event.status === 'cancelled' ? ['STATUS:CANCELLED'] : []),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ];
  return lines.join('\r\n');
}

/** Of a booking that came by mail. Other ids may be anything. */
const invitationUid = ({ iCalUID }: GoogleEvent): string | undefined =>
  findInvitedEvent(iCalUID) === undefined ? undefined : iCalUID;

/** Where an event is says nothing about time. An invitation without an answer may still be accepted. */
function busyStatusOf({ eventType, transparency, status, attendees = [] }: GoogleEvent): string {
  if (eventType === 'outOfOffice') return 'OOF';
  const answer = attendees.find(({ self }) => self)?.responseStatus;
  if (transparency === 'transparent' || eventType === 'workingLocation' || answer === 'declined')
    return 'FREE';
  return status === 'tentative' || answer === 'tentative' || answer === 'needsAction' ? 'TENTATIVE' : 'BUSY';
}

/**
 * Google writes an instant with the offset of the calendar, and beside it the zone in which the entry was made: rules run on the
 * clock of that one.
 */
function timeOf({ date, dateTime = '', timeZone }: GoogleTime, fallback: string | undefined): string {
  if (date !== undefined) return `;VALUE=DATE:${date.replaceAll('-', '')}`;
  const name = timeZone ?? fallback;
  const zone = name === undefined ? undefined : findZone(name);
  const instant = new Date(dateTime);
  if (Number.isNaN(instant.getTime())) return ':';
  if (!zone) return `:${formatUtc(instant)}`;
  const wall = new Date(minuteToMs(toWallTime(zone, floorToMinute(instant.getTime()))));
  return `;TZID=${zone.name}:${formatUtc(wall).replace('Z', '')}`;
}
