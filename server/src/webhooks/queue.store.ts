import { sql, type Kysely } from 'kysely';
import type { DB } from '../platform/db/schema.gen.ts';
import { transact, type Database } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import type { Lane, Share } from './rules.ts';

/**
 * The queue of all workspaces, as a deliverer works through it. Everything is done in batches and by the database's clock.
 * What is open has no `finished_at`; `due_at` of what is being sent is the end of its lease.
 */

export interface Claimed {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly attempt: number;
  readonly failures: number;
  readonly payload: string;
  readonly callbackUrl: string;
  readonly tokenSealed: Buffer | null;
  readonly secretSealed: Buffer;
  /** The one before, while it is still good. */
  readonly oldSecretSealed: Buffer | null;
}

/** How an attempt ended. */
export interface Result {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
  readonly webhookId: string;
  readonly attempt: number;
  readonly isDelivered: boolean;
  readonly failures: number;
  /** When to try again; null: not at all. */
  readonly retryInMs: number | null;
  readonly startedAt: string;
  readonly connectMs: number | null;
  readonly firstByteMs: number | null;
  readonly totalMs: number;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly response: string | null;
}

export interface Turn {
  readonly results: readonly Result[];
  readonly health: readonly Health[];
  readonly leaseMs: number;
  /** How long an address is left alone after so many failures in a row. */
  readonly breakMs: (failures: number) => number;
  /** Who may send how many, decided from who has something due. */
  readonly share: (lanes: readonly Lane[]) => readonly Share[];
}

/** One turn of a deliverer: writes down what came of the last deliveries, and takes the next. One commit for both. */
export function takeTurn(
  database: Database,
  { results, health, leaseMs, breakMs, share }: Turn,
): Promise<{ claimed: Claimed[]; failing: Failing[] }> {
  return transact(database, '*', async (db) => {
    if (results.length > 0) await finish(db, results);
    await noteArrivals(
      db,
      health.filter(({ hasArrived }) => hasArrived),
    );
    const failing = await noteFailures(
      db,
      health.filter(({ failures }) => failures > 0),
      breakMs,
    );
    const shares = share(await findLanes(db));
    return { failing, claimed: shares.length > 0 ? await claim(db, shares, leaseMs) : [] };
  });
}

/**
 * A result counts when the lease is still ours; an arrival counts in any case. The next delivery with the same key may go
 * at once.
 */
async function finish(db: Kysely<DB>, results: readonly Result[]): Promise<void> {
  await sql`
    with result as (
      select * from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r (
        "workspaceId" uuid, id uuid, attempt int, "isDelivered" boolean, failures int, "retryInMs" float8,
        "startedAt" timestamptz, "connectMs" int, "firstByteMs" int, "totalMs" int, "statusCode" int, error text,
        response text)
    ), ended as (
      update webhook_delivery d set
        status = case when r."isDelivered" then 'delivered' when r."retryInMs" is null then 'failed' else 'pending' end,
        failures = r.failures,
        due_at = now() + coalesce(r."retryInMs", 0) * interval '1 millisecond',
        finished_at = case when r."isDelivered" or r."retryInMs" is null then now() end
      from result r
      where d.workspace_id = r."workspaceId" and d.id = r.id and d.finished_at is null
        and (r."isDelivered" or d.attempt = r.attempt)
      returning d.workspace_id, d.webhook_id, d.ordering_key, d.seq, d.finished_at
    ), released as (
      update webhook_delivery n set due_at = now()
      from ended e
      where e.finished_at is not null and n.workspace_id = e.workspace_id and n.id = (
          select id from webhook_delivery c
          where c.workspace_id = e.workspace_id and c.webhook_id = e.webhook_id and c.ordering_key = e.ordering_key
            and c.seq > e.seq and c.finished_at is null
          order by c.seq limit 1)
        and n.status = 'pending' and n.failures = 0 and n.due_at > now()
    )
    insert into webhook_attempt (workspace_id, delivery_id, attempt, started_at, connect_ms, first_byte_ms, total_ms,
      status_code, error, response)
    select "workspaceId", id, attempt, "startedAt", "connectMs", "firstByteMs", "totalMs", "statusCode", error, response
    from result
    on conflict do nothing
  `.execute(db);
}

/** What a batch of attempts says about a subscription's address. */
export interface Health {
  readonly workspaceId: WorkspaceId;
  readonly webhookId: string;
  /** Something has arrived. */
  readonly hasArrived: boolean;
  /** How many have failed since. */
  readonly failures: number;
  /** How long it asked to be left alone. */
  readonly pauseMs: number;
}

/** Touches a row only when it was failing before: most of the time nothing changes. */
async function noteArrivals(db: Kysely<DB>, health: readonly Health[]): Promise<void> {
  if (health.length === 0) return;
  await sql`
    update webhook w set failures = 0, failing_since = null, paused_until = null, warned_hours = 0
    from ${healthOf(health)}
    where w.workspace_id = t.workspace_id and w.id = t.id
      and (w.failures > 0 or w.failing_since is not null or w.paused_until is not null)
  `.execute(db);
}

/** An address at which nothing has arrived for a while. */
export interface Failing {
  readonly workspaceId: WorkspaceId;
  readonly webhookId: string;
  readonly failures: number;
  readonly failingMs: number;
  readonly warnedHours: number;
}

async function noteFailures(
  db: Kysely<DB>,
  health: readonly Health[],
  breakMs: (failures: number) => number,
): Promise<Failing[]> {
  if (health.length === 0) return [];
  const { rows } = await sql<Failing>`
    update webhook w set failures = w.failures + t.failures, failing_since = coalesce(w.failing_since, now()),
      paused_until = greatest(w.paused_until, now() + t.pause_ms * interval '1 millisecond')
    from ${healthOf(health)}
    where w.workspace_id = t.workspace_id and w.id = t.id
    returning w.workspace_id as "workspaceId", w.id as "webhookId", w.failures,
      (extract(epoch from now() - w.failing_since) * 1000)::float8 as "failingMs", w.warned_hours as "warnedHours"
  `.execute(db);
  const broken = rows.flatMap((row) => {
    const pauseMs = breakMs(row.failures);
    return pauseMs > 0 ? [{ ...row, hasArrived: false, pauseMs }] : [];
  });
  if (broken.length > 0) {
    await sql`
      update webhook w set paused_until = greatest(w.paused_until, now() + t.pause_ms * interval '1 millisecond')
      from ${healthOf(broken)}
      where w.workspace_id = t.workspace_id and w.id = t.id
    `.execute(db);
  }
  return rows;
}

function healthOf(health: readonly Health[]) {
  return sql`unnest(${health.map((one) => one.workspaceId)}::uuid[], ${health.map((one) => one.webhookId)}::uuid[],
    ${health.map((one) => one.failures)}::int[], ${health.map((one) => one.pauseMs)}::float8[])
    as t (workspace_id, id, failures, pause_ms)`;
}

/**
 * Every subscription that may be sent something now. Jumps from one to the next in the index of open deliveries, so the
 * cost is that of the subscriptions in it, however many deliveries each has waiting.
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
    select l.workspace_id as "workspaceId", l.webhook_id as "webhookId", w.failures
    from lane l join webhook w on w.workspace_id = l.workspace_id and w.id = l.webhook_id
    where l.due_at <= now() and w.disabled_at is null and coalesce(w.paused_until, '-infinity') <= now()
  `.execute(db);
  return result.rows;
}

interface Candidate extends Claimed {
  /** When the delivery before it with the same key is due, and what it is doing; null: there is none. */
  readonly aheadStatus: string | null;
}

async function claim(db: Kysely<DB>, shares: readonly Share[], leaseMs: number): Promise<Claimed[]> {
  const candidates = await lockCandidates(db, shares);
  const free = candidates.filter(({ aheadStatus }) => aheadStatus === null);
  const behind = candidates.filter(({ aheadStatus }) => aheadStatus !== null);
  if (free.length > 0) {
    await sql`
      update webhook_delivery d set status = 'sending', attempt = attempt + 1,
        due_at = now() + ${leaseMs}::float8 * interval '1 millisecond'
      from ${idsOf(free)} where d.workspace_id = t.workspace_id and d.id = t.id
    `.execute(db);
  }
  if (behind.length > 0) await setBack(db, behind);
  return free;
}

/** The oldest due deliveries of each share, held until the turn ends. What another deliverer holds is passed over. */
async function lockCandidates(db: Kysely<DB>, shares: readonly Share[]): Promise<Candidate[]> {
  const result = await sql<Candidate>`
    select d.workspace_id as "workspaceId", d.id, d.webhook_id as "webhookId", d.event_id as "eventId",
      d.attempt + 1 as attempt, d.failures, e.payload, w.callback_url as "callbackUrl",
      w.token_sealed as "tokenSealed", w.secret_sealed as "secretSealed",
      case when w.old_secret_until > now() then w.old_secret_sealed end as "oldSecretSealed",
      (select a.status from webhook_delivery a
       where a.finished_at is null and a.workspace_id = d.workspace_id and a.webhook_id = d.webhook_id
         and a.ordering_key = d.ordering_key and a.seq < d.seq
       order by a.seq desc limit 1) as "aheadStatus"
    from unnest(
        ${shares.map(({ lane }) => lane.workspaceId)}::uuid[],
        ${shares.map(({ lane }) => lane.webhookId)}::uuid[],
        ${shares.map(({ count }) => count)}::int[]) as s (workspace_id, webhook_id, places)
    cross join lateral (
      select c.* from webhook_delivery c
      where c.finished_at is null and c.workspace_id = s.workspace_id and c.webhook_id = s.webhook_id
        and c.due_at <= now()
      order by c.due_at, c.seq limit s.places
      for no key update skip locked) d
    join webhook w on w.workspace_id = d.workspace_id and w.id = d.webhook_id
    join webhook_event e on e.workspace_id = d.workspace_id and e.id = d.event_id
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
    from ${idsOf(behind)} where d.workspace_id = t.workspace_id and d.id = t.id
  `.execute(db);
}

function idsOf(rows: readonly Claimed[]) {
  return sql`unnest(${rows.map((row) => row.workspaceId)}::uuid[], ${rows.map(({ id }) => id)}::uuid[])
    as t (workspace_id, id)`;
}
