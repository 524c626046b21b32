import type { Ctx } from '../platform/context.ts';
import { formatMinor } from '../platform/money.ts';
import {
  findInvitee,
  listHostIds,
  inviteeRefunded,
  lockEvent,
  toMeeting,
  updatePayment as updateInviteePayment,
  type Payment,
} from '../scheduled-events/public.ts';
import { findFailedRefund } from './refunds.store.ts';
import { findPayment, lockPayment, updatePayment, type PaymentRow } from './store.ts';

/** The refunds of a payment, one change after the other, and what of them stands on the booking that was paid. */
export interface LockedRefunds {
  readonly payment: PaymentRow;
  readonly event: Awaited<ReturnType<typeof lockEvent>>;
}

/** Undefined for a payment that is gone. The row of an event is locked before anything is published about it. */
export async function lockRefunds(ctx: Ctx, paymentId: string): Promise<LockedRefunds | undefined> {
  const found = await findPayment(ctx, paymentId);
  const invitee = found?.invitee_id ? await findInvitee(ctx, found.invitee_id) : undefined;
  const event = invitee && (await lockEvent(ctx, invitee.event_id));
  const payment = await lockPayment(ctx, paymentId);
  return payment && { payment, event };
}

/** Writes on the invitee what is paid back and what was refused; publishes it when more is paid back than before. */
export async function showRefunds(
  ctx: Ctx,
  locked: LockedRefunds | undefined,
  refundedMinor = locked?.payment.refunded_minor ?? 0,
): Promise<void> {
  if (!locked) return;
  const { payment, event } = locked;
  const { id, currency, invitee_id: inviteeId } = payment;
  const more = refundedMinor - payment.refunded_minor;
  if (more !== 0) await updatePayment(ctx, id, { refunded_minor: refundedMinor });
  const invitee = inviteeId === null ? undefined : await findInvitee(ctx, inviteeId);
  if (!invitee || !event) return;
  const refused = await findFailedRefund(ctx, id);
  const {
    refunded: _,
    refundError: __,
    refusedRefund: ___,
    ...before
  } = invitee.payment as unknown as Payment;
  await updateInviteePayment(ctx, invitee.id, {
    ...before,
    state: refundedMinor >= payment.amount_minor ? 'refunded' : 'paid',
    ...(refundedMinor > 0 && { refunded: formatMinor(refundedMinor, currency) }),
    ...(refused && {
      refundError: refused.error ?? '',
      refusedRefund: { uuid: refused.id, amount: formatMinor(refused.amount_minor, currency) },
    }),
  });
  if (more <= 0) return;
  const meeting = toMeeting(event, await listHostIds(ctx, event.id));
  const amount = formatMinor(more, currency);
  await ctx.publish(inviteeRefunded, { eventId: event.id, inviteeId: invitee.id, meeting, amount });
}
