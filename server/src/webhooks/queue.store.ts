import { sql, type Kysely } from 'kysely';
import type { DB } from '../platform/db/schema.gen.ts';
import { transact, type Database } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import {
  finish,
  noteArrivals,
  noteFailures,
  type Failing,
  type Health,
  type Result,
} from './results.store.ts';
import type { Lane, Share } from './rules.ts';

/**
 * The queue of all workspaces, as a deliverer works through it. Everything is done in batches and by the database's clock.
 * What is open has no `finished_at`; `due_at` of what is being sent is the end of its lease.
 */

/** A subscription that may be sent something now. */
export interface OpenLane extends Lane {
  readonly workspaceId: WorkspaceId;
  readonly callbackUrl: string;
  readonly tokenSealed: Buffer | null;
  readonly secretSealed: Buffer;
  /** The one before, while it is still good. */
  readonly oldSecretSealed: Buffer | null;
}

/** A delivery that is ours to send until its lease ends. */
export interface Claimed {
  readonly lane: OpenLane;
  readonly id: string;
  readonly eventId: string;
  readonly attempt: number;
  readonly failures: number;
  readonly payload: string;
}

/** Writes down what came of attempts, and answers with the addresses at which nothing arrives. */
export function record(
  database: Database,
  results: readonly Result[],
  health: readonly Health[],
  /** How long an address is left alone after so many failures in a row. */
  breakMs: (failures: number) => number,
): Promise<Failing[]> {
  return transact(database, '*', async (db) => {
    await settle(db);
    await finish(db, results);
    await noteArrivals(db, health);
    return noteFailures(db, health, breakMs);
  });
}

/** Takes what is due. */
export function take(
  database: Database,
  leaseMs: number,
  /** Who may send how many, decided from who has something due. */
  share: (lanes: readonly OpenLane[]) => readonly Share<OpenLane>[],
): Promise<Claimed[]> {
  return transact(database, '*', async (db) => {
    await settle(db);
    const shares = share(await findLanes(db));
    return shares.length > 0 ? claim(db, shares, leaseMs) : [];
  });
}

/**
 * The queue is walked along its indexes, whatever the planner believes. Row level security makes it expect few rows where
 * there are many, and statistics of a queue are old when they are made: left alone it reads whole tables and sorts them.
 * For the same reason rows are found by `lateral ... offset 0`, which it takes as written, and updated by `ctid`.
 *
 * Neither waits for the disk: should the database's machine fail, the last of it is forgotten, and what was sent then is
 * sent once more, as after any crash. What is to be delivered was committed with what happened, and waited for.
 */
async function settle(db: Kysely<DB>): Promise<void> {
  await sql`
    select set_config(name, 'off', true)
    from unnest('{enable_seqscan,enable_bitmapscan,enable_sort,synchronous_commit}'::text[]) as name
  `.execute(db);
}

/**
 * Every subscription that may be sent something now. Jumps from one to the next in the index of open deliveries, so the
 * cost is that of the subscriptions in it, however many deliveries each has waiting.
 */
async function findLanes(db: Kysely<DB>): Promise<OpenLane[]> {
  const result = await sql<OpenLane>`
    with recursive lane (workspace_id, webhook_id, due_at) as (
      (select workspace_id, webhook_id, due_at from webhook_delivery
       where finished_at is null
       order by workspace_id, webhook_id, due_at, seq limit 1)
      union all
      select n.workspace_id, n.webhook_id, n.due_at
      from lane l cross join lateral (
        select workspace_id, webhook_id, due_at from webhook_delivery d
        where d.finished_at is null and (d.workspace_id, d.webhook_id) > (l.workspace_id, l.webhook_id)
        order by d.workspace_id, d.webhook_id, d.due_at, d.seq limit 1) n
    )
    select w.* from lane l cross join lateral (
      select workspace_id as "workspaceId", id as "webhookId", failures, callback_url as "callbackUrl",
        token_sealed as "tokenSealed", secret_sealed as "secretSealed",
        case when old_secret_until > now() then old_secret_sealed end as "oldSecretSealed"
      from webhook
      where workspace_id = l.workspace_id and id = l.webhook_id and disabled_at is null
        and coalesce(paused_until, '-infinity') <= now() offset 0) w
    where l.due_at <= now()
  `.execute(db);
  return result.rows;
}

interface Candidate {
  readonly ctid: string;
  readonly position: number;
  readonly id: string;
  readonly eventId: string;
  readonly attempt: number;
  readonly failures: number;
  readonly payload: string;
  /** What the delivery before it with the same key is doing; null: there is none. */
  readonly aheadStatus: string | null;
}

async function claim(
  db: Kysely<DB>,
  shares: readonly Share<OpenLane>[],
  leaseMs: number,
): Promise<Claimed[]> {
  const candidates = await lockCandidates(db, shares);
  const free = candidates.filter(({ aheadStatus }) => aheadStatus === null);
  const behind = candidates.filter(({ aheadStatus }) => aheadStatus !== null);
  if (free.length > 0) {
    await sql`
      update webhook_delivery set status = 'sending', attempt = attempt + 1,
        due_at = now() + ${leaseMs}::float8 * interval '1 millisecond'
      where ctid = any (${free.map(({ ctid }) => ctid)}::tid[])
    `.execute(db);
  }
  if (behind.length > 0) await setBack(db, behind);
  return free.flatMap(({ position, id, eventId, attempt, failures, payload }) => {
    const share = shares[position - 1];
    return share ? [{ lane: share.lane, id, eventId, attempt, failures, payload }] : [];
  });
}

/** The oldest due deliveries of each share, held until the turn ends. What another deliverer holds is passed over. */
async function lockCandidates(db: Kysely<DB>, shares: readonly Share<OpenLane>[]): Promise<Candidate[]> {
  const result = await sql<Candidate>`
    select d.ctid, s.position::int as position, d.id, d.event_id as "eventId", d.attempt + 1 as attempt, d.failures, e.payload,
      (select a.status from webhook_delivery a
       where a.finished_at is null and a.workspace_id = d.workspace_id and a.webhook_id = d.webhook_id
         and a.ordering_key = d.ordering_key and a.seq < d.seq
       order by a.seq desc limit 1) as "aheadStatus"
    from unnest(
        ${shares.map(({ lane }) => lane.workspaceId)}::uuid[],
        ${shares.map(({ lane }) => lane.webhookId)}::uuid[],
        ${shares.map(({ count }) => count)}::int[]) with ordinality as s (workspace_id, webhook_id, places, position)
    cross join lateral (
      select c.ctid, c.* from webhook_delivery c
      where c.finished_at is null and c.workspace_id = s.workspace_id and c.webhook_id = s.webhook_id
        and c.due_at <= now()
      order by c.due_at, c.seq limit s.places
      for no key update skip locked) d
    cross join lateral (
      select payload from webhook_event where workspace_id = d.workspace_id and id = d.event_id offset 0) e
  `.execute(db);
  return result.rows;
}

/**
 * Deliveries that must wait for one before them step back, so that they do not stand in the way of others: for a second
 * behind one that is being sent, which makes them due itself when it ends, else for as long as that one has to wait, but
 * never longer than a minute, in case it was tried again meanwhile.
 */
async function setBack(db: Kysely<DB>, behind: readonly Candidate[]): Promise<void> {
  await sql`
    update webhook_delivery d set due_at = least(now() + interval '1 minute', greatest(now() + interval '1 second', (
      select case when a.status = 'pending' then a.due_at else now() end from webhook_delivery a
      where a.finished_at is null and a.workspace_id = d.workspace_id and a.webhook_id = d.webhook_id
        and a.ordering_key = d.ordering_key and a.seq < d.seq
      order by a.seq desc limit 1)))
    where ctid = any (${behind.map(({ ctid }) => ctid)}::tid[])
  `.execute(db);
}
