import { computeShare } from '../platform/money.ts';
import type { RefundPolicy } from '../scheduled-events/public.ts';

interface CancellationTerms {
  readonly amountMinor: number;
  readonly currency: string;
  readonly policy: RefundPolicy | null;
  readonly startsAt: string;
  readonly byHost: boolean;
}

/** What somebody gets back whose booking is cancelled, of all that they paid. */
export function computeRefund(
  { amountMinor, currency, policy, startsAt, byHost }: CancellationTerms,
  now: Date,
): number {
  if (byHost || policy === null || isInFull(policy, startsAt, now)) return amountMinor;
  return computeShare(amountMinor, policy.laterPercent, currency);
}

/** Whether all of it is paid back, by a policy, for an event at this time. */
export function isInFull({ fullUntilHours }: RefundPolicy, startsAt: string, now: Date): boolean {
  const hoursLeft = (Date.parse(startsAt) - now.getTime()) / 3_600_000;
  return fullUntilHours !== null && hoursLeft >= fullUntilHours;
}
