import type { replayDeliveries } from '@daybook/contract/webhooks';
import type { Input } from '@daybook/contract/route';
import type { Ctx } from '../platform/context.ts';
import { conflict, notFound } from '../platform/problems.ts';
import { loadOwn, lockOwn, lockOwnActive } from './access.ts';
import * as store from './deliveries.store.ts';

export async function listDeliveries(
  ctx: Ctx,
  webhookId: string,
  filter: store.DeliveryFilter,
  page: { limit: number; offset: number },
): Promise<{ items: store.DeliveryRow[]; total: number }> {
  await loadOwn(ctx, webhookId);
  return {
    items: await store.listDeliveries(ctx, webhookId, filter, page),
    total: await store.countDeliveries(ctx, webhookId, filter),
  };
}

export async function readDelivery(ctx: Ctx, webhookId: string, id: string): Promise<store.DeliveryRow> {
  await loadOwn(ctx, webhookId);
  const [delivery] = await store.listDeliveries(ctx, webhookId, { id }, { limit: 1, offset: 0 });
  if (!delivery) throw notFound('Delivery');
  return delivery;
}

export async function retryDelivery(ctx: Ctx, webhookId: string, id: string): Promise<store.DeliveryRow> {
  await lockOwn(ctx, webhookId);
  await readDelivery(ctx, webhookId, id);
  await lockOwnActive(ctx, webhookId);
  if (!(await store.retryDelivery(ctx, webhookId, id))) throw conflict('The delivery is being sent.');
  await store.wakeDeliverers(ctx);
  return readDelivery(ctx, webhookId, id);
}

type Replay = Input<typeof replayDeliveries>['body'];

export async function replayWebhook(
  ctx: Ctx,
  webhookId: string,
  { dryRun, since, until, status }: Replay,
): Promise<{ count: number; dryRun: boolean }> {
  const span = { since, until, status };
  if (dryRun) {
    await loadOwn(ctx, webhookId);
    return { count: await store.countReplay(ctx, webhookId, span), dryRun };
  }
  await lockOwnActive(ctx, webhookId);
  const count = await store.markForReplay(ctx, webhookId, span);
  if (count > 0) await store.wakeDeliverers(ctx);
  return { count, dryRun };
}
