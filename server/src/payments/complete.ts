import { createVisitorActor } from '../platform/auth/actor.ts';
import { formatWireTime } from '../platform/clock.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { formatMinor } from '../platform/money.ts';
import { conflict, Problem } from '../platform/problems.ts';
import { prepareBooking, releaseHold, bookPrepared, type Payment } from '../scheduled-events/public.ts';
import { paymentTooLate } from './events.ts';
import { createRefund, computeRefundableMinor } from './refund.ts';
import { lockPayment, updatePayment, type PaymentRow } from './store.ts';

interface PaidFor {
  readonly paymentId: string;
  readonly chargeId: string;
}

/** What a booking is refused with that can't be made: its time is taken, its page gone. Whatever else fails is tried again. */
const refusals: readonly number[] = [400, 403, 404, 409, 422];

/**
 * Money has come: its booking is made, in the transaction that writes it down. When its time is gone by now, all of it is paid back. It
 * may be called any number of times for one payment.
 */
export async function completePayment(
  runtime: Runtime,
  workspaceId: WorkspaceId,
  paid: PaidFor,
): Promise<void> {
  const actor = createVisitorActor(workspaceId, '');
  try {
    await runInWorkspace(runtime, actor, (ctx) => bookPaid(ctx, paid));
  } catch (error) {
    if (!(error instanceof Problem) || !refusals.includes(error.status)) throw error;
    await runInWorkspace(runtime, actor, (ctx) => refundLate(ctx, paid));
  }
}

async function bookPaid(ctx: Ctx, { paymentId, chargeId }: PaidFor): Promise<void> {
  const row = await lockPayment(ctx, paymentId);
  if (!row || row.state === 'paid') {
    if (row && row.charge_id !== chargeId)
      ctx.log.error(
        { payment: paymentId, charge: chargeId },
        'a payment was made twice: pay this charge back',
      );
    return;
  }
  const changes = { state: 'paid', paid_at: formatWireTime(ctx.now), charge_id: chargeId } as const;
  // Reports may come in any order: it was paid back before we heard that it was paid.
  if (row.refunded_minor >= row.amount_minor) {
    await releaseHold(ctx, paymentId);
    await updatePayment(ctx, paymentId, { ...changes, ...nothingLeft });
    return;
  }
  if (row.booking === null) throw conflict('The booking details are no longer available.');
  const target = { address: { eventTypeId: row.event_type_id }, link: row.link ?? undefined };
  const prepared = await prepareBooking(ctx, target, row.booking, paymentId, { isPaid: true });
  // Calendars elsewhere were asked when the time was held.
  const booking = { ...ctx, ...(prepared.holdToken !== undefined && { answers: undefined }) };
  const { inviteeId } = await bookPrepared(booking, prepared, row.booking, {
    isConfirmed: row.is_confirmed,
    paid: paymentOf(ctx, row),
  });
  await updatePayment(ctx, paymentId, { ...changes, ...nothingLeft, invitee_id: inviteeId });
}

const nothingLeft = { booking: null, link: null, email: null, due_at: null } as const;

/** A part may have been paid back before we heard that it was paid. */
function paymentOf(ctx: Ctx, { amount, currency, provider, refunded_minor: refunded }: PaymentRow): Payment {
  return {
    ...{ state: 'paid', amount, currency, provider, paidAt: formatWireTime(ctx.now) },
    ...(refunded > 0 && { refunded: formatMinor(refunded, currency) }),
  };
}

/** How long it is known of whom it came, for the mail that says so. */
const knownDays = 14;

async function refundLate(ctx: Ctx, { paymentId, chargeId }: PaidFor): Promise<void> {
  const row = await lockPayment(ctx, paymentId);
  if (!row || row.state === 'paid') return;
  await releaseHold(ctx, paymentId);
  await updatePayment(ctx, paymentId, {
    state: 'paid',
    paid_at: formatWireTime(ctx.now),
    charge_id: chargeId,
    due_at: formatWireTime(new Date(ctx.now.getTime() + knownDays * 86_400_000)),
  });
  await createRefund(ctx, paymentId, await computeRefundableMinor(ctx, row), 'late');
  await ctx.publish(paymentTooLate, { paymentId });
}
