import { vi } from 'vitest';
import type { TestApp } from '../../../test/harness.ts';
import { createSystemActor } from '../../platform/auth/actor.ts';
import { runInWorkspace } from '../../platform/context.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { createDeliverer, type DelivererOptions } from './deliverer.ts';
import { emitWebhook, type Emission } from '../emit.ts';

/** Webhooks, events and a fast deliverer for tests. */

export async function subscribeWebhook(app: TestApp, callbackUrl: string, more: object = {}) {
  const { status, body } = await app.post('/webhooks', {
    callbackUrl,
    events: ['invitee.scheduled', 'invitee.cancelled', 'invitee.no_show', 'crm.record.created'],
    scope: 'organization',
    ...more,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { id: body.resource.uuid as string, secret: body.signingSecret as string };
}

const fast: Partial<DelivererOptions> = { pollMs: 30, batchDelayMs: 2 };

export function startDeliverer(app: TestApp, limits: Partial<DelivererOptions> = {}) {
  return createDeliverer({ ...fast, ...limits }).start(app.runtime);
}

/** Runs a deliverer until a condition holds. */
export async function deliverUntil(
  app: TestApp,
  isDone: () => boolean | Promise<boolean>,
  limits?: Partial<DelivererOptions>,
) {
  const running = startDeliverer(app, limits);
  try {
    await vi.waitUntil(isDone, { timeout: 10_000, interval: 10 });
  } finally {
    await running.stop();
  }
}

export async function queryRows<T = Record<string, unknown>>(
  app: TestApp,
  text: string,
  values: unknown[] = [],
) {
  const { rows } = await app.runtime.database.pool.query(text, values);
  return rows as T[];
}

export async function findWorkspaceId(app: TestApp): Promise<WorkspaceId> {
  const [row] = await queryRows<{ workspace_id: WorkspaceId }>(
    app,
    `select workspace_id from member where email = 'mara@juniper.example'`,
  );
  if (!row) throw new Error('The demo company is missing.');
  return row.workspace_id;
}

/** Emits an event without a booking. */
export async function emitEvent(app: TestApp, emission: Partial<Emission> = {}): Promise<void> {
  const workspaceId = await findWorkspaceId(app);
  await runInWorkspace(app.runtime, createSystemActor(workspaceId), (ctx) =>
    emitWebhook(ctx, {
      event: 'crm.record.created',
      payload: { value: 1 },
      memberIds: [],
      orderingKey: String(Math.random()),
      ...emission,
    }),
  );
}

export async function markDeliveriesDue(app: TestApp, webhookId: string): Promise<void> {
  await queryRows(
    app,
    "update webhook_delivery set due_at = now() where webhook_id = $1 and status = 'pending'",
    [webhookId],
  );
  await queryRows(app, 'update webhook set paused_until = null where id = $1', [webhookId]);
}
