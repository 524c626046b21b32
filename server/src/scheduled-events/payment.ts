import type { invitee } from '@daybook/contract/scheduled-events';
import type { z } from 'zod';

/** What becomes of the price of a booking. `none` has no payment at all: its column is null. */
type PaymentState = 'none' | 'pending' | 'paid' | 'refunded';

type PaymentView = NonNullable<z.output<typeof invitee>['payment']>;

/** What callers read. Collecting money adds `paid` and `refunded`, here and in the contract. */
const wireStatus = { pending: 'unpaid' } as const satisfies Partial<
  Record<PaymentState, PaymentView['status']>
>;

/** As `invitee.payment` holds it. */
export interface Payment {
  readonly state: keyof typeof wireStatus;
  readonly amount: string;
  readonly currency: string;
}

export function paymentFor(price: string | null, currency: string | null): Payment | null {
  return price === null ? null : { state: 'pending', amount: price, currency: currency ?? '' };
}

export function paymentView(payment: Payment | null): PaymentView | null {
  if (payment === null) return null;
  const { state, amount, currency } = payment;
  return { status: wireStatus[state], amount, currency };
}
