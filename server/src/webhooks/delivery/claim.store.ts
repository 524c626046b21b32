import { sql, type Kysely } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { DB } from '../../platform/db/schema.gen.ts';
import { transact, type Database } from '../../platform/db/transaction.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';

/**
 * Claims due deliveries of all workspaces, in batches and by the database's clock. An open delivery has no `finished_at`;
 * while it is being sent, `due_at` is the end of its lease.
 */

/** Where to send and what to sign with, as stored. */
export interface SealedDestination {
  readonly callbackUrl: string;
  readonly tokenSealed: Buffer | null;
  readonly headersSealed: Buffer | null;
  readonly secretSealed: Buffer;
  /** The secret before the last rotation, until the overlap ends. */
  readonly oldSecretSealed: Buffer | null;
}

/** A webhook with deliveries due that may be sent now. */
export interface Lane extends SealedDestination {
  readonly workspaceId: WorkspaceId;
  readonly webhookId: string;
  /** In a row, up to now. */
  readonly failures: number;
}

/** How many deliveries of a lane to claim. */
export interface Share<L = Lane> {
  readonly lane: L;
  readonly count: number;
}

/** A delivery that this process may send until the lease ends. */
export interface ClaimedDelivery {
  readonly lane: Lane;
  readonly id: string;
  readonly eventId: string;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
  readonly failures: number;
  readonly payload: string;
}

export function claimBatch(
  database: Database,
  leaseMs: number,
  /** Divides the batch among the lanes. */
  share: (lanes: readonly Lane[]) => readonly Share[],
): Promise<ClaimedDelivery[]> {
  return transact(database, '*', async (db) => {
    await setQueueOptions(db);
    const shares = share(await findLanes(db));
    return shares.length > 0 ? claim(db, shares, leaseMs) : [];
  });
}

/**
 * Fixes plans and durability for one transaction on the queue.
 *
 * Row level security makes the planner expect few rows where there are many, and a queue changes faster than its
 * statistics: with its own choice, it reads and sorts whole tables. So only index scans are left to it, look-ups are
 * written as `lateral ... offset 0`, which it does not rearrange, and rows are updated by `ctid`.
 *
 * The commit does not wait for the disk. If the database's machine fails, the last claims and results are lost and those
 * messages are sent once more, as after any crash. The deliveries themselves were committed durably with their cause.
 */
export async function setQueueOptions(db: Kysely<DB>): Promise<void> {
  await sql`
    select set_config(name, 'off', true)
    from unnest('{enable_seqscan,enable_bitmapscan,enable_sort,synchronous_commit}'::text[]) as name
  `.execute(db);
}

const destinationColumns = sql`
  callback_url as "callbackUrl", token_sealed as "tokenSealed", headers_sealed as "headersSealed", secret_sealed as "secretSealed",
  case when old_secret_until > now() then old_secret_sealed end as "oldSecretSealed"`;

export async function findDestination(ctx: Ctx, webhookId: string): Promise<SealedDestination | undefined> {
  const result = await sql<SealedDestination>`
    select ${destinationColumns} from webhook where workspace_id = ${ctx.workspaceId} and id = ${webhookId}
  `.execute(ctx.db);
  return result.rows[0];
}

/**
 * Skips from one webhook to the next in the index of open deliveries (a loose index scan), so the cost grows with the
 * webhooks that have open deliveries and not with the deliveries.
 */
async function findLanes(db: Kysely<DB>): Promise<Lane[]> {
  const result = await sql<Lane>`
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
      select workspace_id as "workspaceId", id as "webhookId", failures, ${destinationColumns}
      from webhook
      where workspace_id = l.workspace_id and id = l.webhook_id and disabled_at is null
        and coalesce(paused_until, '-infinity') <= now() offset 0) w
    where l.due_at <= now()
  `.execute(db);
  return result.rows;
}

async function claim(db: Kysely<DB>, shares: readonly Share[], leaseMs: number): Promise<ClaimedDelivery[]> {
  const candidates = await lockCandidates(db, shares);
  const ready = candidates.filter(({ isBlocked }) => !isBlocked);
  const blocked = candidates.filter(({ isBlocked }) => isBlocked);
  if (ready.length > 0) await lease(db, ready, leaseMs);
  if (blocked.length > 0) await postpone(db, blocked);
  return ready.flatMap(({ position, id, eventId, attempt, failures, payload }) => {
    const share = shares[position - 1];
    return share ? [{ lane: share.lane, id, eventId, attempt, failures, payload }] : [];
  });
}

interface Candidate extends Omit<ClaimedDelivery, 'lane'> {
  readonly ctid: string;
  /** Which of the shares it belongs to, from 1. */
  readonly position: number;
  /** An earlier delivery with the same ordering key is still open. */
  readonly isBlocked: boolean;
}

/** The delivery before `d` with the same ordering key, while that one is open. */
const predecessor = sql`
  webhook_delivery a
  where a.finished_at is null and a.workspace_id = d.workspace_id and a.webhook_id = d.webhook_id
    and a.ordering_key = d.ordering_key and a.seq < d.seq
  order by a.seq desc limit 1`;

/** The oldest due deliveries of each share, locked. Skips those that another process has locked. */
async function lockCandidates(db: Kysely<DB>, shares: readonly Share[]): Promise<Candidate[]> {
  const result = await sql<Candidate>`
    select d.ctid, s.position::int as position, d.id, d.event_id as "eventId", d.attempt + 1 as attempt, d.failures,
      e.payload, (select a.status from ${predecessor}) is not null as "isBlocked"
    from unnest(
        ${shares.map(({ lane }) => lane.workspaceId)}::uuid[],
        ${shares.map(({ lane }) => lane.webhookId)}::uuid[],
        ${shares.map(({ count }) => count)}::int[]) with ordinality as s (workspace_id, webhook_id, count, position)
    cross join lateral (
      select c.ctid, c.* from webhook_delivery c
      where c.finished_at is null and c.workspace_id = s.workspace_id and c.webhook_id = s.webhook_id
        and c.due_at <= now()
      order by c.due_at, c.seq limit s.count
      for no key update skip locked) d
    cross join lateral (
      select payload from webhook_event where workspace_id = d.workspace_id and id = d.event_id offset 0) e
  `.execute(db);
  return result.rows;
}

async function lease(db: Kysely<DB>, ready: readonly Candidate[], leaseMs: number): Promise<void> {
  await sql`
    update webhook_delivery set status = 'sending', attempt = attempt + 1,
      due_at = now() + ${leaseMs}::float8 * interval '1 millisecond'
    where ctid = any (${ready.map(({ ctid }) => ctid)}::tid[])
  `.execute(db);
}

/**
 * Moves blocked deliveries back in the queue, so that they do not take the places of others. Behind one that is being sent:
 * by a second, since its end makes them due. Behind one that waits for a retry: until then, but at most by a minute, since
 * that retry may be requested earlier.
 */
async function postpone(db: Kysely<DB>, blocked: readonly Candidate[]): Promise<void> {
  await sql`
    update webhook_delivery d set due_at = least(now() + interval '1 minute', greatest(now() + interval '1 second', (
      select case when a.status = 'pending' then a.due_at else now() end from ${predecessor})))
    where ctid = any (${blocked.map(({ ctid }) => ctid)}::tid[])
  `.execute(db);
}
