import { systemActor } from '../platform/auth/actor.ts';
import { inWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import {
  findInvitee,
  hostIdsOf,
  inviteeRefunded,
  lockEvent,
  meetingOf,
  updatePayment as updateInviteePayment,
  type Payment,
} from '../scheduled-events/public.ts';
import { accountFor } from './accounts.ts';
import { PaymentError } from './provider/public.ts';
import { scheduleRefund } from './refund.ts';
import * as refunds from './refunds.store.ts';
import { amountText } from './rules.ts';
import { findPayment, lockPayment, updatePayment, type Due } from './store.ts';

/** After each failure; then always the last. */
const retrySeconds = [5, 30, 300, 1800, 3600];

/** Has the provider pay back. The request goes out between two transactions; the id of the refund makes repeats of it one. */
export async function sendRefund(runtime: Runtime, { workspaceId, id }: Due): Promise<void> {
  const actor = systemActor(workspaceId);
  const claimed = await inWorkspace(runtime, actor, (ctx) => refunds.claimRefund(ctx, id));
  if (!claimed) return;
  try {
    const account = await accountFor(runtime, workspaceId, claimed.provider);
    await account.refund({
      id,
      chargeId: claimed.charge_id,
      amountMinor: claimed.amount_minor,
      isRetry: claimed.failures > 0,
    });
    await inWorkspace(runtime, actor, (ctx) => recordSent(ctx, claimed));
  } catch (error) {
    runtime.log.error({ err: error, refund: id }, 'a refund could not be sent');
    await inWorkspace(runtime, actor, (ctx) => recordFailure(ctx, claimed, error));
  }
}

async function recordSent(ctx: Ctx, { id, payment_id: paymentId }: refunds.Claimed): Promise<void> {
  if (!(await refunds.markDone(ctx, id))) return;
  await recordRefunded(ctx, paymentId, await refunds.sumDone(ctx, paymentId));
}

async function recordFailure(
  ctx: Ctx,
  { id, payment_id: paymentId, failures }: refunds.Claimed,
  error: unknown,
): Promise<void> {
  const known = error instanceof PaymentError ? error : undefined;
  const seconds = retrySeconds[Math.min(failures, retrySeconds.length - 1)] ?? 0;
  await refunds.recordFailure(ctx, id, {
    error: known?.message ?? 'The refund could not be sent.',
    isRefused: known?.isRefused ?? false,
    retrySeconds: seconds,
  });
  if (known?.isRefused) await showRefusal(ctx, paymentId, known.message);
  else await scheduleRefund(ctx, id, new Date(ctx.now.getTime() + seconds * 1000));
}

/** Hosts read it beside the event, and decide what to do: it is not tried again by itself. */
async function showRefusal(ctx: Ctx, paymentId: string, refundError: string): Promise<void> {
  const found = await findPayment(ctx, paymentId);
  const invitee = found?.invitee_id ? await findInvitee(ctx, found.invitee_id) : undefined;
  if (!invitee) return;
  await updateInviteePayment(ctx, invitee.id, {
    ...(invitee.payment as unknown as Payment),
    refundError,
  });
}

/** What the provider has paid back by now, in all. It may be told any number of times, and of refunds that were made there. */
export async function recordRefunded(ctx: Ctx, paymentId: string, refundedMinor: number): Promise<void> {
  const found = await findPayment(ctx, paymentId);
  const invitee = found?.invitee_id ? await findInvitee(ctx, found.invitee_id) : undefined;
  // Whoever publishes about an event holds its row, and takes it first.
  const event = invitee && (await lockEvent(ctx, invitee.event_id));
  const row = await lockPayment(ctx, paymentId);
  const more = row ? Math.min(refundedMinor, row.amount_minor) - row.refunded_minor : 0;
  if (!row || more <= 0) return;
  const total = row.refunded_minor + more;
  await updatePayment(ctx, paymentId, { refunded_minor: total });
  if (!invitee || !event) return;
  const { refundError: _, ...before } = invitee.payment as unknown as Payment;
  const payment: Payment = {
    ...before,
    state: total >= row.amount_minor ? 'refunded' : 'paid',
    refunded: amountText(total, row.currency),
  };
  await updateInviteePayment(ctx, invitee.id, payment);
  const meeting = meetingOf(event, await hostIdsOf(ctx, event.id));
  const amount = amountText(more, row.currency);
  await ctx.publish(inviteeRefunded, { eventId: event.id, inviteeId: invitee.id, meeting, amount });
}
