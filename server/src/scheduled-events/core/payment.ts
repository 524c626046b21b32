import type { eventTypeSettings } from '@daybook/contract/event-types';
import type { payment } from '@daybook/contract/scheduled-events';
import type { z } from 'zod';

/** What becomes of the price of a booking. `none` has no payment at all: its column is null. */
type PaymentState = 'none' | 'pending' | 'paid' | 'refunded';

type PaymentView = z.output<typeof payment>;

/** What invitees get back who cancel. */
export type RefundPolicy = NonNullable<z.output<typeof eventTypeSettings>['refundPolicy']>;

/** As `invitee.payment` holds it. */
export interface Payment {
  readonly state: Exclude<PaymentState, 'none'>;
  readonly amount: string;
  readonly currency: string;
  /** Of one that was paid online. */
  readonly provider?: string;
  readonly paidAt?: string;
  /** What was paid back; missing while that is nothing. */
  readonly refunded?: string;
  /** Why the provider refused the last refund, as long as nobody has dealt with that. */
  readonly refundError?: string;
  readonly refusedRefund?: { readonly uuid: string; readonly amount: string };
}

export function buildPayment(price: string | null, currency: string | null): Payment | null {
  return price === null ? null : { state: 'pending', amount: price, currency: currency ?? '' };
}

export function serializePayment(row: Payment | null): PaymentView | null {
  if (row === null) return null;
  const { amount, currency, provider, paidAt, refunded, refundError, refusedRefund } = row;
  return {
    status: statusOf(row),
    amount,
    currency,
    ...(provider !== undefined && { provider: provider as NonNullable<PaymentView['provider']> }),
    ...(paidAt !== undefined && { paidAt }),
    ...(refunded !== undefined && { refundedAmount: refunded }),
    ...(refundError !== undefined && { refundError }),
    ...(refusedRefund && { refusedRefund }),
  };
}

function statusOf({ state, refunded }: Payment): PaymentView['status'] {
  if (state === 'pending') return 'unpaid';
  return state === 'paid' && refunded !== undefined ? 'partially_refunded' : state;
}
