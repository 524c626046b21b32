import type { Ctx } from '../platform/context.ts';
import { skipWaiting } from './deliveries.store.ts';
import { webhookDisabled } from './events.ts';
import { updateWebhook, type WebhookRow } from './store.ts';

/** Stops deliveries to a subscription that is held. What waits, and what happens from now on, is kept for a replay. */
export async function disable(ctx: Ctx, webhook: WebhookRow, reason: string): Promise<void> {
  await updateWebhook(ctx, webhook.id, { disabled_at: ctx.now.toISOString(), disabled_reason: reason });
  await skipWaiting(ctx, webhook.id);
  await ctx.publish(webhookDisabled, { webhookId: webhook.id, memberId: webhook.member_id, reason });
}
