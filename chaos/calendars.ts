// Kills a process that books, moves and cancels, and writes all that into a Radicale, with kill -9, and Radicale itself, in turn, again
// and again. Each booking that stands must be in the calendar once, at its time, and nothing else; and no entry of ours may come back
// as a change that a host made.
// Every wait has an end, and no round begins after 20 minutes: what is missing by then makes the run inconclusive.

import { loadHosts } from '../bench/parts/calendar.ts';
import { provideServer, radicale, startDav, type DavServer } from '../server/test/dav-servers.ts';
import { syncConnection } from '../server/src/calendars/sync.ts';
import { writeCopies } from '../server/src/calendars/write-copies.ts';
import { createSystemActor, type Actor } from '../server/src/platform/auth/actor.ts';
import { runInWorkspace, selectPool, type Runtime } from '../server/src/platform/context.ts';
import type { Connection } from '../server/src/platform/db/connect.ts';
import type { WorkspaceId } from '../server/src/platform/db/workspace-id.ts';
import { effects } from '../server/src/platform/effects.ts';
import { bookTime } from '../server/src/scheduled-events/bookings/book.ts';
import { cancelEvent } from '../server/src/scheduled-events/changes/cancel.ts';
import { rescheduleEvent } from '../server/src/scheduled-events/changes/reschedule.ts';
import type { Query } from './database.ts';
import type { Scenario } from './scenario.ts';
import { runOnWorld } from './world.ts';
import { openRuntimeOn, seedSubscriptions, sleep, startChild } from '../server/test/webhook-parts.ts';

interface Target {
  readonly connection: Connection;
  readonly runtime: Runtime;
  readonly query: Query;
}

interface Findings {
  readonly kills: number;
  /** Kills that came while entries were still to be written. */
  readonly fair: number;
  readonly events: number;
  readonly wrong: readonly string[];
}

interface Order {
  readonly connection: Connection;
  readonly actor: Omit<Actor, 'scopes'>;
  readonly round: number;
  readonly isControl: boolean;
}

const leaseMs = 1_000;
const writers = 3;
/** What each writer books in a round. The kills come before all of it is in the calendar. */
const bookings = 6;
const roundMs = 30_000;
const allRoundsMs = 20 * 60_000;

export const calendarsScenario: Scenario = {
  claim:
    'Every booking is in the calendar of its host once, at its time, whenever server or calendar is killed.',
  control: 'an entry counts as written before it is',
  rounds: 25,
  controlRounds: 15,
  async run({ rounds, isControl }) {
    const missing = await provideServer(radicale);
    if (missing !== undefined) throw new Error(missing);
    const { kills, fair, events, wrong } = await runOnWorld((world) =>
      killCalendars(world, 2 * rounds, isControl),
    );
    return {
      faults: { 'kill -9 of the server': kills / 2, 'kill -9 of the calendar': kills / 2 },
      operations: { ok: events, refused: 0, unknown: fair },
      wrong,
    };
  },
};

/** On a database with one workspace at most. */
export async function killCalendars(target: Target, wanted: number, isControl: boolean): Promise<Findings> {
  const dav = await startDav(radicale);
  try {
    const [subscription] = await seedSubscriptions(target, 1, ['http://127.0.0.1:9/nobody']);
    if (!subscription) throw new Error('No company.');
    const { workspaceId } = subscription;
    await target.query('delete from webhook');
    await loadHosts(target.connection, workspaceId);
    await plantConnections(target, workspaceId, dav);
    const { scopes: _scopes, ...system } = createSystemActor(workspaceId);
    const order = { connection: target.connection, actor: { ...system, kind: 'token' as const }, isControl };
    const untilMs = performance.now() + allRoundsMs;
    let kills = 0;
    let fair = 0;
    for (let round = 0; kills < wanted && performance.now() < untilMs; round += 1) {
      fair += await killBoth(target, dav, { ...order, round });
      kills += 2;
    }
    await runTheRest(target, { ...order, isControl: false, round: -1 });
    return { kills, fair, ...(await check(target, dav)) };
  } finally {
    await dav.stop();
  }
}

/** Radicale, and a while later the process that writes there. Returns how often entries were still to be written. */
async function killBoth(target: Target, dav: DavServer, order: Order): Promise<number> {
  await letTimePass(target);
  const child = await startChild(import.meta.filename, [JSON.stringify(order)]);
  await waitForWritten(target);
  await dav.kill();
  const isFirstFair = await isUnwritten(target);
  await sleep(Math.random() * 100);
  await dav.restart();
  await target.query('update calendar_copy set next_at = now()');
  await waitForWritten(target);
  await child.kill('SIGKILL');
  return Number(isFirstFair) + Number(await isUnwritten(target));
}

/** A few more, so that the next kill comes in the middle of them. */
async function waitForWritten(target: Target): Promise<void> {
  const enough = (await countWritten(target)) + 1 + Math.floor(Math.random() * bookings);
  const untilMs = performance.now() + roundMs;
  while ((await countWritten(target)) < enough && performance.now() < untilMs) await sleep(5);
}

async function isUnwritten({ query }: Target): Promise<boolean> {
  return (await query('select 1 from calendar_copy where written_seq < wanted_seq limit 1')).length > 0;
}

/** The hosts share one calendar, into which all bookings are entered. */
async function plantConnections(
  { runtime, query }: Target,
  workspaceId: WorkspaceId,
  { url, username, password, calendar }: DavServer,
): Promise<void> {
  const secret = runtime.secrets.seal(JSON.stringify({ url, username, password }));
  await query(
    `with host as (select id from member where slug = any ($3)),
     made as (insert into calendar_connection (workspace_id, id, member_id, provider, account_key, account, secret_sealed)
       select $1, gen_random_uuid(), id, 'caldav', '', '', $2 from host returning id, member_id)
     insert into calendar (workspace_id, id, connection_id, member_id, external_id, name, can_write, is_read, is_written)
     select $1, gen_random_uuid(), id, member_id, $4, '', true, false, true from made`,
    [workspaceId, secret, hosts, calendar],
  );
}

const hosts = Array.from({ length: writers }, (_, writer) => `host-${writer + 1}`);

/** Leases of processes that were killed end, and what failed is due again. */
async function letTimePass({ query }: Target): Promise<void> {
  await query('update calendar_copy set next_at = now(), leased_until = null');
  await query('update calendar_connection set leased_until = null');
}

async function countWritten({ query }: Target): Promise<number> {
  const [row] = await query<{ count: number }>(
    'select coalesce(sum(written_seq), 0)::int as count from calendar_copy',
  );
  return row?.count ?? 0;
}

async function runTheRest(target: Target, order: Order): Promise<void> {
  const { query } = target;
  await letTimePass(target);
  const child = await startChild(import.meta.filename, [JSON.stringify(order)]);
  const open = `select 1 from outbox union all select 1 from calendar_copy where written_seq < wanted_seq limit 1`;
  for (const untilMs = performance.now() + 120_000; (await query(open)).length > 0;) {
    if (performance.now() > untilMs) throw new Error('Effects or entries are still open.');
    await sleep(100);
  }
  await child.kill('SIGKILL');
}

async function check({ query }: Target, dav: DavServer): Promise<Pick<Findings, 'events' | 'wrong'>> {
  const events = await query<{ id: string; starts: string; isThere: boolean }>(
    `select e.id, to_char(e.starts_at at time zone 'utc', 'YYYYMMDD"T"HH24MISS"Z"') as starts, e.status = 'confirmed' as "isThere"
     from scheduled_event e where exists (select from invitee i where i.workspace_id = e.workspace_id and i.event_id = e.id
       and i.email like '%@kill.example')`,
  );
  const entries: { url: string; start: string }[] = [];
  for (const name of await dav.list()) {
    const text = ((await dav.read(name.replace(/\.ics$/, ''))) ?? '').replaceAll(/\r?\n /g, '');
    entries.push({
      url: /^URL:.*\/(\S+)/m.exec(text)?.[1] ?? '',
      start: /^DTSTART:(\S+)/m.exec(text)?.[1] ?? '',
    });
  }
  const wrong = events.flatMap(({ id, starts, isThere }) => {
    const found = entries.filter(({ url }) => url === id);
    if (found.length !== (isThere ? 1 : 0)) return [`${id} is in the calendar ${found.length} times.`];
    return found.some(({ start }) => start !== starts) ? [`${id} is not at its time.`] : [];
  });
  const strange = entries.length - events.filter(({ isThere }) => isThere).length;
  const followed = await query(
    `select 1 from graphile_worker.jobs where task_identifier = 'calendars.follow'`,
  );
  return {
    events: events.length,
    wrong: [
      ...wrong,
      ...(strange === 0 || wrong.length > 0 ? [] : [`${strange} entries too many.`]),
      ...(followed.length === 0
        ? []
        : [`${followed.length} entries of ours were taken for changes of a host.`]),
    ],
  };
}

/** Books, moves and cancels, and runs effects, writes entries and reads them back beside it, as one process does. */
async function work(order: Order): Promise<void> {
  const runtime = await openRuntimeOn(order.connection);
  const actor: Actor = { ...order.actor, scopes: new Set() };
  const worker = selectPool(runtime, 'worker');
  effects.start(worker);
  void repeat(order.isControl ? () => writeUnguarded(worker) : () => writeCopies(worker, leaseMs));
  if (!order.isControl) void repeat(() => readBack(worker, actor.workspaceId));
  process.send?.('ready');
  if (order.round < 0) return;
  await Promise.all(hosts.map((host) => write(runtime, actor, host, order.round)));
}

async function repeat(run: () => Promise<unknown>): Promise<void> {
  for (;;) {
    await run().catch((error: unknown) => console.error(error));
    await sleep(20);
  }
}

async function readBack(runtime: Runtime, workspaceId: WorkspaceId): Promise<void> {
  const { rows } = await runtime.database.pool.query<{ id: string }>('select id from calendar_connection');
  for (const { id } of rows)
    await syncConnection(
      runtime,
      { workspace_id: workspaceId, id },
      { asked: { start: new Date(), end: new Date() } },
    );
  await sleep(200);
}

/** The guard removed: what is about to be written counts as written. */
async function writeUnguarded(runtime: Runtime): Promise<void> {
  const { pool } = runtime.database;
  const { rows } = await pool.query<{ id: string; seq: number }>(
    `with due as (select workspace_id, id, written_seq from calendar_copy where written_seq < wanted_seq)
     update calendar_copy c set written_seq = c.wanted_seq from due
     where c.workspace_id = due.workspace_id and c.id = due.id returning c.id, due.written_seq as seq`,
  );
  await sleep(400);
  for (const { id, seq } of rows)
    await pool.query('update calendar_copy set written_seq = $2 where id = $1', [id, seq]);
  await writeCopies(runtime, leaseMs);
}

/** On a host of its own, a weekday for each booking: nobody waits for anybody. */
async function write(runtime: Runtime, actor: Actor, host: string, round: number): Promise<void> {
  const timeZone = 'Europe/Berlin';
  for (let n = round * bookings; n < (round + 1) * bookings; n += 1) {
    const date = new Date(Date.UTC(2027, 0, 4 + Math.floor(n / 5) * 7 + (n % 5))).toISOString().slice(0, 10);
    const { eventId } = await runInWorkspace(runtime, actor, (ctx) =>
      bookTime(ctx, {
        ownerSlug: host,
        eventTypeSlug: 'call',
        date,
        start: '09:00',
        timeZone,
        name: `Kit ${host} ${n}`,
        email: `k-${host}-${n}@kill.example`,
      }),
    );
    for (let move = 0; move < n % 3; move += 1) {
      const start = `${10 + move}:00`;
      await runInWorkspace(runtime, actor, (ctx) => rescheduleEvent(ctx, eventId, { date, start, timeZone }));
    }
    if (n % 3 === 1) await runInWorkspace(runtime, actor, (ctx) => cancelEvent(ctx, eventId, null));
    await sleep(20);
  }
}

if (import.meta.filename === process.argv[1]) await work(JSON.parse(process.argv[2] ?? '') as Order);
