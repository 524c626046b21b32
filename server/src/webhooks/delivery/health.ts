import { createSystemActor } from '../../platform/auth/actor.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import { webhookDisabled, webhookFailing } from './events.ts';
import { lockEnabledWebhook, skipOpenDeliveries, updateHealth, type FailingWebhook } from './health.store.ts';
import { decideAction, disableReasons } from './rules.ts';

/** Warns the owner of a failing webhook, or disables it. Idempotent. */
export function warnOrDisable(
  runtime: Runtime,
  { workspaceId, webhookId }: FailingWebhook,
  isGone: boolean,
): Promise<void> {
  return runInWorkspace(runtime, createSystemActor(workspaceId), async (ctx) => {
    const webhook = await lockEnabledWebhook(ctx, webhookId);
    if (!webhook) return;
    if (isGone) return disableWebhook(ctx, webhook, disableReasons.url_gone);
    if (webhook.failing_since === null) return;
    const failingMs = ctx.now.getTime() - Date.parse(webhook.failing_since);
    const action = decideAction(failingMs, webhook.warned_hours);
    if (action?.kind === 'disable') {
      await disableWebhook(ctx, webhook, disableReasons.failed_for_days);
    } else if (action) {
      await updateHealth(ctx, webhookId, { warned_hours: action.hours });
      await ctx.publish(webhookFailing, { webhookId, memberId: webhook.member_id, hours: action.hours });
    }
  });
}

/** Stops deliveries to a webhook that the caller has locked. Open and later deliveries are skipped; a replay sends them. */
export async function disableWebhook(
  ctx: Ctx,
  webhook: { readonly id: string; readonly member_id: string },
  reason: string,
): Promise<void> {
  await updateHealth(ctx, webhook.id, { disabled_at: ctx.now.toISOString(), disabled_reason: reason });
  await skipOpenDeliveries(ctx, webhook.id);
  await ctx.publish(webhookDisabled, { webhookId: webhook.id, memberId: webhook.member_id, reason });
}

/** Lets deliveries start again, with no failure counted. */
export async function enableWebhook(ctx: Ctx, webhookId: string): Promise<void> {
  await updateHealth(ctx, webhookId, {
    failures: 0,
    failing_since: null,
    warned_hours: 0,
    paused_until: null,
    disabled_at: null,
    disabled_reason: null,
  });
}
