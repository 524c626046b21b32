import { sql, type Kysely } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { DB } from '../../platform/db/schema.gen.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';

/** How deliveries to a webhook go: the columns of `webhook` from `failures` to `disabled_reason`. */

/** What a batch of attempts says about one webhook. */
export interface WebhookResult {
  readonly workspaceId: WorkspaceId;
  readonly webhookId: string;
  readonly hasSucceeded: boolean;
  /** Since the last success in the batch. */
  readonly failures: number;
  /** The pause that the address requested. */
  readonly pauseMs: number;
}

/** Updates only webhooks that were failing: most of the time there are none. */
export async function recordSuccesses(db: Kysely<DB>, results: readonly WebhookResult[]): Promise<void> {
  const succeeded = results.filter(({ hasSucceeded }) => hasSucceeded);
  if (succeeded.length === 0) return;
  await sql`
    update webhook set failures = 0, failing_since = null, paused_until = null, warned_hours = 0
    where ctid = any (array(
        select w.ctid from unnest(
          ${succeeded.map(({ workspaceId }) => workspaceId)}::uuid[],
          ${succeeded.map(({ webhookId }) => webhookId)}::uuid[]) as t (workspace_id, id)
        cross join lateral (
          select ctid from webhook
          where workspace_id = t.workspace_id and id = t.id and failing_since is not null offset 0) w))
  `.execute(db);
}

export interface FailingWebhook {
  readonly workspaceId: WorkspaceId;
  readonly webhookId: string;
  readonly failures: number;
  readonly failingMs: number;
  readonly warnedHours: number;
}

/** Counts failures, and pauses the webhook for as long as its address requested or the circuit breaker says. */
export async function recordFailures(
  db: Kysely<DB>,
  results: readonly WebhookResult[],
  circuitBreakMs: (failuresInARow: number) => number,
): Promise<FailingWebhook[]> {
  const failing: FailingWebhook[] = [];
  for (const { workspaceId, webhookId, failures, pauseMs } of results) {
    if (failures === 0) continue;
    const { rows } = await sql<FailingWebhook>`
      update webhook set failures = failures + ${failures}, failing_since = coalesce(failing_since, now())
      where workspace_id = ${workspaceId} and id = ${webhookId}
      returning workspace_id as "workspaceId", id as "webhookId", failures, warned_hours as "warnedHours",
        (extract(epoch from now() - failing_since) * 1000)::float8 as "failingMs"
    `.execute(db);
    failing.push(...rows);
    const longestMs = Math.max(pauseMs, ...rows.map((row) => circuitBreakMs(row.failures)));
    if (longestMs > 0) await pause(db, { workspaceId, webhookId }, longestMs);
  }
  return failing;
}

async function pause(
  db: Kysely<DB>,
  { workspaceId, webhookId }: Pick<WebhookResult, 'workspaceId' | 'webhookId'>,
  ms: number,
): Promise<void> {
  await sql`
    update webhook set paused_until = greatest(paused_until, now() + ${ms}::float8 * interval '1 millisecond')
    where workspace_id = ${workspaceId} and id = ${webhookId}
  `.execute(db);
}

/** Locked, so that of two changes the second sees the first. Undefined when it is disabled or deleted. */
export function lockEnabledWebhook(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom('webhook')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .select(['id', 'member_id', 'failing_since', 'warned_hours'])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

interface Health {
  readonly failures?: number;
  readonly failing_since?: string | null;
  readonly warned_hours?: number;
  readonly paused_until?: string | null;
  readonly disabled_at?: string | null;
  readonly disabled_reason?: string | null;
}

export async function updateHealth(ctx: Ctx, webhookId: string, changes: Health): Promise<void> {
  await ctx.db
    .updateTable('webhook')
    .set(changes)
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', webhookId)
    .execute();
}

export async function skipOpenDeliveries(ctx: Ctx, webhookId: string): Promise<void> {
  await sql`
    update webhook_delivery set status = 'skipped', finished_at = now()
    where workspace_id = ${ctx.workspaceId} and webhook_id = ${webhookId} and finished_at is null
  `.execute(ctx.db);
}
