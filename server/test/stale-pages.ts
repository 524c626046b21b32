import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { loadCachedPage } from '../src/availability/page-cache.ts';
import { deleteOldChanges } from '../src/availability/page-version.store.ts';
import { loadPage, type PageFacts } from '../src/availability/store.ts';
import { createSystemActor } from '../src/platform/auth/actor.ts';
import { readInWorkspace, type Runtime } from '../src/platform/context.ts';
import type { WorkspaceId } from '../src/platform/db/workspace-id.ts';

/**
 * Compares cached pages with pages as they are, in one snapshot each, while others change all that they depend on: in
 * transactions that commit late and in another order than they began, or not at all.
 */

interface Options {
  readonly workspaceId: WorkspaceId;
  readonly pages: readonly { readonly ownerSlug: string; readonly eventTypeSlug: string }[];
  readonly comparisons: number;
  readonly writers: number;
  readonly readers?: number;
  readonly seed: number;
}

export interface Comparison {
  readonly compared: number;
  /** How often the page was another one than at the comparison before. */
  readonly changed: number;
  /** How often it came from the cache. */
  readonly hits: number;
  readonly commits: number;
  readonly rollbacks: number;
  readonly stale: readonly string[];
}

/** Of a page that is stale. */
const shownLength = 300;
/** So that writers leave time for comparisons. */
const writePauseMs = 30;

export async function compareUnderWrites(runtime: Runtime, options: Options): Promise<Comparison> {
  const counts = { commits: 0, rollbacks: 0 };
  let isOver = false;
  const writing = Array.from({ length: options.writers }, async (_, index) => {
    const random = randomFrom(options.seed + index);
    while (!isOver) {
      await writeOnce(runtime, options.workspaceId, random, counts);
      await sleep(random() * writePauseMs);
    }
  });
  const purging = purgeUntil(() => isOver, runtime);
  const stale: string[] = [];
  let [compared, changed, hits] = [0, 0, 0];
  const compare = async (): Promise<void> => {
    const last = new Map<object, Awaited<ReturnType<typeof readBoth>>>();
    while (compared < options.comparisons) {
      const address = options.pages[compared % options.pages.length] as Options['pages'][number];
      compared += 1;
      const both = await readBoth(runtime, options.workspaceId, address);
      const before = last.get(address);
      if (!isDeepStrictEqual(comparable(both.cached), comparable(both.fresh)))
        stale.push(`${address.ownerSlug} at ${compared}: ${JSON.stringify(both).slice(0, shownLength)}`);
      if (both.cached === before?.cached) hits += 1;
      if (before && !isDeepStrictEqual(both.fresh, before.fresh)) changed += 1;
      last.set(address, both);
    }
  };
  try {
    await Promise.all(Array.from({ length: options.readers ?? 1 }, compare));
  } finally {
    isOver = true;
    await Promise.all([...writing, purging]);
  }
  return { compared, changed, hits, ...counts, stale };
}

/** Busy time is a set: in which order it comes depends on how PostgreSQL executes the query at the moment. */
function comparable(page: PageFacts | undefined): unknown {
  return (
    page && {
      ...page,
      countedEvents: sorted(page.countedEvents),
      hosts: page.hosts.map(({ busy, ...host }) => ({
        ...host,
        rows: busy.rows.map(sorted),
        plain: sorted(busy.plain.map(({ pairs, source }) => ({ source, pairs: sorted(rangesOf(pairs)) }))),
      })),
    }
  );
}

const sorted = (list: readonly unknown[]): string[] => list.map((item) => JSON.stringify(item)).sort();

const rangesOf = (pairs: readonly number[]): number[][] =>
  pairs.flatMap((start, index) => (index % 2 === 0 ? [[start, pairs[index + 1] ?? start]] : []));

/** Longer than pages are cached. Without a purge a version takes longer to find with every change. */
const keptMinutes = 6;

async function purgeUntil(isOver: () => boolean, { database }: Runtime): Promise<void> {
  while (!isOver()) {
    await deleteOldChanges(database, keptMinutes);
    for (let waits = 0; waits < 100 && !isOver(); waits += 1) await sleep(50);
  }
}

const window = { start: Date.UTC(2027, 0, 4) / 60_000, end: Date.UTC(2027, 1, 1) / 60_000 };

function readBoth(runtime: Runtime, workspaceId: WorkspaceId, address: Options['pages'][number]) {
  return readInWorkspace(runtime, createSystemActor(workspaceId), async (ctx) => {
    await sql`set transaction isolation level repeatable read`.execute(ctx.db);
    const selection = { address, window };
    return { cached: await loadCachedPage(ctx, selection), fresh: await loadPage(ctx, selection) };
  });
}

type Random = () => number;

/** Mulberry32: the same changes for the same seed. */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function writeOnce(
  { database }: Runtime,
  workspaceId: WorkspaceId,
  random: Random,
  counts: { commits: number; rollbacks: number },
): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local daybook.workspace = '${workspaceId}'`);
    for (let left = 1 + Math.floor(random() * 2); left > 0; left -= 1) {
      const change = changes[Math.floor(random() * changes.length)] as Change;
      await client.query(change(random));
    }
    // The others go on meanwhile, so that transactions end in another order than they began.
    await client.query(`select pg_sleep(${(random() * 0.01).toFixed(4)})`);
    const isKept = random() < 0.8;
    await client.query(isKept ? 'commit' : 'rollback');
    counts[isKept ? 'commits' : 'rollbacks'] += 1;
  } catch (error) {
    // Two at the same time of a host, or a deadlock: as in life, one of them fails.
    await client.query('rollback');
    if (!['23P01', '40P01', '23505', '23503', '23514'].includes((error as { code?: string }).code ?? ''))
      throw error;
    counts.rollbacks += 1;
  } finally {
    client.release();
  }
}

type Change = (random: Random) => string;

const one = (table: string, condition = 'true') =>
  `(select ctid from ${table} where ${condition} order by random() limit 1)`;
const minutesFrom = (random: Random, atMost: number) => `interval '${Math.floor(random() * atMost)} minutes'`;
const someTime = (random: Random) => `timestamptz '2027-01-04T08:00:00Z' + ${minutesFrom(random, 30_000)}`;

/** A change of every table that a page is loaded from. */
const changes: readonly Change[] = [
  () => `update event_type set buffer_before = floor(random() * 4) * 5 where ctid = ${one('event_type')}`,
  () => `update schedule set timezone = case timezone when 'Europe/Berlin' then 'Europe/Paris' else 'Europe/Berlin' end
    where ctid = ${one('schedule')}`,
  () => `update member set first_name = first_name || 'x' where ctid = ${one('member')}`,
  () => `update event_type_host set priority = floor(random() * 5) where ctid = ${one('event_type_host')}`,
  () =>
    `update event_host set busy_to = busy_to + interval '1 minute' where ctid = ${one('event_host', 'blocking')}`,
  () => `update event_host set blocking = not blocking where ctid = ${one('event_host')}`,
  () => `update scheduled_event set seats_taken = seats_taken + 1 where ctid = ${one('scheduled_event')}`,
  () => `update workspace set plan_active = plan_active`,
  (random) => `insert into absence (workspace_id, id, member_id, kind, starts_at, ends_at)
    select workspace_id, gen_random_uuid(), id, 'vacation', t.at, t.at + interval '2 hours'
    from member, lateral (select ${someTime(random)} as at) t where member.ctid = ${one('member')}`,
  () => `delete from absence where ctid = ${one('absence')}`,
  (random) => `update calendar_busy b set starts_at = t.at, ends_at = t.at + interval '30 minutes'
    from (select ${someTime(random)} as at) t where b.ctid = ${one('calendar_busy')}`,
  (random) => `with entry as (insert into calendar_entry (workspace_id, calendar_id, external_id, content)
      select workspace_id, id, gen_random_uuid()::text, '' from calendar where ctid = ${one('calendar')}
      returning workspace_id, calendar_id, external_id)
    insert into calendar_busy (workspace_id, member_id, calendar_id, external_id, position, starts_at, ends_at)
    select e.workspace_id, k.member_id, e.calendar_id, e.external_id, 1, t.at, t.at + interval '30 minutes'
    from entry e join calendar k on k.workspace_id = e.workspace_id and k.id = e.calendar_id, lateral (select ${someTime(random)} as at) t`,
  () => `update resource set capacity = 1 + floor(random() * 5) where ctid = ${one('resource')}`,
  () =>
    `update event_resource set busy_to = busy_to + interval '1 minute' where ctid = ${one('event_resource')}`,
  () => `update event_resource set blocking = not blocking where ctid = ${one('event_resource')}`,
  () => `delete from calendar_entry where ctid = ${one('calendar_entry')}`,
  () => `update calendar set is_read = not is_read where ctid = ${one('calendar')}`,
];

/** Two calendars of everybody, since nobody is connected to one. */
export async function seedCalendars({ database }: Runtime, workspaceId: WorkspaceId): Promise<void> {
  await database.pool.query(
    `with connection as (insert into calendar_connection (workspace_id, id, member_id, provider, account_key, account, secret_sealed)
       select workspace_id, gen_random_uuid(), id, 'ics', '', '', '' from member where workspace_id = $1
       returning workspace_id, id, member_id)
     insert into calendar (workspace_id, id, connection_id, member_id, external_id, name, can_write, is_read)
     select workspace_id, gen_random_uuid(), id, member_id, n::text, '', false, true from connection, generate_series(1, 2) n`,
    [workspaceId],
  );
}
