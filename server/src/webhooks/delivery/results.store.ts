import { sql, type Kysely } from 'kysely';
import type { DB } from '../../platform/db/schema.gen.ts';
import { transact, type Database } from '../../platform/db/transaction.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { setQueueOptions } from './claim.store.ts';
import { recordFailures, recordSuccesses, type FailingWebhook, type WebhookResult } from './health.store.ts';

/** How an attempt ended, and what follows for its delivery. */
export interface AttemptResult {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
  readonly webhookId: string;
  readonly attempt: number;
  readonly isDelivered: boolean;
  readonly failures: number;
  /** Null: no retry. */
  readonly retryInMs: number | null;
  readonly startedAt: string;
  readonly connectMs: number | null;
  readonly firstByteMs: number | null;
  readonly totalMs: number;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly response: string | null;
}

/** Records a batch of results on attempts, deliveries and webhooks. Returns the webhooks that are failing. */
export function recordResults(
  database: Database,
  attempts: readonly AttemptResult[],
  webhooks: readonly WebhookResult[],
  circuitBreakMs: (failuresInARow: number) => number,
): Promise<FailingWebhook[]> {
  return transact(database, '*', async (db) => {
    await setQueueOptions(db);
    // What was sent before its workspace began to move is recorded as long as it is here.
    if (database.isCell) await sql`select hide_left_workspaces()`.execute(db);
    await insertAttempts(db, attempts);
    const delivered = attempts.filter(({ isDelivered }) => isDelivered);
    if (delivered.length > 0) await finishDelivered(db, delivered);
    for (const result of attempts) if (!result.isDelivered) await retryOrGiveUp(db, result);
    await recordSuccesses(db, webhooks);
    return recordFailures(db, webhooks, circuitBreakMs);
  });
}

async function insertAttempts(db: Kysely<DB>, results: readonly AttemptResult[]): Promise<void> {
  await sql`
    insert into webhook_attempt (workspace_id, delivery_id, attempt, started_at, connect_ms, first_byte_ms, total_ms,
      status_code, error, response)
    select * from unnest(${column(results, 'workspaceId')}::uuid[], ${column(results, 'id')}::uuid[],
      ${column(results, 'attempt')}::int[], ${column(results, 'startedAt')}::timestamptz[],
      ${column(results, 'connectMs')}::int[], ${column(results, 'firstByteMs')}::int[],
      ${column(results, 'totalMs')}::int[], ${column(results, 'statusCode')}::int[],
      ${column(results, 'error')}::text[], ${column(results, 'response')}::text[]) as a (workspace_id)
    where workspace_visible(workspace_id)
    on conflict do nothing
  `.execute(db);
}

function column<K extends keyof AttemptResult>(
  results: readonly AttemptResult[],
  name: K,
): AttemptResult[K][] {
  return results.map((result) => result[name]);
}

/** A success counts even after the lease has ended. The next delivery with the same ordering key becomes due at once. */
async function finishDelivered(db: Kysely<DB>, results: readonly AttemptResult[]): Promise<void> {
  await sql`
    with ended as (
      update webhook_delivery set status = 'delivered', finished_at = now()
      where ctid = any (array(
        select d.ctid from ${idsOf(results)} cross join lateral (${deliveryById}) d))
        and status in ('pending', 'sending')
      returning workspace_id, webhook_id, ordering_key, seq
    )
    update webhook_delivery set due_at = now()
    where ctid = any (array(select n.ctid from ended e cross join lateral (${successor}) n))
      and status = 'pending' and failures = 0 and due_at > now()
  `.execute(db);
}

/** A failure counts while the lease is ours. Giving up makes the next delivery with the same ordering key due. */
async function retryOrGiveUp(db: Kysely<DB>, result: AttemptResult): Promise<void> {
  const { attempt, failures, retryInMs } = result;
  await sql`
    with ended as (
      update webhook_delivery set failures = ${failures},
        status = case when ${retryInMs}::float8 is null then 'failed' else 'pending' end,
        finished_at = case when ${retryInMs}::float8 is null then now() end,
        due_at = now() + coalesce(${retryInMs}::float8, 0) * interval '1 millisecond'
      where ctid = any (array(
        select d.ctid from ${idsOf([result])} cross join lateral (${deliveryById}) d))
        and attempt = ${attempt} and status in ('pending', 'sending')
      returning workspace_id, webhook_id, ordering_key, seq, finished_at
    )
    update webhook_delivery set due_at = now()
    where ctid = any (array(
        select n.ctid from ended e cross join lateral (${successor}) n where e.finished_at is not null))
      and status = 'pending' and failures = 0 and due_at > now()
  `.execute(db);
}

/**
 * By its id alone: with `finished_at is null` here, the planner may scan the index of all open deliveries. The status
 * says whether it is open.
 */
const deliveryById = sql`
  select ctid from webhook_delivery where workspace_id = t.workspace_id and id = t.id offset 0`;

const successor = sql`
  select ctid from webhook_delivery
  where finished_at is null and workspace_id = e.workspace_id and webhook_id = e.webhook_id
    and ordering_key = e.ordering_key and seq > e.seq
  order by seq limit 1`;

function idsOf(rows: readonly { readonly workspaceId: WorkspaceId; readonly id: string }[]) {
  return sql`unnest(${rows.map((row) => row.workspaceId)}::uuid[], ${rows.map(({ id }) => id)}::uuid[])
    as t (workspace_id, id)`;
}
