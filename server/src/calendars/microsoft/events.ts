import { findInvitedEvent, type ChangeBatch } from '../provider/public.ts';

/** Entries of Microsoft Graph as iCalendar. They arrive expanded: each is one occurrence. */

interface GraphTime {
  readonly dateTime: string;
  readonly timeZone: string;
}

export interface GraphEvent {
  readonly id: string;
  readonly '@odata.etag'?: string;
  readonly '@removed'?: object;
  readonly type?: 'singleInstance' | 'occurrence' | 'exception' | 'seriesMaster';
  readonly seriesMasterId?: string | null;
  readonly transactionId?: string | null;
  readonly iCalUId?: string | null;
  readonly start?: GraphTime;
  readonly end?: GraphTime;
  readonly isAllDay?: boolean;
  readonly isCancelled?: boolean;
  readonly showAs?: string;
  readonly responseStatus?: { readonly response?: string } | null;
  readonly onlineMeeting?: { readonly joinUrl?: string | null } | null;
  readonly onlineMeetingUrl?: string | null;
}

/** What an occurrence of the list leaves out, since its series says it. */
export type SeriesFields = Pick<GraphEvent, 'isAllDay' | 'isCancelled' | 'showAs' | 'responseStatus'>;

export const isBare = ({ type, showAs }: GraphEvent): boolean =>
  type === 'occurrence' && showAs === undefined;

export function toEntry(event: GraphEvent, series: SeriesFields = {}): ChangeBatch['changed'][number] {
  return {
    externalId: event.id,
    etag: event['@odata.etag'] ?? null,
    seriesId: event.seriesMasterId ?? null,
    content: contentOf({ ...series, ...event }),
  };
}

function contentOf(event: GraphEvent): string {
  return [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    `UID:${bookingIdOf(event) ?? invitationUid(event) ?? event.id}`,
    ...(event.start ? [`DTSTART${timeOf(event.start, event.isAllDay)}`] : []),
    ...(event.end ? [`DTEND${timeOf(event.end, event.isAllDay)}`] : []),
    `X-MICROSOFT-CDO-BUSYSTATUS:${busyStatusOf(event)}`,
    ...(event.isCancelled ? ['STATUS:CANCELLED'] : []),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}

/** The booking of an entry that we made, by the request that made it. */
function bookingIdOf({ transactionId }: GraphEvent): string | undefined {
  return /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-\d+$/.exec(transactionId ?? '')?.[1];
}

/** Of a booking that came by mail. Other ids may be anything. */
const invitationUid = ({ iCalUId }: GraphEvent): string | undefined =>
  findInvitedEvent(iCalUId) === undefined ? undefined : (iCalUId ?? undefined);

/** Working elsewhere is working. An invitation without an answer may still be accepted. */
function busyStatusOf({ showAs, responseStatus }: GraphEvent): string {
  const answer = responseStatus?.response;
  if (showAs === 'oof') return 'OOF';
  if (showAs === 'free' || showAs === 'workingElsewhere' || answer === 'declined') return 'FREE';
  const isOpen = showAs === 'tentative' || answer === 'tentativelyAccepted' || answer === 'notResponded';
  return isOpen ? 'TENTATIVE' : 'BUSY';
}

/** A time without its zone is nothing; the expander knows the names that Windows gives them. */
function timeOf({ dateTime, timeZone }: GraphTime, isAllDay = false): string {
  const digits = dateTime.replaceAll(/[-:]|\..*$/g, '');
  if (isAllDay) return `;VALUE=DATE:${digits.slice(0, 8)}`;
  if (timeZone === 'UTC') return `:${digits}Z`;
  return `;TZID="${timeZone.replaceAll(/["\r\n]/g, '')}":${digits}`;
}

/** An instant as Graph says it, when it was asked for UTC. */
export const parseInstant = ({ dateTime }: GraphTime): Date => new Date(`${dateTime.replace(/Z$/, '')}Z`);
