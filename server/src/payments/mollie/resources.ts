import { z } from 'zod';

/** What Mollie answers, as far as it is used. */

const amount = z.object({ currency: z.string(), value: z.string() });
const link = z.object({ href: z.url() }).nullish();

/** In the metadata of what we make at Mollie. Others may store anything there. */
export const metadata = z
  .object({ daybook_payment: z.uuid().optional(), daybook_refund: z.uuid().optional() })
  .nullish()
  .catch(null);

const refund = z.object({
  id: z.string(),
  amount,
  status: z.string(),
  metadata,
});

const chargeback = z.object({ id: z.string(), amount, reversedAt: z.string().nullish() });

export const payment = z.object({
  id: z.string(),
  status: z.enum(['open', 'pending', 'authorized', 'paid', 'failed', 'canceled', 'expired']),
  amount,
  isCancelable: z.boolean().nullish(),
  metadata,
  _links: z.object({ checkout: link }),
  _embedded: z
    .object({ refunds: z.array(refund).optional(), chargebacks: z.array(chargeback).optional() })
    .optional(),
});

export const anything = z.unknown();
export const refundList = z.object({
  _embedded: z.object({ refunds: z.array(refund) }),
  _links: z.object({ next: link }),
});
export const chargebackList = z.object({ _embedded: z.object({ chargebacks: z.array(chargeback) }) });
export { refund as refundResource };

export type MolliePayment = z.output<typeof payment>;
export type MollieRefund = z.output<typeof refund>;
export type MollieChargeback = z.output<typeof chargeback>;
