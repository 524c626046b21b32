import { isAdmin, type Actor } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { conflict, forbidden, notFound } from '../platform/problems.ts';
import { findWebhook, lockWebhook, type WebhookWithOwner, type WebhookRow } from './store.ts';

/** A webhook that the actor may read. */
export async function loadOwn(ctx: Ctx, id: string): Promise<WebhookWithOwner> {
  const webhook = await findWebhook(ctx, id);
  if (!webhook) throw notFound('Webhook');
  requireOwn(ctx.actor, webhook);
  return webhook;
}

/** A webhook that the actor may change, locked. */
export async function lockOwn(ctx: Ctx, id: string): Promise<WebhookRow> {
  const webhook = await lockWebhook(ctx, id);
  if (!webhook) throw notFound('Webhook');
  requireOwn(ctx.actor, webhook);
  return webhook;
}

export async function lockOwnActive(ctx: Ctx, id: string): Promise<WebhookRow> {
  const webhook = await lockOwn(ctx, id);
  if (webhook.disabled_at !== null) throw conflict('The webhook is disabled. Enable it first.');
  return webhook;
}

/** A webhook of the whole organization is for owners and admins only, even for its creator. */
function requireOwn(actor: Actor, webhook: WebhookRow): void {
  const isOwn = webhook.member_id === actor.memberId && webhook.scope === 'user';
  if (!isOwn && !isAdmin(actor)) {
    throw forbidden('Only the webhook’s creator, owners and admins can do this.');
  }
}
