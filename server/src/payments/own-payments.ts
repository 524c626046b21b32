import { formatWireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { filterOwnHolds, lockHolds, releaseHold } from '../scheduled-events/public.ts';
import { expirePayment } from './expire.ts';
import { listOpenPayments, lockPayment, updatePayment, type PaymentRow } from './store.ts';

/** Open payments of this address whose times are held for somebody behind the visitor's network. */
export async function listOwnPayments(ctx: Ctx, email: string): Promise<PaymentRow[]> {
  const open = await listOpenPayments(ctx, email);
  const own = await filterOwnHolds(
    ctx,
    open.map(({ id }) => id),
  );
  return open.filter(({ id }) => own.includes(id));
}

/**
 * A visitor holds one time of a page: the one of before is free at once. Where the provider's page for it is open, the next sweep closes
 * that page; money that comes in between books the time if it is still free, else it is paid back.
 */
export async function replaceOwnPayments(
  ctx: Ctx,
  eventTypeId: string,
  email: string,
  holdToken: string | undefined,
): Promise<void> {
  // Of two choices at once, the second must see what the first one holds.
  await lockHolds(ctx, eventTypeId);
  for (const row of await listOwnPayments(ctx, email)) {
    // On another page too, where it keeps the very time that is chosen now.
    if (row.event_type_id !== eventTypeId && row.id !== holdToken) continue;
    if (row.session_expires_at === null) await expirePayment(ctx, row);
    else await giveUp(ctx, row.id);
  }
}

async function giveUp(ctx: Ctx, id: string): Promise<void> {
  const row = await lockPayment(ctx, id);
  if (row?.state !== 'open') return;
  await releaseHold(ctx, id);
  await updatePayment(ctx, id, { expires_at: formatWireTime(ctx.now), due_at: formatWireTime(ctx.now) });
}
