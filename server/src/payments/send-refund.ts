import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { openAccount } from './accounts.ts';
import { PaymentError, type ProviderRefund } from './provider/public.ts';
import { lockRefunds, showRefunds, type LockedRefunds } from './refund-history.ts';
import { scheduleRefund } from './refund.ts';
import * as refunds from './refunds.store.ts';
import type { DuePayment } from './store.ts';

/** After each failure; then always the last. */
const retrySeconds = [5, 30, 300, 1800, 3600];

/**
 * Has the provider pay back. It is looked for first: a process may have been killed after the provider took it, and the provider has forgotten
 * the id by which it would know a repetition. Requests go out between two transactions.
 */
export async function sendRefund(runtime: Runtime, { workspaceId, id }: DuePayment): Promise<void> {
  const actor = createSystemActor(workspaceId);
  const claimed = await runInWorkspace(runtime, actor, (ctx) => refunds.claimRefund(ctx, id));
  if (!claimed) return;
  const { payment_id: paymentId, charge_id: chargeId, amount_minor: amountMinor, currency } = claimed;
  const known: ProviderRefund[] = [];
  try {
    const account = await openAccount(runtime, workspaceId, claimed.provider);
    known.push(...(await account.listRefunds(chargeId)));
    if (!known.some((refund) => refund.id === id))
      known.push(await account.refund({ id, paymentId, chargeId, amountMinor, currency }));
    await runInWorkspace(runtime, actor, (ctx) => recordRefunds(ctx, paymentId, known));
  } catch (error) {
    // A provider that doesn't respond is no fault of ours, and is asked again.
    const level = error instanceof PaymentError ? 'warn' : 'error';
    runtime.log[level]({ err: error, refund: id }, 'a refund could not be sent');
    await runInWorkspace(runtime, actor, (ctx) => recordFailure(ctx, claimed, known, error));
  }
}

async function recordFailure(
  ctx: Ctx,
  { id, payment_id: paymentId, failures }: refunds.ClaimedRefund,
  known: readonly ProviderRefund[],
  error: unknown,
): Promise<void> {
  const locked = await lockRefunds(ctx, paymentId);
  const { message = 'The refund couldn’t be sent.', isRefused = false } =
    error instanceof PaymentError ? error : {};
  const seconds = retrySeconds[Math.min(failures, retrySeconds.length) - 1] ?? 0;
  await refunds.updateFailed(ctx, id, { error: message, isRefused, retrySeconds: seconds });
  if (!isRefused) await scheduleRefund(ctx, id, new Date(ctx.now.getTime() + seconds * 1000));
  if (known.length > 0) await record(ctx, locked, known);
  else if (isRefused) await showRefunds(ctx, locked);
}

/** Records all refunds that the provider has. Recording them again changes nothing. */
export async function recordRefunds(
  ctx: Ctx,
  paymentId: string,
  known: readonly ProviderRefund[],
): Promise<void> {
  await record(ctx, await lockRefunds(ctx, paymentId), known);
}

async function record(
  ctx: Ctx,
  locked: LockedRefunds | undefined,
  known: readonly ProviderRefund[],
): Promise<void> {
  if (!locked) return;
  const { id, amount_minor: amount } = locked.payment;
  await refunds.mirrorRefunds(ctx, id, known);
  const { done } = await refunds.sumRefunds(ctx, id);
  // Nothing is left that somebody would have to decide about.
  if (done >= amount) await refunds.closeFailedRefund(ctx, id);
  await showRefunds(ctx, locked, done);
}
