import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { emitWebhook } from '../webhooks/public.ts';
import type { formSubmitted } from './events.ts';

/** Tells those who subscribe to submissions. */
export async function emitSubmitted(
  ctx: Ctx,
  { payload: { event, ...payload }, memberIds }: z.output<typeof formSubmitted.payload>,
): Promise<void> {
  await emitWebhook(ctx, { event, payload, memberIds, orderingKey: payload.reportId });
}
