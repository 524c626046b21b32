import { requireAdmin } from '../platform/auth/actor.ts';
import { formatWireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { formatMinor } from '../platform/money.ts';
import { conflict, notFound } from '../platform/problems.ts';
import { lockOwnEvent } from '../scheduled-events/public.ts';
import { lockRefunds, showRefunds, type LockedRefunds } from './refund-history.ts';
import { createRefund, computeRefundableMinor } from './refund.ts';
import { closeFailedRefund, findRefund, type RefundRow } from './refunds.store.ts';

/** A refund that the provider refused is a task for a person: it stays one until they retry it or say that it is done. */

/** As another refund: the provider repeats its answer to one that it knows. */
export async function retryRefund(ctx: Ctx, id: string) {
  const { locked, refund } = await lockRefused(ctx, id);
  const { currency } = locked.payment;
  const minor = Math.min(refund.amount_minor, await computeRefundableMinor(ctx, locked.payment));
  if (minor <= 0) throw conflict('Nothing is left to refund. Mark this refund as done.');
  await closeFailedRefund(ctx, locked.payment.id, id);
  await createRefund(ctx, locked.payment.id, minor, refund.reason);
  await showRefunds(ctx, locked);
  return { refund: { amount: formatMinor(minor, currency), createdAt: formatWireTime(ctx.now) } };
}

export async function closeRefund(ctx: Ctx, id: string): Promise<void> {
  const { locked } = await lockRefused(ctx, id);
  await closeFailedRefund(ctx, locked.payment.id, id);
  await showRefunds(ctx, locked);
}

async function lockRefused(ctx: Ctx, id: string): Promise<{ locked: LockedRefunds; refund: RefundRow }> {
  const found = await findRefund(ctx, id);
  const locked = found && (await lockRefunds(ctx, found.payment_id));
  if (!locked) throw notFound('Refund');
  if (locked.event) await lockOwnEvent(ctx, locked.event.id);
  else requireAdmin(ctx.actor);
  const refund = await findRefund(ctx, id);
  if (refund?.state !== 'refused') throw conflict('This refund needs no action, because it wasn’t rejected.');
  return { locked, refund };
}
