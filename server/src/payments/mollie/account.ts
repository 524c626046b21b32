import {
  PaymentError,
  type ClosedSession,
  type Order,
  type PaymentAccount,
  type ProviderRefund,
} from '../provider/public.ts';
import { formatAmount, parseAmount } from './amounts.rules.ts';
import type { CallMollie } from './request.ts';
import {
  chargebackList,
  payment,
  refundList,
  refundResource,
  type MollieChargeback,
  type MolliePayment,
  type MollieRefund,
} from './resources.ts';

const pageSize = 250;
/** No payment has so many refunds. */
const maxPages = 20;

/** The account of a workspace. What pays and what is refunded is one payment of Mollie, by its id. */
export function createMollieAccount(call: CallMollie): PaymentAccount {
  const load = async (id: string): Promise<MolliePayment> =>
    demand(await call(payment, { path: `/payments/${encodeURIComponent(id)}` }));
  return {
    async open(order) {
      const { id, _links: links } = demand(
        await call(payment, {
          method: 'POST',
          path: '/payments',
          body: paymentBody(order),
          idempotencyKey: order.idempotencyKey,
        }),
      );
      if (!links.checkout) throw new PaymentError('Mollie opened no page for the payment.');
      return { id, url: links.checkout.href };
    },
    lookUp: async (id) => parseOutcome(await load(id)),
    async close(id) {
      const open = await load(id);
      const closed = parseOutcome(open);
      if (closed) return closed;
      // A visitor who has the page open may still pay.
      if (!open.isCancelable) return { state: 'processing' };
      try {
        await call(payment, { method: 'DELETE', path: `/payments/${encodeURIComponent(id)}` });
        return { state: 'expired' };
      } catch (error) {
        // Paid or expired in this moment: then it can't be canceled.
        const now = parseOutcome(await load(id));
        if (!now) throw error;
        return now;
      }
    },
    async listRefunds(id) {
      const path = `/payments/${encodeURIComponent(id)}`;
      const refunds = await listRefunds(call, path);
      const { _embedded: embedded } = demand(
        await call(chargebackList, { path: `${path}/chargebacks?limit=${pageSize}` }),
      );
      return [...refunds.map(parseRefund), ...embedded.chargebacks.map(parseChargeback)];
    },
    async refund({ id, paymentId, chargeId, amountMinor, currency }) {
      const made = await call(refundResource, {
        method: 'POST',
        path: `/payments/${encodeURIComponent(chargeId)}/refunds`,
        body: {
          amount: formatAmount(amountMinor, currency),
          metadata: { daybook_payment: paymentId, daybook_refund: id },
        },
        idempotencyKey: `refund ${id}`,
      });
      return parseRefund(demand(made));
    },
  };
}

function demand<T>(found: T | undefined): T {
  if (found === undefined) throw new PaymentError('Mollie does not know this payment.', { isRefused: true });
  return found;
}

function paymentBody(order: Order): object {
  const locale = locales[order.language];
  return {
    amount: formatAmount(order.amountMinor, order.currency),
    description: `${order.title}, ${order.description}`.slice(0, 255),
    redirectUrl: `${order.returnUrl}?returned=1`,
    cancelUrl: order.returnUrl,
    ...(isPublic(order.webhookUrl) && { webhookUrl: order.webhookUrl }),
    ...(locale && { locale }),
    metadata: { daybook_payment: order.id },
  };
}

/** Without one of these, Mollie goes by the browser. */
const locales: Readonly<Record<string, string>> = {
  en: 'en_US',
  de: 'de_DE',
  fr: 'fr_FR',
  es: 'es_ES',
  pt: 'pt_PT',
};

/** Mollie refuses a payment whose webhook it could not reach. */
function isPublic(url: string): boolean {
  const { hostname } = new URL(url);
  return !/^(localhost|127\.|0\.0\.0\.0|\[::1\]|.*\.(localhost|local|test)$)/.test(hostname);
}

/** Undefined while it is open. */
export function parseOutcome({ id, status }: MolliePayment): ClosedSession | undefined {
  switch (status) {
    case 'open':
      return undefined;
    case 'paid':
      return { state: 'paid', chargeId: id };
    case 'pending':
    case 'authorized':
      return { state: 'processing' };
    default:
      return { state: 'expired' };
  }
}

async function listRefunds(call: CallMollie, path: string): Promise<MollieRefund[]> {
  const found: MollieRefund[] = [];
  let from = '';
  for (let page = 0; page < maxPages; page++) {
    const query = `limit=${pageSize}${from && `&from=${encodeURIComponent(from)}`}`;
    const { _embedded: embedded, _links: links } = demand(
      await call(refundList, { path: `${path}/refunds?${query}` }),
    );
    found.push(...embedded.refunds);
    from = links.next ? (new URL(links.next.href).searchParams.get('from') ?? '') : '';
    if (from === '') return found;
  }
  throw new PaymentError('Mollie lists more refunds than a payment can have.');
}

/** One that waits for balance, or is on its way, counts: Mollie has taken it. */
export function parseRefund({ id, amount, status, metadata }: MollieRefund): ProviderRefund {
  const hasFailed = status === 'failed' || status === 'canceled';
  return {
    providerId: id,
    id: metadata?.daybook_refund,
    amountMinor: parseAmount(amount),
    failure: hasFailed ? `Mollie couldn’t complete the refund: ${status}.` : undefined,
  };
}

/** The payer's bank took the money back. */
export function parseChargeback({ id, amount, reversedAt }: MollieChargeback): ProviderRefund {
  return {
    providerId: id,
    id: undefined,
    amountMinor: parseAmount(amount),
    failure: reversedAt ? 'The chargeback was reversed.' : undefined,
  };
}
