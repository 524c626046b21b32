import { z } from 'zod';
import { wireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { newUuid } from '../platform/ids.ts';
import { jobWorkspace } from '../platform/jobs.ts';
import { conflict, invalidField, notFound } from '../platform/problems.ts';
import {
  findInvitee,
  lockOwnEvent,
  paymentView,
  type Meeting,
  type Payment,
} from '../scheduled-events/public.ts';
import { insertRefund } from './refunds.store.ts';
import { amountText, minorOf, refundFor } from './rules.ts';
import { lockPaid } from './store.ts';

/** Refunds are rows that are written with what causes them; `send-refund.ts` makes them happen. */

interface Cancelled {
  readonly inviteeId: string;
  readonly meeting: Meeting;
}

/** In the transaction that cancels: by the policy that held when it was paid; all of it when a host cancels. */
export async function refundCancelled(ctx: Ctx, cancelled: readonly Cancelled[]): Promise<void> {
  const byInvitee = new Map(cancelled.map(({ inviteeId, meeting }) => [inviteeId, meeting]));
  for (const paid of await lockPaid(ctx, [...byInvitee.keys()])) {
    const { amount_minor: amountMinor, refund_policy: policy, byHost } = paid;
    const startsAt = byInvitee.get(paid.inviteeId)?.startsAt ?? '';
    const owed = refundFor({ amountMinor, policy, startsAt, byHost }, ctx.now);
    const left = Math.min(owed, amountMinor - paid.refundedMinor);
    if (left > 0) await owe(ctx, paid.id, left, 'cancelled');
  }
}

/** By a host, whatever the policy says. The booking stays. */
export async function refundInvitee(ctx: Ctx, inviteeId: string, amount: string | undefined) {
  const found = await findInvitee(ctx, inviteeId);
  if (!found) throw notFound('Invitee');
  await lockOwnEvent(ctx, found.event_id);
  const [paid] = await lockPaid(ctx, [inviteeId]);
  const left = paid ? paid.amount_minor - paid.refundedMinor : 0;
  if (!paid || left <= 0) throw conflict('Nothing is left to refund.');
  const { currency } = paid;
  const minor = amount === undefined ? left : minorOf(amount, currency);
  if (minor <= 0 || minor > left) {
    throw invalidField('amount', `Must be more than 0 and at most ${amountText(left, currency)}.`);
  }
  await owe(ctx, paid.id, minor, 'host');
  const payment = paymentView(found.payment as unknown as Payment);
  if (!payment) throw new Error('Who has paid has a payment.');
  return { payment, refund: { amount: amountText(minor, currency), createdAt: wireTime(ctx.now) } };
}

async function owe(ctx: Ctx, paymentId: string, minor: number, reason: 'cancelled' | 'host'): Promise<void> {
  const id = newUuid();
  await insertRefund(ctx, { id, payment_id: paymentId, amount_minor: minor, reason });
  await scheduleRefund(ctx, id);
}

/** The job that sends one, as far as it must be known to be added. */
export const sendRefundJob = {
  name: 'payments.refund',
  payload: z.object({ workspaceId: jobWorkspace, id: z.string() }),
};

export async function scheduleRefund(ctx: Ctx, id: string, runAt?: Date): Promise<void> {
  const { workspaceId } = ctx;
  await ctx.enqueue(
    sendRefundJob,
    { workspaceId, id },
    { key: `payments.refund ${workspaceId} ${id}`, ...(runAt && { runAt }) },
  );
}
