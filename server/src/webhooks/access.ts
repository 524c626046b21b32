import { isAdmin, type Actor } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { conflict, forbidden, notFound } from '../platform/problems.ts';
import { findWebhook, lockWebhook, type ShownWebhook, type WebhookRow } from './store.ts';

/** A subscription that the actor may look at. */
export async function loadOwn(ctx: Ctx, id: string): Promise<ShownWebhook> {
  const webhook = await findWebhook(ctx, id);
  if (!webhook) throw notFound('Webhook');
  demandOwn(ctx.actor, webhook);
  return webhook;
}

/** One that the actor may change, held until the transaction ends. */
export async function lockOwn(ctx: Ctx, id: string): Promise<WebhookRow> {
  const webhook = await lockWebhook(ctx, id);
  if (!webhook) throw notFound('Webhook');
  demandOwn(ctx.actor, webhook);
  return webhook;
}

export async function lockOwnActive(ctx: Ctx, id: string): Promise<WebhookRow> {
  const webhook = await lockOwn(ctx, id);
  if (webhook.disabled_at !== null) throw conflict('The webhook is disabled; enable it first.');
  return webhook;
}

/** What concerns the whole organization is for its owners and admins, whoever set it up. */
function demandOwn(actor: Actor, webhook: WebhookRow): void {
  const isOwn = webhook.member_id === actor.memberId && webhook.scope === 'user';
  if (!isOwn && !isAdmin(actor)) {
    throw forbidden('Only the creator of the webhook, an owner or an admin may do this.');
  }
}
