import * as contract from '@daybook/contract/webhooks';
import { requireAdmin, isAdmin } from '../platform/auth/actor.ts';
import { serve, servePrepared, type Endpoint } from '../platform/http/serve.ts';
import { loadOwn } from './access.ts';
import { catchersEndpoints } from './catchers/routes.ts';
import { listDeliveries, readDelivery, replayWebhook, retryDelivery } from './deliveries.ts';
import { countWaiting } from './deliveries.store.ts';
import { countWebhooks, listWebhooks } from './store.ts';
import {
  changeWebhook,
  createWebhook,
  prepareChange,
  prepareWebhook,
  removeWebhook,
  rotateSecret,
  testWebhook,
} from './subscribe.ts';
import { serializeDelivery, serializeStatus, serializeWebhook } from './view.ts';

export const webhooksEndpoints: readonly Endpoint[] = [
  ...catchersEndpoints,
  servePrepared(
    contract.createWebhook,
    (runtime, actor, { body }) => prepareWebhook(runtime, actor, body),
    async (ctx, { body }, prepared) => {
      const { webhook, ...beside } = await createWebhook(ctx, body, prepared);
      return { resource: serializeWebhook(webhook, ctx.now), ...beside };
    },
  ),
  serve(contract.listWebhooks, async (ctx, { query, page }) => {
    if (query.scope === 'all') requireAdmin(ctx.actor);
    const own = { memberId: ctx.actor.memberId, passed: isAdmin(ctx.actor) };
    const ownership = query.scope === 'all' ? {} : own;
    return {
      items: (await listWebhooks(ctx, ownership, page)).map((row) => serializeWebhook(row, ctx.now)),
      total: await countWebhooks(ctx, ownership),
    };
  }),
  serve(contract.readWebhook, async (ctx, { params }) =>
    serializeWebhook(await loadOwn(ctx, params.uuid), ctx.now),
  ),
  servePrepared(
    contract.changeWebhook,
    (runtime, actor, { params, body }) => prepareChange(runtime, actor, params.uuid, body),
    async (ctx, { params, body }) => serializeWebhook(await changeWebhook(ctx, params.uuid, body), ctx.now),
  ),
  serve(contract.deleteWebhook, (ctx, { params }) => removeWebhook(ctx, params.uuid)),
  servePrepared(
    contract.testWebhook,
    (runtime, actor, { params, body }) => testWebhook(runtime, actor, params.uuid, body?.event),
    async (_ctx, _input, testResult) => testResult,
  ),
  serve(contract.rotateWebhookSecret, async (ctx, { params, body }) => {
    const { webhook, ...beside } = await rotateSecret(ctx, params.uuid, body.overlapHours);
    return { resource: serializeWebhook(webhook, ctx.now), ...beside };
  }),
  serve(contract.readWebhookStatus, async (ctx, { params }) => {
    const webhook = await loadOwn(ctx, params.uuid);
    return serializeStatus(webhook, await countWaiting(ctx, webhook.id), ctx.now);
  }),
  serve(contract.listDeliveries, async (ctx, { params, query, page }) => {
    const { items, total } = await listDeliveries(ctx, params.uuid, query, page);
    return { items: items.map(serializeDelivery), total };
  }),
  serve(contract.readDelivery, async (ctx, { params }) => {
    const delivery = await readDelivery(ctx, params.uuid, params.id);
    return {
      ...serializeDelivery(delivery),
      payload: JSON.parse(delivery.payload) as Record<string, unknown>,
    };
  }),
  serve(contract.retryDelivery, async (ctx, { params }) =>
    serializeDelivery(await retryDelivery(ctx, params.uuid, params.id)),
  ),
  serve(contract.replayDeliveries, (ctx, { params, body }) => replayWebhook(ctx, params.uuid, body)),
];
