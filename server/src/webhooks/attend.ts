import { systemActor } from '../platform/auth/actor.ts';
import { inWorkspace, type Runtime } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { disable } from './disable.ts';
import { webhookFailing } from './events.ts';
import { measureFor } from './rules.ts';
import { lockWebhook, updateWebhook } from './store.ts';

/** Looks after a subscription whose address has failed: warns its owner, or stops sending. Safe to do twice. */
export function attend(
  runtime: Runtime,
  { workspaceId, id: webhookId }: { workspaceId: WorkspaceId; id: string },
  isGone: boolean,
): Promise<void> {
  return inWorkspace(runtime, systemActor(workspaceId), async (ctx) => {
    const webhook = await lockWebhook(ctx, webhookId);
    if (!webhook || webhook.disabled_at !== null) return;
    if (isGone) return disable(ctx, webhook, 'Its address answered 410 Gone.');
    if (webhook.failing_since === null) return;
    const failingMs = ctx.now.getTime() - Date.parse(webhook.failing_since);
    const measure = measureFor(failingMs, webhook.warned_hours);
    if (measure?.kind === 'disable') {
      await disable(ctx, webhook, 'Nothing arrived at its address for 5 days.');
    } else if (measure) {
      await updateWebhook(ctx, webhookId, { warned_hours: measure.hours });
      await ctx.publish(webhookFailing, { webhookId, memberId: webhook.member_id, hours: measure.hours });
    }
  });
}
