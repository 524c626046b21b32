import { setTimeout } from 'node:timers/promises';
import type { Outbound } from '../../platform/safe-fetch/safe-fetch.ts';
import {
  callApi,
  type ApiRequest,
  type BookingEntry,
  type CalendarAuth,
  type CalendarWriter,
  type WrittenEntry,
} from '../provider/public.ts';
import { toEntryId } from './entry-id.ts';
import type { GoogleEvent } from './events.ts';

/** Google makes a conference after it has answered, mostly within a second. */
const conferenceWaitsMs = [300, 700, 1000];

/**
 * Entries have an id that follows from the booking's, so that one is never entered twice: Google answers 409 instead. An id is
 * used up for ever, also when its entry was deleted, so an entry that has to be there again is revived.
 */
export function createGoogleWriter(outbound: Outbound): CalendarWriter {
  const call = (auth: CalendarAuth, calendarId: string, request: ApiRequest) =>
    callApi<GoogleEvent>(outbound, auth, {
      ...request,
      path: `/calendars/${encodeURIComponent(calendarId)}/events${request.path}`,
      query: { ...writing, ...request.query },
    });
  const find = async (auth: CalendarAuth, calendarId: string, id: string) => {
    const { status, body } = await call(auth, calendarId, { path: `/${id}`, accepts: [404, 410] });
    return status === 200 && body.status !== 'cancelled' ? body : undefined;
  };
  const waitForMeeting = async (auth: CalendarAuth, calendarId: string, event: GoogleEvent) => {
    let found = event;
    for (const waitMs of conferenceWaitsMs) {
      if (!isPending(found)) break;
      await setTimeout(waitMs);
      found = (await find(auth, calendarId, event.id)) ?? found;
    }
    return writtenOf(found);
  };
  /** Changes an entry that has this version. */
  const patch = async (
    auth: CalendarAuth,
    calendarId: string,
    id: string,
    etag: string | null,
    body: object,
  ) => {
    const answer = await call(auth, calendarId, {
      method: 'PATCH',
      path: `/${id}`,
      headers: { 'if-match': etag ?? '*' },
      body,
      accepts: [404, 410, 412],
    });
    if (answer.status === 200) return waitForMeeting(auth, calendarId, answer.body);
    return (await find(auth, calendarId, id)) ? 'changed' : 'gone';
  };
  return {
    async put(auth, calendarId, booking, known) {
      const body = bodyOf(booking, known);
      if (known) return patch(auth, calendarId, known.externalId, known.etag, body);
      const id = toEntryId(booking.id);
      const inserted = await call(auth, calendarId, {
        method: 'POST',
        path: '',
        body: { id, ...body },
        accepts: [409],
      });
      if (inserted.status !== 409) return waitForMeeting(auth, calendarId, inserted.body);
      const { body: present } = await call(auth, calendarId, { path: `/${id}` });
      return patch(auth, calendarId, id, present.etag ?? null, { ...body, status: 'confirmed' });
    },
    async read(auth, calendarId, known) {
      const found = await find(auth, calendarId, known.externalId);
      return found ? writtenOf(found) : 'gone';
    },
    async remove(auth, calendarId, booking, known) {
      await call(auth, calendarId, {
        method: 'DELETE',
        path: `/${known?.externalId ?? toEntryId(booking)}`,
        accepts: [404, 410],
      });
    },
  };
}

/** Nobody is mailed by Google, and without this version a meeting is dropped silently. */
const writing = { sendUpdates: 'none', conferenceDataVersion: '1' };

/** The same request for a meeting is not served twice; a later one is, in case the first failed. */
function bodyOf(booking: BookingEntry, known: WrittenEntry | null): object {
  const requestId = `${toEntryId(booking.id)}-${booking.sequence}`;
  return {
    summary: booking.title,
    description: booking.description,
    location: booking.location,
    start: { dateTime: booking.start.toISOString(), timeZone: 'UTC' },
    end: { dateTime: booking.end.toISOString(), timeZone: 'UTC' },
    source: { title: booking.title, url: booking.url },
    ...(booking.wantsMeeting &&
      !known?.joinUrl && {
        conferenceData: { createRequest: { requestId, conferenceSolutionKey: { type: 'hangoutsMeet' } } },
      }),
  };
}

function writtenOf(event: GoogleEvent): WrittenEntry {
  const video = event.conferenceData?.entryPoints?.find(({ entryPointType }) => entryPointType === 'video');
  return {
    externalId: event.id,
    etag: event.etag ?? null,
    joinUrl: event.hangoutLink ?? video?.uri ?? null,
  };
}

const isPending = ({ conferenceData }: GoogleEvent): boolean =>
  conferenceData?.createRequest?.status?.statusCode === 'pending';
