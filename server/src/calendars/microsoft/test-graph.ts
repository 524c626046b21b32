import { randomUUID } from 'node:crypto';
import {
  startAccountServer,
  type AccountServer,
  type FakeAnswer,
  type FakeRequest,
  type Json,
} from '../test-account-server.ts';

/** Microsoft Graph on loopback, as far as it is used, with what hurts. */

interface StoredEvent {
  event: Json;
  at: number;
  isDeleted: boolean;
}

interface FakeCalendar {
  readonly entry: Json;
  readonly isBusyOnly: boolean;
  readonly events: Map<string, StoredEvent>;
}

export interface GraphServer extends AccountServer {
  readonly settings: { largestPage: number; pendingReads: number };
  readonly subscriptions: Map<string, Json>;
  addCalendar(id: string, fields?: Json): void;
  put(calendarId: string, event: Json): void;
  remove(calendarId: string, id: string): void;
  event(calendarId: string, id: string): Json;
  listEvents(calendarId: string): Json[];
  expireDeltaLinks(): void;
  /** Reports by every subscription of a calendar; the statuses of the answers. */
  report(calendarId: string, fields?: Json): Promise<number[]>;
}

const error = (code: string): Json => ({ error: { code, message: code } });
const refuse = (status: number, code: string): FakeAnswer => ({ status, body: error(code) });
const dayMs = 86_400_000;
const usualPage = 10;

export async function startGraph(clock: { now(): Date }): Promise<GraphServer> {
  const calendars = new Map<string, FakeCalendar>();
  const transactions = new Map<string, string>();
  const pending = new Map<string, number>();
  const subscriptions: GraphServer['subscriptions'] = new Map();
  const settings = { largestPage: 200, pendingReads: 0 };
  let count = 0;
  let oldest = 0;

  const store = (calendar: FakeCalendar, event: Json, isDeleted = false): Json => {
    count += 1;
    const stored = { ...event, '@odata.etag': `W/"${count}"` };
    calendar.events.set(event.id, { event: stored, at: count, isDeleted });
    return stored;
  };

  /** The window is that of the first request, whatever later ones say. */
  const delta = (calendar: FakeCalendar, calendarId: string, request: FakeRequest): FakeAnswer => {
    if (calendar.isBusyOnly) return refuse(403, 'ErrorAccessDenied');
    const query = request.url.searchParams;
    const token = query.get('$deltatoken') ?? query.get('$skiptoken');
    const [since = 0, from = 0, listed = 0, start = 0, end = 0] = (token ?? '').split('_').map(Number);
    const until = listed || count;
    if (token !== null && since < oldest && since > 0) return refuse(410, 'SyncStateNotFound');
    const window =
      token === null
        ? {
            start: Date.parse(query.get('startDateTime') ?? ''),
            end: Date.parse(query.get('endDateTime') ?? ''),
          }
        : { start, end };
    const isInside = (event: Json): boolean =>
      event.type === 'seriesMaster' ||
      (Date.parse(`${event.start.dateTime}Z`) < window.end &&
        Date.parse(`${event.end.dateTime}Z`) > window.start);
    const matching = [...calendar.events.values()]
      .filter(({ at, event, isDeleted }) => at > since && isInside(event) && (since > 0 || !isDeleted))
      .sort((a, b) => a.at - b.at);
    const size = pageSizeOf(request, settings.largestPage);
    const page = matching.slice(from, from + size);
    const link = (kind: string, parts: number[]): string =>
      `${graph.app.apiUrl}/me/calendars/${calendarId}/calendarView/delta?${kind}=${parts.join('_')}`;
    const isLast = from + size >= matching.length;
    return {
      status: 200,
      body: {
        value: page.map(({ event, isDeleted }) =>
          isDeleted
            ? { id: idFor(request, event.id), '@removed': { reason: 'deleted' } }
            : shown(request, stub(event)),
        ),
        ...(isLast
          ? { '@odata.deltaLink': link('$deltatoken', [until, 0, 0, window.start, window.end]) }
          : { '@odata.nextLink': link('$skiptoken', [since, from + size, until, window.start, window.end]) }),
      },
    };
  };

  const write = (calendar: FakeCalendar, request: FakeRequest, id: string): FakeAnswer => {
    const { method, headers, body } = request;
    if (method === 'POST') {
      const known = transactions.get(body.transactionId);
      const present = known === undefined ? undefined : calendar.events.get(known);
      if (present && !present.isDeleted) return { status: 201, body: shown(request, present.event) };
      const made = {
        id: `AAMk${randomUUID()}`,
        type: 'singleInstance',
        showAs: 'busy',
        isCancelled: false,
        ...body,
      };
      if (body.transactionId) transactions.set(body.transactionId, made.id);
      if (body.isOnlineMeeting) pending.set(made.id, settings.pendingReads);
      return { status: 201, body: shown(request, read(calendar, store(calendar, made))) };
    }
    const stored = calendar.events.get(id.replace(/^moving-/, ''));
    if (!stored || stored.isDeleted) return refuse(404, 'ErrorItemNotFound');
    if (method === 'GET') return { status: 200, body: shown(request, read(calendar, stored.event)) };
    const wanted = headers['if-match'];
    if (wanted !== undefined && wanted !== stored.event['@odata.etag'])
      return refuse(412, 'ErrorIrresolvableConflict');
    if (method === 'DELETE') {
      store(calendar, stored.event, true);
      return { status: 204 };
    }
    return { status: 200, body: shown(request, store(calendar, { ...stored.event, ...body })) };
  };

  /** An online meeting is there after some reads. */
  const read = (calendar: FakeCalendar, event: Json): Json => {
    const left = pending.get(event.id);
    if (left === undefined) return event;
    if (left > 0) {
      pending.set(event.id, left - 1);
      return event;
    }
    pending.delete(event.id);
    return store(calendar, {
      ...event,
      onlineMeeting: { joinUrl: `https://teams.microsoft.com/l/${event.id.slice(4, 12)}` },
    });
  };

  const list = (calendar: FakeCalendar, request: FakeRequest): FakeAnswer => {
    const [, value] = /ep\/value eq '([^']*)'/.exec(request.url.searchParams.get('$filter') ?? '') ?? [];
    const found = [...calendar.events.values()].filter(
      ({ event, isDeleted }) =>
        !isDeleted && event.singleValueExtendedProperties?.some((property: Json) => property.value === value),
    );
    return { status: 200, body: { value: found.map(({ event }) => shown(request, event)) } };
  };

  const instances = (calendar: FakeCalendar, request: FakeRequest, masterId: string): FakeAnswer => {
    const found = [...calendar.events.values()].filter(
      ({ event, isDeleted }) => !isDeleted && event.seriesMasterId === masterId,
    );
    const master = calendar.events.get(masterId)?.event;
    return {
      status: 200,
      body: { value: found.map(({ event }) => shown(request, { showAs: master?.showAs, ...event })) },
    };
  };

  const subscribe = async ({ method, body }: FakeRequest, id: string): Promise<FakeAnswer> => {
    if (method === 'DELETE')
      return subscriptions.delete(id) ? { status: 204 } : refuse(404, 'ResourceNotFound');
    const longestMs = 10_080 * 60_000;
    if (Date.parse(body.expirationDateTime) > clock.now().getTime() + longestMs)
      return refuse(400, 'InvalidRequest');
    if (method === 'PATCH') {
      const known = subscriptions.get(id);
      if (!known) return refuse(404, 'ResourceNotFound');
      subscriptions.set(id, { ...known, ...body });
      return { status: 200, body: subscriptions.get(id) };
    }
    const validationToken = 'Validation: Testing client application reachability <&>';
    const answer = await graph.notifier({
      url: `${body.notificationUrl}?validationToken=${encodeURIComponent(validationToken)}`,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: '',
    });
    if (answer.status !== 200 || answer.body !== validationToken || !answer.type.startsWith('text/plain'))
      return refuse(400, 'InvalidRequest');
    const made = { ...body, id: randomUUID() };
    subscriptions.set(made.id, made);
    return { status: 201, body: made };
  };

  const schedule = ({ schedules: [address], startTime, endTime }: Json): FakeAnswer => {
    const [start, end] = [startTime.dateTime, endTime.dateTime];
    if (Date.parse(`${end}Z`) - Date.parse(`${start}Z`) > 62 * dayMs)
      return refuse(400, 'ErrorInvalidTimeInterval');
    const owned = [...calendars.values()].filter(({ entry }) => entry.owner.address === address);
    const items = owned.flatMap(({ events }) =>
      [...events.values()]
        .filter(
          ({ event, isDeleted }) => !isDeleted && event.start.dateTime >= start && event.start.dateTime < end,
        )
        .map(({ event }) => ({ status: event.showAs, start: event.start, end: event.end })),
    );
    return { status: 200, body: { value: [{ scheduleId: address, scheduleItems: items }] } };
  };

  const serve = (request: FakeRequest): FakeAnswer | Promise<FakeAnswer> => {
    const path = decodeURIComponent(request.url.pathname.replace('/api', ''));
    if (path === '/me/calendars')
      return { status: 200, body: { value: [...calendars.values()].map(({ entry }) => entry) } };
    if (path === '/me/calendar/getSchedule') return schedule(request.body);
    const [, subscription] = /^\/subscriptions\/?(.*)$/.exec(path) ?? [];
    if (subscription !== undefined) return subscribe(request, subscription);
    const [, calendarId = '', rest = ''] = /^\/me\/calendars\/([^/]+)\/?(.*)$/.exec(path) ?? [];
    const calendar = calendars.get(calendarId);
    if (!calendar) return refuse(404, 'ErrorItemNotFound');
    if (rest === '') return { status: 200, body: calendar.entry };
    if (rest === 'calendarView/delta') return delta(calendar, calendarId, request);
    const [, id = '', more = ''] = /^events\/?([^/]*)\/?(.*)$/.exec(rest) ?? [];
    if (more === 'instances') return instances(calendar, request, id);
    return request.method === 'GET' && id === '' ? list(calendar, request) : write(calendar, request, id);
  };

  const base = await startAccountServer(clock, error, serve);
  const calendarOf = (id: string): FakeCalendar => {
    const found = calendars.get(id);
    if (!found) throw new Error(`Graph has no calendar ${id}.`);
    return found;
  };
  const graph: GraphServer = Object.assign(base, {
    settings,
    subscriptions,
    addCalendar: (id: string, { isBusyOnly = false, ...fields }: Json = {}) =>
      void calendars.set(id, {
        entry: {
          id,
          name: id,
          canEdit: true,
          hexColor: '#0078d4',
          owner: { address: 'mara@outlook.example' },
          ...fields,
        },
        isBusyOnly,
        events: new Map(),
      }),
    put: (calendarId: string, event: Json) =>
      void store(calendarOf(calendarId), {
        type: 'singleInstance',
        ...(event.type === 'occurrence' ? {} : { showAs: 'busy' }),
        ...calendarOf(calendarId).events.get(event.id)?.event,
        ...event,
      }),
    remove: (calendarId: string, id: string) =>
      void store(calendarOf(calendarId), calendarOf(calendarId).events.get(id)?.event, true),
    event: (calendarId: string, id: string) => calendarOf(calendarId).events.get(id)?.event,
    listEvents: (calendarId: string) =>
      [...calendarOf(calendarId).events.values()]
        .filter(({ isDeleted }) => !isDeleted)
        .map(({ event }) => event),
    expireDeltaLinks: () => {
      count += 1;
      oldest = count;
    },
    report: (calendarId: string, fields: Json = { changeType: 'updated' }) =>
      Promise.all(
        [...subscriptions.values()]
          .filter(({ resource }) => resource.includes(`/${calendarId}/`))
          .map(async ({ id, notificationUrl, clientState }) => {
            const value = [{ subscriptionId: id, clientState, ...fields }];
            const headers = { 'content-type': 'application/json' };
            const { status } = await graph.notifier({
              url: notificationUrl,
              headers,
              body: JSON.stringify({ value }),
            });
            return status;
          }),
      ),
  });
  return graph;
}

/** Occurrences in a list have only their times. */
function stub(event: Json): Json {
  if (event.type !== 'occurrence') return event;
  const { id, type, seriesMasterId, start, end } = event;
  return { id, type, seriesMasterId, start, end, '@odata.etag': event['@odata.etag'] };
}

const preferences = ({ headers }: FakeRequest): string => String(headers['prefer'] ?? '');

/** Without asking for ids that stay, another one comes each time that an entry is moved. */
const idFor = (request: FakeRequest, id: string): string =>
  preferences(request).includes('IdType="ImmutableId"') ? id : `moving-${id}`;

/** Times are in the zone of the mailbox unless another one is asked for, and never have an offset. */
function shown(request: FakeRequest, event: Json): Json {
  const isUtc = preferences(request).includes('outlook.timezone="UTC"');
  const time = (given: Json): Json =>
    isUtc || !given
      ? given
      : {
          dateTime: new Date(Date.parse(`${given.dateTime}Z`) - 8 * 3_600_000).toISOString().slice(0, 19),
          timeZone: 'Pacific Standard Time',
        };
  return { ...event, id: idFor(request, event.id), start: time(event.start), end: time(event.end) };
}

function pageSizeOf(request: FakeRequest, largest: number): number {
  const [, wanted] = /odata\.maxpagesize=(\d+)/.exec(preferences(request)) ?? [];
  return Math.min(wanted === undefined ? usualPage : Number(wanted), largest);
}
