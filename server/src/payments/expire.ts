import { wireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { releaseHold } from '../scheduled-events/public.ts';
import { lockPayment, updatePayment, type PaymentRow } from './store.ts';

/** How long what was to be booked is kept for money that is still under way. */
const processingDays = 14;

/** The time is free again. What was to be booked is kept only where money may still come. */
export async function expire(
  ctx: Ctx,
  { id, session_id: sessionId }: Pick<PaymentRow, 'id' | 'session_id'>,
  isProcessing = false,
): Promise<void> {
  const row = await lockPayment(ctx, id);
  // A page that was opened meanwhile can still be paid on.
  if (row?.state !== 'open' || row.session_id !== sessionId) return;
  await releaseHold(ctx, id);
  const until = new Date(ctx.now.getTime() + processingDays * 86_400_000);
  await updatePayment(ctx, id, {
    state: 'expired',
    ...(isProcessing
      ? { due_at: wireTime(until) }
      : { booking: null, link: null, email: null, due_at: null }),
  });
}
