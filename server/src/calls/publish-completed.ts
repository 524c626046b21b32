import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { emitWebhook } from '../webhooks/public.ts';
import type { callCompleted } from './events.ts';

/** Subscribers are told the call as it is; of those with scope `user`, whoever queued it. */
export function publishCallCompleted(
  ctx: Ctx,
  { payload, memberIds }: z.output<typeof callCompleted.payload>,
): Promise<void> {
  return emitWebhook(ctx, { event: 'ai_agent.call_completed', payload, memberIds, orderingKey: payload.id });
}
