import { sql, type Kysely } from 'kysely';
import type { DB } from '../platform/db/schema.gen.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';

/** What came of attempts, written down: in the log, at the delivery, and at the subscription whose address it was. */

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

export async function finish(db: Kysely<DB>, results: readonly Result[]): Promise<void> {
  if (results.length === 0) return;
  await log(db, results);
  const delivered = results.filter(({ isDelivered }) => isDelivered);
  if (delivered.length > 0) await noteDelivered(db, delivered);
  for (const result of results) if (!result.isDelivered) await noteFailed(db, result);
}

async function log(db: Kysely<DB>, results: readonly Result[]): Promise<void> {
  await sql`
    insert into webhook_attempt (workspace_id, delivery_id, attempt, started_at, connect_ms, first_byte_ms, total_ms,
      status_code, error, response)
    select * from unnest(${column(results, 'workspaceId')}::uuid[], ${column(results, 'id')}::uuid[],
      ${column(results, 'attempt')}::int[], ${column(results, 'startedAt')}::timestamptz[],
      ${column(results, 'connectMs')}::int[], ${column(results, 'firstByteMs')}::int[],
      ${column(results, 'totalMs')}::int[], ${column(results, 'statusCode')}::int[],
      ${column(results, 'error')}::text[], ${column(results, 'response')}::text[])
    on conflict do nothing
  `.execute(db);
}

function column<K extends keyof Result>(results: readonly Result[], name: K): Result[K][] {
  return results.map((result) => result[name]);
}

/** An arrival counts even when the lease has ended. The next delivery with the same key may go at once. */
async function noteDelivered(db: Kysely<DB>, results: readonly Result[]): Promise<void> {
  await sql`
    with ended as (
      update webhook_delivery set status = 'delivered', finished_at = now()
      where ctid = any (array(
        select d.ctid from ${idsOf(results)} cross join lateral (${deliveryOf}) d))
        and status in ('pending', 'sending')
      returning workspace_id, webhook_id, ordering_key, seq
    )
    update webhook_delivery set due_at = now()
    where ctid = any (array(select n.ctid from ended e cross join lateral (${nextAfter}) n))
      and status = 'pending' and failures = 0 and due_at > now()
  `.execute(db);
}

/**
 * By its id alone. Were `finished_at is null` said here, the planner might go through all that are open, which are as many
 * as wait; so whether it is open is asked by its status.
 */
const deliveryOf = sql`
  select ctid from webhook_delivery where workspace_id = t.workspace_id and id = t.id offset 0`;

const nextAfter = sql`
  select ctid from webhook_delivery
  where finished_at is null and workspace_id = e.workspace_id and webhook_id = e.webhook_id
    and ordering_key = e.ordering_key and seq > e.seq
  order by seq limit 1`;

/** A failure counts while the lease is ours. Once given up, a delivery lets the next one with its key pass. */
async function noteFailed(db: Kysely<DB>, result: Result): Promise<void> {
  const { attempt, failures, retryInMs } = result;
  await sql`
    with ended as (
      update webhook_delivery set failures = ${failures},
        status = case when ${retryInMs}::float8 is null then 'failed' else 'pending' end,
        finished_at = case when ${retryInMs}::float8 is null then now() end,
        due_at = now() + coalesce(${retryInMs}::float8, 0) * interval '1 millisecond'
      where ctid = any (array(
        select d.ctid from ${idsOf([result])} cross join lateral (${deliveryOf}) d))
        and attempt = ${attempt} and status in ('pending', 'sending')
      returning workspace_id, webhook_id, ordering_key, seq, finished_at
    )
    update webhook_delivery set due_at = now()
    where ctid = any (array(
        select n.ctid from ended e cross join lateral (${nextAfter}) n where e.finished_at is not null))
      and status = 'pending' and failures = 0 and due_at > now()
  `.execute(db);
}

/** What a batch of attempts says about a subscription's address. */
export interface Health {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
  /** Something has arrived. */
  readonly hasArrived: boolean;
  /** How many have failed since. */
  readonly failures: number;
  /** How long it asked to be left alone. */
  readonly pauseMs: number;
}

/** Touches a row only when it was failing before: most of the time nothing changes. */
export async function noteArrivals(db: Kysely<DB>, health: readonly Health[]): Promise<void> {
  const arrived = health.filter(({ hasArrived }) => hasArrived);
  if (arrived.length === 0) return;
  await sql`
    update webhook set failures = 0, failing_since = null, paused_until = null, warned_hours = 0
    where ctid = any (array(
        select w.ctid from ${idsOf(arrived)} cross join lateral (
          select ctid from webhook
          where workspace_id = t.workspace_id and id = t.id and failing_since is not null offset 0) w))
  `.execute(db);
}

/** An address at which nothing has arrived for a while. */
export interface Failing {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
  readonly failures: number;
  readonly failingMs: number;
  readonly warnedHours: number;
}

export async function noteFailures(
  db: Kysely<DB>,
  health: readonly Health[],
  breakMs: (failures: number) => number,
): Promise<Failing[]> {
  const failing: Failing[] = [];
  for (const { workspaceId, id, failures, pauseMs } of health) {
    if (failures === 0) continue;
    const { rows } = await sql<Failing>`
      update webhook set failures = failures + ${failures}, failing_since = coalesce(failing_since, now())
      where workspace_id = ${workspaceId} and id = ${id}
      returning workspace_id as "workspaceId", id, failures, warned_hours as "warnedHours",
        (extract(epoch from now() - failing_since) * 1000)::float8 as "failingMs"
    `.execute(db);
    failing.push(...rows);
    const restMs = Math.max(pauseMs, ...rows.map((row) => breakMs(row.failures)));
    if (restMs > 0) await pause(db, { workspaceId, id }, restMs);
  }
  return failing;
}

async function pause(db: Kysely<DB>, webhook: Pick<Health, 'workspaceId' | 'id'>, ms: number): Promise<void> {
  await sql`
    update webhook set paused_until = greatest(paused_until, now() + ${ms}::float8 * interval '1 millisecond')
    where workspace_id = ${webhook.workspaceId} and id = ${webhook.id}
  `.execute(db);
}

function idsOf(rows: readonly { readonly workspaceId: WorkspaceId; readonly id: string }[]) {
  return sql`unnest(${rows.map((row) => row.workspaceId)}::uuid[], ${rows.map(({ id }) => id)}::uuid[])
    as t (workspace_id, id)`;
}
