import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bookingFields, page as fullPage, schedule as calcomSchedule } from './test-calcom.ts';
import { event, invitee, page, schedule, user } from './test-calendly.ts';

/** The APIs of Calendly and Cal.com about a company of any size, as slow and as broken as a test wants. */

export interface FakeApi {
  readonly url: string;
  /** How often each path was answered whole. */
  readonly answered: Map<string, number>;
  close(): Promise<void>;
}

/** What goes wrong with a request, by its number: nothing if undefined. */
export type Fault = 'limit' | 'error' | 'truncated' | 'dropped' | undefined;

export interface Company {
  readonly users: number;
  readonly bookings: number;
}

type Answer = { readonly status?: number; readonly body: unknown };

const token = 'secret-token';
export const fakeToken = token;

export function startCalendly(company: Company, faultOf: (request: number) => Fault = () => undefined) {
  return start((url) => calendlyAnswer(company, url), faultOf);
}

export function startCalcom(company: Company, faultOf: (request: number) => Fault = () => undefined) {
  return start((url) => calcomAnswer(company, url), faultOf);
}

async function start(answer: (url: URL) => Answer, faultOf: (request: number) => Fault): Promise<FakeApi> {
  const answered = new Map<string, number>();
  let requests = 0;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    const url = new URL(request.url ?? '', 'http://fake');
    if (request.headers.authorization !== `Bearer ${token}`) return void response.writeHead(401).end('{}');
    const fault = faultOf(requests);
    if (fault === 'limit') return void response.writeHead(429, { 'retry-after': '0.01' }).end('{}');
    if (fault === 'error') return void response.writeHead(500, { 'retry-after': '0' }).end('oops');
    if (fault === 'dropped') return void request.socket.destroy();
    const { status = 200, body } = answer(url);
    const text = JSON.stringify(body);
    // A proxy that cut the answer and says that this is all of it.
    if (fault === 'truncated') return void response.writeHead(200).end(text.slice(0, text.length / 2));
    const key = `${url.pathname}${url.search}`;
    answered.set(key, (answered.get(key) ?? 0) + 1);
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const api = 'https://api.calendly.com';
const organization = `${api}/organizations/O1`;
const numbered = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const calendlyUser = (index: number) => ({
  ...user,
  uri: `${api}/users/C${index}`,
  name: `Host ${index}`,
  slug: `company-host-${index}`,
  email: `host${index}@company.example`,
  current_organization: organization,
});

const calendlyEvent = (index: number, users: number) => ({
  ...event,
  uri: `${api}/scheduled_events/E${index}`,
  name: `Meeting ${index}`,
  status: 'active',
  cancellation: null,
  event_type: `${api}/event_types/P${index % users}`,
  invitees_counter: { total: 1, active: 1, limit: 1 },
  ...hourOf(index, users, ['start_time', 'end_time']),
  event_memberships: [{ user: `${api}/users/C${index % users}` }],
});

/** From 2024 on, so that most are over: each user has one after the other. */
function hourOf(index: number, users: number, [from, to]: readonly [string, string]) {
  const start = Date.UTC(2024, 0, 1) + Math.floor(index / users) * 3_600_000;
  return { [from]: new Date(start).toISOString(), [to]: new Date(start + 1_800_000).toISOString() };
}

function calendlyAnswer({ users, bookings }: Company, url: URL): Answer {
  const { pathname, searchParams } = url;
  const eventOf = /^\/scheduled_events\/E(\d+)\/invitees$/.exec(pathname)?.[1];
  if (eventOf !== undefined) return calendlyPage(url, 1, () => calendlyInvitee(Number(eventOf)));
  const index = Number(/C(\d+)$/.exec(searchParams.get('user') ?? '')?.[1]);
  switch (pathname) {
    case '/users/me':
      return { body: { resource: calendlyUser(0) } };
    case '/organization_memberships':
      return calendlyPage(url, users, (each) => ({
        uri: `${api}/organization_memberships/M${each}`,
        role: each === 0 ? 'admin' : 'user',
        organization,
        user: calendlyUser(each),
      }));
    case '/user_availability_schedules':
      return calendlyPage(url, 1, () => ({
        ...schedule,
        uri: `${api}/user_availability_schedules/S${index}`,
        user: `${api}/users/C${index}`,
      }));
    case '/event_types':
      return calendlyPage(url, users, (each) => ({
        ...page,
        uri: `${api}/event_types/P${each}`,
        slug: 'meeting',
        booking_method: 'instant',
        is_paid: false,
        kind: 'solo',
        profile: { type: 'User', name: 'x', owner: `${api}/users/C${each}` },
      }));
    case '/scheduled_events':
      return calendlyPage(url, bookings, (each) => calendlyEvent(each, users));
    default:
      return { status: 403, body: { title: 'Permission Denied' } };
  }
}

const calendlyInvitee = (index: number) => ({
  ...invitee,
  uri: `${api}/scheduled_events/E${index}/invitees/I${index}`,
  event: `${api}/scheduled_events/E${index}`,
  email: `guest${index}@customer.example`,
  payment: null,
});

function calendlyPage(url: URL, total: number, make: (index: number) => unknown): Answer {
  const count = Number(url.searchParams.get('count') ?? 20);
  const from = Number(url.searchParams.get('page_token') ?? 0);
  const rest = Math.min(count, total - from);
  const next = from + rest < total ? String(from + rest) : null;
  return {
    body: {
      collection: numbered(rest, (index) => make(from + index)),
      pagination: { count: rest, next_page_token: next },
    },
  };
}

const calcomUser = (index: number) => ({
  id: 1000 + index,
  email: `host${index}@company.example`,
  username: `company-host-${index}`,
  name: `Host ${index}`,
  timeZone: 'UTC',
});

const calcomBooking = (index: number, users: number) => ({
  id: index,
  uid: `booking-${index}`,
  title: `Meeting ${index}`,
  status: 'accepted',
  hosts: [{ email: calcomUser(index % users).email }],
  ...hourOf(index, users, ['start', 'end']),
  eventTypeId: 2000 + (index % users),
  attendees: [{ name: `Guest ${index}`, email: `guest${index}@customer.example`, timeZone: 'UTC' }],
  bookingFieldsResponses: { notes: 'Hello' },
});

function calcomAnswer({ users, bookings }: Company, url: URL): Answer {
  const name = /^company-host-(\d+)$/.exec(url.searchParams.get('username') ?? '')?.[1];
  switch (url.pathname) {
    case '/me':
      return { body: { status: 'success', data: { ...calcomUser(0), organizationId: 5 } } };
    case '/organizations/5/users':
      return calcomPage(url, users, calcomUser);
    case '/organizations/5/memberships':
      return calcomPage(url, users, (each) => ({
        id: each,
        userId: 1000 + each,
        teamId: 5,
        accepted: true,
        role: each === 0 ? 'OWNER' : 'MEMBER',
      }));
    case '/organizations/5/schedules':
      return calcomPage(url, users, (each) => ({ ...calcomSchedule, id: 3000 + each, ownerId: 1000 + each }));
    case '/organizations/5/bookings':
      return calcomPage(url, bookings, (each) => calcomBooking(each, users));
    case '/event-types':
      return {
        body: {
          status: 'success',
          data: [
            {
              ...plainPage(),
              id: 2000 + Number(name),
              ownerId: 1000 + Number(name),
              scheduleId: 3000 + Number(name),
            },
          ],
        },
      };
    default:
      return { status: 404, body: { status: 'error' } };
  }
}

const plainPage = () => ({ ...fullPage, bookingFields, price: 0, metadata: {}, confirmationPolicy: null });

function calcomPage(url: URL, total: number, make: (index: number) => unknown): Answer {
  // Fewer than were asked for, as servers with a limit of their own answer.
  const take = Math.min(Number(url.searchParams.get('take') ?? 10), 50);
  const skip = Number(url.searchParams.get('skip') ?? 0);
  const rest = Math.max(Math.min(take, total - skip), 0);
  return {
    body: {
      status: 'success',
      data: numbered(rest, (index) => make(skip + index)),
      pagination: { totalItems: total, hasNextPage: skip + rest < total },
    },
  };
}
