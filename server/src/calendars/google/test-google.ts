import { randomUUID } from 'node:crypto';
import {
  startAccountServer,
  type AccountServer,
  type FakeAnswer,
  type FakeRequest,
  type Json,
} from '../test-account-server.ts';

/** Google Calendar on loopback, as far as it is used, with what hurts: see shared facts in the README of this folder. */

interface StoredEvent {
  event: Json;
  /** When it was last changed. */
  at: number;
}

interface FakeCalendar {
  readonly entry: Json;
  readonly events: Map<string, StoredEvent>;
}

export interface GoogleServer extends AccountServer {
  readonly settings: { pageSize: number; pendingReads: number };
  /** Channels that are open, by id. */
  readonly channels: Map<string, { calendarId: string; address: string; token: string; resourceId: string }>;
  /** Invitations that Google sent by itself. */
  mailed: number;
  addCalendar(id: string, fields?: Json): void;
  removeCalendar(id: string): void;
  /** As its owner changes a calendar in Google's own pages. */
  put(calendarId: string, event: Json): void;
  remove(calendarId: string, id: string): void;
  event(calendarId: string, id: string): Json;
  listEvents(calendarId: string): Json[];
  /** Sync tokens that were given out are not accepted any more. */
  expireSyncTokens(): void;
  /** Reports a change by every channel of a calendar; the statuses of the answers. */
  report(calendarId: string): Promise<number[]>;
}

const error = (reason: string): Json => ({ error: { code: 0, errors: [{ reason }], message: reason } });
const refuse = (status: number, reason: string): FakeAnswer => ({ status, body: error(reason) });

export async function startGoogle(clock: { now(): Date }): Promise<GoogleServer> {
  const calendars = new Map<string, FakeCalendar>();
  const pending = new Map<string, number>();
  let count = 0;
  let oldest = 0;
  const settings = { pageSize: 2500, pendingReads: 0 };
  const channels: GoogleServer['channels'] = new Map();

  const store = (calendar: FakeCalendar, event: Json): Json => {
    count += 1;
    const stored = { ...event, etag: `"${count}"` };
    calendar.events.set(event.id, { event: stored, at: count });
    return stored;
  };

  const list = (calendar: FakeCalendar, query: URLSearchParams): FakeAnswer => {
    if (calendar.entry.accessRole === 'freeBusyReader') return refuse(403, 'forbidden');
    const token = query.get('syncToken');
    const timeMin = query.get('timeMin');
    if (query.get('singleEvents') !== 'false' || (token && timeMin)) return refuse(400, 'badRequest');
    const isPast = ({ end, recurrence }: Json): boolean =>
      timeMin !== null && !recurrence && Date.parse(end?.dateTime ?? end?.date) < Date.parse(timeMin);
    const since = token === null ? 0 : Number(token.replace('sync-', ''));
    if (token !== null && since < oldest) return refuse(410, 'fullSyncRequired');
    const [from = 0, until = count] = (query.get('pageToken') ?? '').split('-').filter(Boolean).map(Number);
    const matching = [...calendar.events.values()]
      .filter(
        ({ at, event }) =>
          at > since &&
          !isPast(event) &&
          (token !== null || event.status !== 'cancelled' || event.recurringEventId),
      )
      .sort((a, b) => a.at - b.at);
    const page = matching.slice(from, from + settings.pageSize);
    const isLast = from + settings.pageSize >= matching.length;
    return {
      status: 200,
      body: {
        timeZone: 'Europe/Berlin',
        items: page.map(({ event }) => chosen(listed(event), query.get('fields'))),
        ...(isLast
          ? { nextSyncToken: `sync-${until}` }
          : { nextPageToken: `${from + settings.pageSize}-${until}` }),
      },
    };
  };

  const withConference = (event: Json, query: URLSearchParams): Json => {
    const { conferenceData, ...rest } = event;
    if (query.get('conferenceDataVersion') !== '1' || !conferenceData?.createRequest) return rest;
    const { requestId } = conferenceData.createRequest;
    if (settings.pendingReads > 0) {
      pending.set(event.id, settings.pendingReads);
      return { ...rest, conferenceData: { createRequest: { requestId, status: { statusCode: 'pending' } } } };
    }
    return { ...rest, ...madeConference(requestId) };
  };

  /** A conference that was pending is there after some reads. */
  const read = (calendar: FakeCalendar, event: Json): Json => {
    const left = pending.get(event.id);
    if (left === undefined) return event;
    pending.set(event.id, left - 1);
    if (left > 1) return event;
    pending.delete(event.id);
    return store(calendar, { ...event, ...madeConference(event.conferenceData.createRequest.requestId) });
  };

  const change = (
    calendar: FakeCalendar,
    { method, url, headers, body }: FakeRequest,
    id: string,
  ): FakeAnswer => {
    const query = url.searchParams;
    const present = calendar.events.get(id)?.event;
    if (method === 'POST') {
      if (query.get('sendUpdates') !== 'none') google.mailed += 1;
      if (!/^[a-v0-9]{5,1024}$/.test(body.id ?? '') || body.iCalUID) return refuse(400, 'invalid');
      if (calendar.events.has(body.id)) return refuse(409, 'duplicate');
      return { status: 200, body: store(calendar, withConference({ status: 'confirmed', ...body }, query)) };
    }
    if (!present) return refuse(404, 'notFound');
    if (method === 'GET') return { status: 200, body: read(calendar, present) };
    if (query.get('sendUpdates') !== 'none') google.mailed += 1;
    const wanted = headers['if-match'];
    if (wanted !== undefined && wanted !== '*' && wanted !== present.etag)
      return refuse(412, 'conditionNotMet');
    if (method === 'DELETE') {
      if (present.status === 'cancelled') return refuse(410, 'deleted');
      store(calendar, { ...present, status: 'cancelled' });
      return { status: 204 };
    }
    const { conferenceData, hangoutLink } = present;
    const patched = withConference({ ...present, ...body }, query);
    const kept = patched.conferenceData ? {} : { conferenceData, hangoutLink };
    return { status: 200, body: store(calendar, { ...patched, ...kept }) };
  };

  const watch = async (calendarId: string, body: Json): Promise<FakeAnswer> => {
    if (calendarId.includes('holiday')) return refuse(400, 'pushNotSupportedForRequestedResource');
    if (!String(body.address).startsWith('https:')) return refuse(400, 'webhookUrlNotHttps');
    if (channels.has(body.id)) return refuse(400, 'channelIdNotUnique');
    const channel = { calendarId, address: body.address, token: body.token, resourceId: randomUUID() };
    channels.set(body.id, channel);
    await send(body.id, 'sync');
    const expiration = String(Math.min(Number(body.expiration), clock.now().getTime() + 7 * 86_400_000));
    return { status: 200, body: { id: body.id, resourceId: channel.resourceId, expiration } };
  };

  const send = async (id: string, state: string): Promise<number> => {
    const channel = channels.get(id);
    const { status } = await google.notifier({
      url: channel?.address ?? '',
      headers: {
        'x-goog-channel-id': id,
        'x-goog-channel-token': channel?.token ?? '',
        'x-goog-resource-id': channel?.resourceId ?? '',
        'x-goog-resource-state': state,
        'x-goog-message-number': '1',
      },
      body: '',
    });
    return status;
  };

  const freeBusy = ({ timeMin, timeMax, items: [{ id }] }: Json): FakeAnswer => {
    if (Date.parse(timeMax) - Date.parse(timeMin) > 90 * 86_400_000) return refuse(400, 'timeRangeTooLong');
    const spans = [...(calendars.get(id)?.events.values() ?? [])]
      .filter(({ event }) => event.status !== 'cancelled')
      .map(({ event }) => ({ start: event.start.dateTime, end: event.end.dateTime }))
      .filter(({ start }) => start >= timeMin && start < timeMax);
    return { status: 200, body: { calendars: { [id]: { busy: spans } } } };
  };

  const serve = (request: FakeRequest): FakeAnswer | Promise<FakeAnswer> => {
    const path = request.url.pathname.replace('/api', '');
    if (path === '/users/me/calendarList')
      return { status: 200, body: { items: [...calendars.values()].map(({ entry }) => entry) } };
    if (path === '/freeBusy') return freeBusy(request.body);
    if (path === '/channels/stop')
      return channels.delete(request.body.id) ? { status: 204 } : refuse(404, 'notFound');
    const [, encoded = '', id = ''] = /^\/calendars\/([^/]+)\/events\/?(.*)$/.exec(path) ?? [];
    const calendar = calendars.get(decodeURIComponent(encoded));
    if (!calendar) return refuse(404, 'notFound');
    if (id === 'watch') return watch(decodeURIComponent(encoded), request.body);
    if (request.method === 'GET' && id === '') return list(calendar, request.url.searchParams);
    return change(calendar, request, id);
  };

  const base = await startAccountServer(clock, error, serve);
  const calendarOf = (id: string): FakeCalendar => {
    const found = calendars.get(id);
    if (!found) throw new Error(`Google has no calendar ${id}.`);
    return found;
  };
  const google: GoogleServer = Object.assign(base, {
    settings,
    channels,
    mailed: 0,
    addCalendar: (id: string, fields: Json = {}) =>
      void calendars.set(id, {
        entry: { id, summary: id, accessRole: 'owner', backgroundColor: '#16a765', ...fields },
        events: new Map(),
      }),
    removeCalendar: (id: string) => void calendars.delete(id),
    put: (calendarId: string, event: Json) =>
      void store(calendarOf(calendarId), {
        ...calendarOf(calendarId).events.get(event.id)?.event,
        status: 'confirmed',
        ...event,
      }),
    remove: (calendarId: string, id: string) =>
      void store(calendarOf(calendarId), {
        ...calendarOf(calendarId).events.get(id)?.event,
        id,
        status: 'cancelled',
      }),
    event: (calendarId: string, id: string) => calendarOf(calendarId).events.get(id)?.event,
    listEvents: (calendarId: string) =>
      [...calendarOf(calendarId).events.values()]
        .map(({ event }) => event)
        .filter(({ status }) => status !== 'cancelled'),
    expireSyncTokens: () => {
      count += 1;
      oldest = count;
    },
    report: (calendarId: string) =>
      Promise.all(
        [...channels]
          .filter(([, channel]) => channel.calendarId === calendarId)
          .map(([id]) => send(id, 'exists')),
      ),
  });
  return google;
}

const madeConference = (requestId: string): Json => ({
  hangoutLink: `https://meet.google.com/${requestId.slice(0, 10)}`,
  conferenceData: {
    createRequest: { requestId, status: { statusCode: 'success' } },
    entryPoints: [{ entryPointType: 'video', uri: `https://meet.google.com/${requestId.slice(0, 10)}` }],
  },
});

/** Of a deleted entry there is no more than the id, and of an occurrence where it belongs. */
function listed(event: Json): Json {
  if (event.status !== 'cancelled') return event;
  const { id, status, recurringEventId, originalStartTime } = event;
  return { id, status, ...(recurringEventId && { recurringEventId, originalStartTime }) };
}

/** What was asked for, and nothing else. */
function chosen(event: Json, fields: string | null): Json {
  const [, names = ''] = /items\((.*)\)/.exec(fields ?? '') ?? [];
  const wanted = names.replaceAll(/\([^)]*\)/g, '').split(',');
  return Object.fromEntries(Object.entries(event).filter(([name]) => wanted.includes(name)));
}
