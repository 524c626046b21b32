import { setTimeout as sleep } from 'node:timers/promises';
import {
  createRecord,
  sendToAnyServer,
  type Answer,
  type Cluster,
  type Member,
  type Request,
} from './cluster.ts';
import type { Counts, Outcome, Plan } from './scenario.ts';

/** What callers did, and what they know of it. */
export interface History {
  readonly bookings: Booking[];
  /** What was done to each time for which several callers compete. */
  readonly times: Map<string, Attempt[]>;
  readonly wrong: string[];
}

export interface Booking {
  readonly email: string;
  readonly request: Request;
  id?: string;
  inviteeId?: string;
  /** As the last answer said; undefined before the first. */
  known?: State;
  /** What it is if the request that was not answered had its effect. */
  possible?: State;
}

export interface State {
  readonly startsAt: string;
  readonly isCancelled: boolean;
  readonly host?: string;
}

export interface Attempt {
  readonly kind: 'book' | 'cancel';
  readonly email: string;
  readonly outcome: Outcome;
  readonly startedMs: number;
  readonly endedMs: number;
}

interface World {
  readonly cluster: Cluster;
  readonly counts: Counts;
  readonly history: History;
  readonly plan: Plan;
  readonly round: number;
  isGoing(): boolean;
}

interface Page {
  readonly ownerSlug: string;
  readonly eventTypeSlug: string;
}

const team = {
  seats: { ownerSlug: 'host-1901', eventTypeSlug: 'seats', type: 'GROUP', hosts: [1901] },
  robin: { ownerSlug: 'host-1902', eventTypeSlug: 'robin', type: 'ROUND_ROBIN', hosts: [1902, 1903, 1904] },
  all: { ownerSlug: 'host-1905', eventTypeSlug: 'all', type: 'COLLECTIVE', hosts: [1905, 1906] },
} as const;

/** Pages on which several seats, one of several hosts, or all of them are booked. */
export async function createPages({ apis: [api] }: Cluster): Promise<void> {
  for (const { ownerSlug, eventTypeSlug: slug, type, hosts } of Object.values(team)) {
    const body = {
      title: slug,
      slug,
      type,
      ownerSlug,
      duration: 30,
      hosts: hosts.map((host) => ({ slug: `host-${host}` })),
      bookingWindow: { type: 'unlimited' },
      ...(type === 'GROUP' && { maxActiveInvitees: 4 }),
    };
    await createRecord(api as Member, '/v2/event-types', body);
  }
}

/** Callers pause, so that faults are met by a server that works and not by one that is overloaded. */
const thinkMs = 100;

export interface Clients {
  /** How many answers of success came so far in this round. */
  done(): number;
  stop(): Promise<void>;
}

/** Starts callers of every kind. Each sends one request after the other, to a process chosen by chance. */
export function startClients(world: Omit<World, 'isGoing'>): Clients {
  const before = world.counts.operations.ok;
  let isGoing = true;
  const running = { ...world, isGoing: () => isGoing };
  const clients = [
    ...[0, 1, 2].map((client) => keepCalendar(running, 1 + world.round * 3 + client)),
    ...[0, 1, 2, 3].map((client) => compete(running, client)),
    ...[0, 1, 2].map((client) => bookTeam(running, client)),
  ];
  return {
    done: () => world.counts.operations.ok - before,
    async stop() {
      isGoing = false;
      await Promise.all(clients);
    },
  };
}

/** Books, moves and cancels on a host of its own. */
async function keepCalendar(world: World, host: number): Promise<void> {
  const { plan } = world;
  const page = { ownerSlug: `host-${host}`, eventTypeSlug: 'call' };
  for (let n = 0; world.isGoing(); n += 1) {
    const date = getWeekday('2027-01-04', n);
    const booking = await book(world, page, `r${world.round}-h${host}-${n}@kill.example`, `${date} 09:00`);
    for (let move = 0; move < n % 3 && isOpen(booking); move += 1) {
      const startsAt = `${date} ${10 + move}:00`;
      await change(world, booking, 'reschedule', timeOf(startsAt), { startsAt, isCancelled: false });
    }
    if (n % 2 === 1 && isOpen(booking)) await cancel(world, booking);
    await sleep(plan.random(thinkMs));
  }
}

/** Books and cancels two times of one host, like others at the same moment. */
async function compete(world: World, client: number): Promise<void> {
  const { history, plan, round } = world;
  const page = { ownerSlug: `host-${1000 + (round % 400)}`, eventTypeSlug: 'call' };
  const date = getWeekday('2027-02-01', Math.floor(round / 400));
  for (let n = 0; world.isGoing(); n += 1) {
    const startsAt = `${date} 09:${plan.random(2) === 0 ? '00' : '30'}`;
    const email = `r${round}-c${client}-${n}@kill.example`;
    const attempts = history.times.get(`${page.ownerSlug} ${startsAt}`) ?? [];
    history.times.set(`${page.ownerSlug} ${startsAt}`, attempts);
    const attempt = async <T extends { outcome: Outcome }>(kind: Attempt['kind'], run: () => Promise<T>) => {
      const startedMs = performance.now();
      const result = await run();
      attempts.push({ kind, email, outcome: result.outcome, startedMs, endedMs: performance.now() });
      return result;
    };
    const booking = await attempt('book', async () => {
      const made = await book(world, page, email, startsAt);
      return { ...made, outcome: made.known ? 'ok' : made.possible ? 'unknown' : 'refused' };
    });
    await sleep(plan.random(thinkMs));
    const own = history.bookings.find((each) => each.email === email);
    if (own && booking.outcome === 'ok')
      await attempt('cancel', async () => ({ outcome: await cancel(world, own) }));
  }
}

/** Books seats, one of several hosts, or all of them, cancels, and gives events to another host. */
async function bookTeam(world: World, client: number): Promise<void> {
  const { plan, round } = world;
  const pages = Object.values(team);
  for (let n = 0; world.isGoing(); n += 1) {
    const page = pages[plan.random(pages.length)] ?? team.seats;
    const minutes = 9 * 60 + 30 * plan.random(8);
    const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    const startsAt = `${getWeekday('2027-03-01', round)} ${time}`;
    const booking = await book(world, page, `r${round}-t${client}-${n}@team.example`, startsAt);
    if (page === team.robin && isOpen(booking)) {
      const host = `host${team.robin.hosts[plan.random(3)]}@bench.example`;
      const body = { newHostEmail: host };
      await change(world, booking, 'handover', body, { startsAt, isCancelled: false, host });
    }
    if (plan.random(3) > 0 && isOpen(booking)) await cancel(world, booking);
    if (plan.random(5) === 0 && booking.known) await replayBooking(world, booking);
    await sleep(plan.random(thinkMs));
  }
}

async function book(world: World, page: Page, email: string, startsAt: string): Promise<Booking> {
  const { ownerSlug, eventTypeSlug } = page;
  const body = { ownerSlug, eventTypeSlug, ...timeOf(startsAt), name: 'Kit Okafor', email };
  const booking: Booking = { email, request: { method: 'POST', path: '/v2/event', body, key: email } };
  world.history.bookings.push(booking);
  const { outcome, body: event } = await call(world, booking.request);
  const state = { startsAt, isCancelled: false };
  if (outcome === 'ok') acknowledge(booking, event, state);
  if (outcome === 'unknown') booking.possible = state;
  return booking;
}

function acknowledge(booking: Booking, event: Answer['body'], state: State): void {
  booking.id = event.uuid;
  booking.inviteeId = event.invitees.find(({ email }: { email: string }) => email === booking.email)?.uuid;
  booking.known = state;
}

/** Whether its last request was answered, so that it may be changed further. */
const isOpen = ({ known, possible }: Booking): boolean => known !== undefined && possible === undefined;

async function change(
  world: World,
  booking: Booking,
  action: string,
  body: object,
  next: State,
): Promise<Outcome> {
  const path = `/v2/scheduled-events/${booking.id}/${action}`;
  return apply(booking, next, await call(world, { method: 'PUT', path, body }));
}

async function cancel(world: World, booking: Booking): Promise<Outcome> {
  const path = `/v2/scheduled-invitees/${booking.inviteeId}/cancel`;
  const next = { ...(booking.known as State), isCancelled: true };
  return apply(booking, next, await call(world, { method: 'PUT', path, body: {} }));
}

function apply(booking: Booking, next: State, { outcome }: { outcome: Outcome }): Outcome {
  if (outcome === 'ok') booking.known = next;
  if (outcome === 'unknown') booking.possible = next;
  return outcome;
}

/** Sends a booking again with its key: the answer is the one that was given before, and nothing is booked twice. */
export async function replayBooking(world: Omit<World, 'isGoing'>, booking: Booking): Promise<void> {
  const { outcome, body } = await call(world, booking.request);
  if (outcome === 'unknown') return;
  if (booking.id !== undefined && body?.uuid !== booking.id)
    world.history.wrong.push(`${booking.email} was sent again with its key, and is another booking.`);
  if (booking.known || !booking.possible) return;
  if (outcome === 'ok') acknowledge(booking, body, booking.possible);
  delete booking.possible;
}

async function call(
  { cluster, counts, history, plan }: Omit<World, 'isGoing'>,
  request: Request,
): Promise<Answer & { outcome: Outcome }> {
  const answer = await sendToAnyServer(cluster, plan, request);
  const outcome = toOutcome(answer.status);
  counts.operation(outcome ?? 'refused');
  if (!outcome)
    history.wrong.push(
      `${request.method} ${request.path} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`,
    );
  if (outcome !== 'ok') await sleep(5);
  return { ...answer, outcome: outcome ?? 'refused' };
}

/** Undefined for what must not be answered to these requests. A 503 may be that of a commit whose answer got lost. */
export function toOutcome(status: number): Outcome | undefined {
  if (status === 200 || status === 201) return 'ok';
  if (status === 409) return 'refused';
  return status === 503 || status === 0 ? 'unknown' : undefined;
}

function timeOf(startsAt: string): { date: string; start: string; timeZone: string } {
  const [date = '', start = ''] = startsAt.split(' ');
  return { date, start, timeZone: 'UTC' };
}

/** The nth weekday from a Monday on. */
export function getWeekday(monday: string, n: number): string {
  const day = new Date(`${monday}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + Math.floor(n / 5) * 7 + (n % 5));
  return day.toISOString().slice(0, 10);
}
