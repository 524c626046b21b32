import { formatWireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { releaseHold } from '../scheduled-events/public.ts';
import { lockPayment, updatePayment, type PaymentRow } from './store.ts';

/** How long what was to be booked is kept for money that is still under way. */
const processingDays = 14;

/** The time is free again. What was to be booked is kept only where money may still come. */
export async function expirePayment(
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
    ...(isProcessing ? { due_at: formatWireTime(until) } : nothingLeft),
  });
}

const nothingLeft = { booking: null, link: null, email: null, due_at: null } as const;

/** A page is over without money. While the time is held, its visitor may open another; after that, no money can come any more. */
export async function leaveSession(ctx: Ctx, id: string, sessionId: string): Promise<void> {
  const row = await lockPayment(ctx, id);
  if (row?.session_id !== sessionId) return;
  if (row.state === 'open') await updatePayment(ctx, id, { session_url: null });
  if (row.state === 'expired') await updatePayment(ctx, id, nothingLeft);
}
