import * as contract from '@daybook/contract/webhooks';
import { demandAdmin, isAdmin } from '../platform/auth/actor.ts';
import { serve, servePrepared, type Endpoint } from '../platform/http/serve.ts';
import { loadOwn } from './access.ts';
import { catchersEndpoints } from './catchers/routes.ts';
import { listDeliveries, readDelivery, replay, retryDelivery } from './deliveries.ts';
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
import { deliveryView, statusView, webhookView } from './view.ts';

export const webhooksEndpoints: readonly Endpoint[] = [
  ...catchersEndpoints,
  servePrepared(
    contract.createWebhook,
    (runtime, actor, { body }) => prepareWebhook(runtime, actor, body),
    async (ctx, { body }, prepared) => {
      const { webhook, ...beside } = await createWebhook(ctx, body, prepared);
      return { resource: webhookView(webhook, ctx.now), ...beside };
    },
  ),
  serve(contract.listWebhooks, async (ctx, { query, page }) => {
    if (query.scope === 'all') demandAdmin(ctx.actor);
    const own = { memberId: ctx.actor.memberId, passed: isAdmin(ctx.actor) };
    const ownership = query.scope === 'all' ? {} : own;
    return {
      items: (await listWebhooks(ctx, ownership, page)).map((row) => webhookView(row, ctx.now)),
      total: await countWebhooks(ctx, ownership),
    };
  }),
  serve(contract.readWebhook, async (ctx, { params }) =>
    webhookView(await loadOwn(ctx, params.uuid), ctx.now),
  ),
  servePrepared(
    contract.changeWebhook,
    (runtime, actor, { params, body }) => prepareChange(runtime, actor, params.uuid, body),
    async (ctx, { params, body }) => webhookView(await changeWebhook(ctx, params.uuid, body), ctx.now),
  ),
  serve(contract.deleteWebhook, (ctx, { params }) => removeWebhook(ctx, params.uuid)),
  servePrepared(
    contract.testWebhook,
    (runtime, actor, { params, body }) => testWebhook(runtime, actor, params.uuid, body?.event),
    async (_ctx, _input, testResult) => testResult,
  ),
  serve(contract.rotateWebhookSecret, async (ctx, { params, body }) => {
    const { webhook, ...beside } = await rotateSecret(ctx, params.uuid, body.overlapHours);
    return { resource: webhookView(webhook, ctx.now), ...beside };
  }),
  serve(contract.readWebhookStatus, async (ctx, { params }) => {
    const webhook = await loadOwn(ctx, params.uuid);
    return statusView(webhook, await countWaiting(ctx, webhook.id), ctx.now);
  }),
  serve(contract.listDeliveries, async (ctx, { params, query, page }) => {
    const { items, total } = await listDeliveries(ctx, params.uuid, query, page);
    return { items: items.map(deliveryView), total };
  }),
  serve(contract.readDelivery, async (ctx, { params }) => {
    const delivery = await readDelivery(ctx, params.uuid, params.id);
    return { ...deliveryView(delivery), payload: JSON.parse(delivery.payload) as Record<string, unknown> };
  }),
  serve(contract.retryDelivery, async (ctx, { params }) =>
    deliveryView(await retryDelivery(ctx, params.uuid, params.id)),
  ),
  serve(contract.replayDeliveries, (ctx, { params, body }) => replay(ctx, params.uuid, body)),
];
