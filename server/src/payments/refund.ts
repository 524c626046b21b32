import { z } from 'zod';
import { formatWireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { jobWorkspace } from '../platform/jobs.ts';
import { formatMinor, toMinor, findAmountProblem } from '../platform/money.ts';
import { conflict, invalidField, notFound } from '../platform/problems.ts';
import {
  findInvitee,
  lockOwnEvent,
  serializePayment,
  type Meeting,
  type Payment,
} from '../scheduled-events/public.ts';
import { insertRefund, sumRefunds, type RefundRow } from './refunds.store.ts';
import { isInFull, computeRefund } from './rules.ts';
import { lockPaid, updatePayment, type InviteePayment } from './store.ts';

/** Refunds are rows that are written with what causes them; `send-refund.ts` makes them happen. */

interface CancelledInvitee {
  readonly inviteeId: string;
  readonly meeting: Meeting;
}

/** In the transaction that cancels: by the policy that held when it was paid; all of it when a host cancels. */
export async function refundCancelled(ctx: Ctx, cancelled: readonly CancelledInvitee[]): Promise<void> {
  const byInvitee = new Map(cancelled.map(({ inviteeId, meeting }) => [inviteeId, meeting]));
  for (const paid of await lockPaid(ctx, [...byInvitee.keys()])) {
    const { amount_minor: amountMinor, currency, refund_policy: policy, byHost } = paid;
    const startsAt = paid.policy_starts_at ?? byInvitee.get(paid.inviteeId)?.startsAt ?? '';
    const owed = computeRefund({ amountMinor, currency, policy, startsAt, byHost }, ctx.now);
    const minor = Math.min(owed, await computeRefundableMinor(ctx, paid));
    if (minor > 0) await createRefund(ctx, paid.id, minor, 'cancelled');
  }
}

interface RescheduledInvitee extends CancelledInvitee {
  readonly from: { readonly startsAt: string };
}

/**
 * In the transaction that moves. An invitee who moves when all of it would no longer be paid back is held to the time that they had:
 * else moving first would be the way around the policy. Any other move is as if the new time had been bought.
 */
export async function preservePolicyTime(ctx: Ctx, moved: readonly RescheduledInvitee[]): Promise<void> {
  const byInvitee = new Map(moved.map(({ inviteeId, from }) => [inviteeId, from.startsAt]));
  for (const { id, inviteeId, refund_policy: policy, policy_starts_at: kept } of await lockPaid(ctx, [
    ...byInvitee.keys(),
  ])) {
    const startsAt = kept ?? byInvitee.get(inviteeId) ?? '';
    const isTooLate = isVisitor(ctx) && policy !== null && !isInFull(policy, startsAt, ctx.now);
    await updatePayment(ctx, id, { policy_starts_at: isTooLate ? startsAt : null });
  }
}

const isVisitor = ({ actor }: Ctx): boolean => actor.kind === 'visitor';

/** By a host, whatever the policy says. The booking stays. */
export async function refundInvitee(ctx: Ctx, inviteeId: string, amount: string | undefined) {
  const found = await findInvitee(ctx, inviteeId);
  if (!found) throw notFound('Invitee');
  await lockOwnEvent(ctx, found.event_id);
  const [paid] = await lockPaid(ctx, [inviteeId]);
  const left = paid ? await computeRefundableMinor(ctx, paid) : 0;
  if (!paid || left <= 0) throw conflict('Nothing is left to refund.');
  const { currency } = paid;
  const wrong = amount === undefined ? undefined : findAmountProblem(amount, currency);
  if (wrong) throw invalidField('amount', wrong);
  const minor = amount === undefined ? left : toMinor(amount, currency);
  if (minor <= 0 || minor > left) {
    throw invalidField('amount', `Must be more than 0 and at most ${formatMinor(left, currency)}.`);
  }
  await createRefund(ctx, paid.id, minor, 'host');
  const payment = serializePayment(found.payment as unknown as Payment);
  if (!payment) throw new Error('Who has paid has a payment.');
  return { payment, refund: { amount: formatMinor(minor, currency), createdAt: formatWireTime(ctx.now) } };
}

/** What can still be promised of a payment, which is locked. */
export async function computeRefundableMinor(
  ctx: Ctx,
  {
    id,
    amount_minor: amount,
    refunded_minor: refunded,
  }: Pick<InviteePayment, 'id' | 'amount_minor' | 'refunded_minor'>,
): Promise<number> {
  const { done, due } = await sumRefunds(ctx, id);
  return amount - Math.max(refunded, done) - due;
}

export async function createRefund(
  ctx: Ctx,
  paymentId: string,
  minor: number,
  reason: RefundRow['reason'],
): Promise<void> {
  const id = generateUuid();
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
