import type { Departure } from '../members/public.ts';
import type { Ctx } from '../platform/context.ts';
import { disableReasons, disableWebhook, webhookPassed } from './delivery/public.ts';
import { listEnabledOwn, reassignToOrganization } from './store.ts';

/** Reactions to what happens to the creator of webhooks, in its transaction. */

interface Creator {
  readonly memberId: string;
}

/** Webhooks of the organization go on without their creator, unless they are to end with them. */
export function leaveOrganizationWebhooks(
  ctx: Ctx,
  { memberId, endsIntegrations }: Departure,
): Promise<void> {
  return endsIntegrations
    ? disableWebhooks(ctx, memberId, 'organization')
    : passWebhooks(ctx, memberId, 'deactivated');
}

/** Those of scope `user` stop with their user. */
export function endPersonalWebhooks(ctx: Ctx, { memberId }: Creator): Promise<void> {
  return disableWebhooks(ctx, memberId, 'user');
}

async function disableWebhooks(ctx: Ctx, memberId: string, scope: 'user' | 'organization'): Promise<void> {
  for (const webhook of await listEnabledOwn(ctx, memberId, scope)) {
    await disableWebhook(ctx, webhook, disableReasons.user_deactivated);
  }
}

export function releaseWebhooksOfDemoted(ctx: Ctx, { memberId }: Creator): Promise<void> {
  return passWebhooks(ctx, memberId, 'demoted');
}

async function passWebhooks(ctx: Ctx, memberId: string, reason: 'deactivated' | 'demoted'): Promise<void> {
  for (const webhookId of await reassignToOrganization(ctx, memberId)) {
    await ctx.publish(webhookPassed, { webhookId, memberId, reason });
  }
}
