import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import { emitWebhooks } from '../webhooks/public.ts';
import type { callCompleted } from './events.ts';

/** Of webhooks of scope `user`, those of who queued the call get it. */
export function publishCallCompleted(
  ctx: Ctx,
  events: readonly PublishedEvent<z.output<typeof callCompleted.payload>>[],
): Promise<void> {
  return emitWebhooks(ctx, 'ai_agent.call_completed', async () =>
    events.map(({ id, payload: { payload, memberIds } }) => {
      return { id, payload, memberIds, orderingKey: payload.id };
    }),
  );
}
