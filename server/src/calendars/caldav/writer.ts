import type { Outbound, Outcome } from '../../platform/safe-fetch/safe-fetch.ts';
import { isEntry, serializeEntry } from '../ical/public.ts';
import {
  CalendarError,
  fetchCalendar,
  type BookingEntry,
  type CalendarAuth,
  type CalendarWriter,
  type WrittenEntry,
} from '../provider/public.ts';

/**
 * Enters bookings by PUT. The address of an entry follows from its id, and every PUT names the version it expects: so a request
 * whose answer was lost is recognised when it is repeated, and what the owner changed is never overwritten unseen.
 */
export function createCaldavWriter(outbound: Outbound): CalendarWriter {
  return {
    async put(auth, calendarId, booking, known) {
      const target = { outbound, auth, url: known?.externalId ?? addressOf(calendarId, booking.id) };
      return known ? change(target, booking, known.etag) : create(target, booking);
    },
    async remove(auth, calendarId, bookingId, known) {
      const url = known?.externalId ?? addressOf(calendarId, bookingId);
      const accepts = [200, 202, 204, 403, 404, 410];
      rejectReadOnly(await fetchCalendar(outbound, auth, { url, method: 'DELETE', accepts }));
    },
    async read(auth, _calendarId, { externalId: url }) {
      const found = await read({ outbound, auth, url });
      return found ? entryAt(url, found.etag) : 'gone';
    },
  };
}

const addressOf = (calendarId: string, bookingId: string): string =>
  new URL(`${bookingId}.ics`, calendarId.endsWith('/') ? calendarId : `${calendarId}/`).href;

interface Target {
  readonly outbound: Outbound;
  readonly auth: CalendarAuth;
  readonly url: string;
}

/** What lies there already is ours, of a request whose answer was lost. If the booking has changed since, so does the entry. */
async function create(target: Target, booking: BookingEntry): Promise<WrittenEntry | 'changed' | 'gone'> {
  const answer = await putEntry(target, booking, { 'if-none-match': '*' });
  if (answer.statusCode !== 412) return writtenOf(target, answer);
  const found = await read(target);
  if (!found) throw new CalendarError('unreachable', 'The calendar server contradicts itself (412, 404).');
  return isEntry(found.body, booking) ? entryAt(target.url, found.etag) : change(target, booking, found.etag);
}

async function change(
  target: Target,
  booking: BookingEntry,
  etag: string | null,
): Promise<WrittenEntry | 'changed' | 'gone'> {
  const answer = await putEntry(target, booking, { 'if-match': etag ?? '*' });
  if (answer.statusCode < 300) return writtenOf(target, answer);
  const found = await read(target);
  if (!found) return 'gone';
  return isEntry(found.body, booking) ? entryAt(target.url, found.etag) : 'changed';
}

async function putEntry(
  { outbound, auth, url }: Target,
  booking: BookingEntry,
  condition: Record<string, string>,
) {
  const answer = await fetchCalendar(outbound, auth, {
    url,
    method: 'PUT',
    headers: { 'content-type': 'text/calendar; charset=utf-8', ...condition },
    body: serializeEntry(booking),
    accepts: [200, 201, 204, 403, 404, 409, 410, 412],
  });
  rejectReadOnly(answer);
  return answer;
}

/** A wrong password is a 401. */
function rejectReadOnly({ statusCode }: { readonly statusCode: number }): void {
  if (statusCode === 403)
    throw new CalendarError('refused', 'The server doesn’t let you change this calendar (403).');
}

/** A server need not name the version it has stored. */
async function writtenOf(target: Target, { headers, statusCode }: Outcome & { statusCode: number }) {
  if (statusCode >= 300)
    throw new CalendarError('address', `The calendar rejected the entry (${statusCode}).`);
  return entryAt(target.url, headers['etag'] ?? (await read(target))?.etag ?? null);
}

async function read({ outbound, auth, url }: Target): Promise<{ body: string; etag: string | null } | null> {
  const { statusCode, body, headers } = await fetchCalendar(outbound, auth, {
    url,
    accepts: [200, 404, 410],
  });
  return statusCode === 200 ? { body, etag: headers['etag'] ?? null } : null;
}

const entryAt = (externalId: string, etag: string | null): WrittenEntry => ({
  externalId,
  etag,
  joinUrl: null,
});
