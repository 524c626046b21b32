import type { Outbound } from '../../platform/safe-fetch/safe-fetch.ts';
import type {
  ApiAnswer,
  BookingEntry,
  CalendarAuth,
  CalendarWriter,
  WrittenEntry,
} from '../provider/public.ts';
import type { GraphEvent } from './events.ts';
import { callGraph, type GraphPage } from './graph.ts';

/** Under which entries carry the id of their booking, so that one is found again whatever happened to its answer. */
const bookingProperty = 'String {6f2f4b3e-9f0c-4b57-8a53-0c1d5a7f1e42} Name daybookBooking';

/** Entries are found by the booking they carry, and `transactionId` keeps a repeated request from making a second one. */
export function createGraphWriter(outbound: Outbound): CalendarWriter {
  const pathOf = (calendarId: string, id = ''): string =>
    `/me/calendars/${encodeURIComponent(calendarId)}/events${id && `/${encodeURIComponent(id)}`}`;
  const find = async (auth: CalendarAuth, calendarId: string, bookingId: string) => {
    const { body } = await callGraph<GraphPage<GraphEvent>>(outbound, auth, {
      path: pathOf(calendarId),
      query: {
        $filter: `singleValueExtendedProperties/Any(ep: ep/id eq '${bookingProperty}' and ep/value eq '${bookingId}')`,
      },
    });
    return body.value.find(({ isCancelled }) => !isCancelled);
  };
  const change = async (auth: CalendarAuth, calendarId: string, known: WrittenEntry, body: object) => {
    const answer: ApiAnswer<GraphEvent> = await callGraph(outbound, auth, {
      method: 'PATCH',
      path: pathOf(calendarId, known.externalId),
      headers: known.etag ? { 'if-match': known.etag } : {},
      body,
      accepts: [404, 409, 410, 412],
    });
    if (answer.status === 409 || answer.status === 412) return 'changed';
    return answer.status === 200 && !answer.body.isCancelled ? writtenOf(answer.body) : 'gone';
  };
  return {
    async put(auth, calendarId, booking, known) {
      if (known) return change(auth, calendarId, known, bodyOf(booking));
      const present = await find(auth, calendarId, booking.id);
      if (present) return change(auth, calendarId, writtenOf(present), bodyOf(booking));
      const { body } = await callGraph<GraphEvent>(outbound, auth, {
        method: 'POST',
        path: pathOf(calendarId),
        body: {
          ...bodyOf(booking),
          transactionId: `${booking.id}-${booking.sequence}`,
          singleValueExtendedProperties: [{ id: bookingProperty, value: booking.id }],
        },
      });
      return writtenOf(body);
    },
    async read(auth, calendarId, known) {
      const { status, body } = await callGraph<GraphEvent>(outbound, auth, {
        path: pathOf(calendarId, known.externalId),
        accepts: [404, 410],
      });
      return status === 200 && !body.isCancelled ? writtenOf(body) : 'gone';
    },
    async remove(auth, calendarId, booking, known) {
      const id = known?.externalId ?? (await find(auth, calendarId, booking))?.id;
      if (id === undefined) return;
      await callGraph(outbound, auth, {
        method: 'DELETE',
        path: pathOf(calendarId, id),
        accepts: [404, 410],
      });
    },
  };
}

function bodyOf(booking: BookingEntry): object {
  return {
    subject: booking.title,
    body: { contentType: 'text', content: `${booking.description}\n\n${booking.url}`.trim() },
    location: { displayName: booking.location },
    start: { dateTime: booking.start.toISOString().slice(0, 19), timeZone: 'UTC' },
    end: { dateTime: booking.end.toISOString().slice(0, 19), timeZone: 'UTC' },
    ...(booking.wantsMeeting && { isOnlineMeeting: true, onlineMeetingProvider: 'teamsForBusiness' }),
  };
}

function writtenOf(event: GraphEvent): WrittenEntry {
  return {
    externalId: event.id,
    etag: event['@odata.etag'] ?? null,
    joinUrl: event.onlineMeeting?.joinUrl ?? event.onlineMeetingUrl ?? null,
  };
}
