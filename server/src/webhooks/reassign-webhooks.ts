import type { Ctx } from '../platform/context.ts';
import { disableReasons, disableWebhook, webhookPassed } from './delivery/public.ts';
import { listEnabledOwn, reassignToOrganization } from './store.ts';

/** Reactions to what happens to the creator of webhooks, in its transaction. */

interface Creator {
  readonly memberId: string;
}

/** Webhooks of the organization go on without their creator; those of scope `user` stop with their user. */
export async function releaseWebhooksOfDeactivated(ctx: Ctx, { memberId }: Creator): Promise<void> {
  await passWebhooks(ctx, memberId, 'deactivated');
  for (const webhook of await listEnabledOwn(ctx, memberId)) {
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
