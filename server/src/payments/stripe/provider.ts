import type { Stripe } from 'stripe';
import { z } from 'zod';
import { readSettings } from '../../platform/settings.ts';
import {
  PaymentError,
  type AccountKeys,
  type ClosedSession,
  type OnlineProvider,
  type PaymentAccount,
  type ProviderOptions,
  type ProviderRefund,
  type Report,
} from '../provider/public.ts';
import { findStripeRange } from './amounts.rules.ts';
import { stripeSettings } from './settings.ts';

export const stripeProvider: OnlineProvider = {
  collects: 'online',
  name: 'Stripe',
  settings: stripeSettings,
  keys: {
    secretKey: z
      .string()
      .regex(/^(sk|rk)_(live|test)_\w+$/, 'Must be a secret or restricted key of Stripe, such as sk_live_….'),
    webhookSecret: z
      .string()
      .regex(/^whsec_[\w+/=]+$/, 'Must be the signing secret of the endpoint at Stripe, such as whsec_….'),
  },
  webhookEvents: [
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.expired',
    'charge.refunded',
    'refund.failed',
  ],
  // Stripe wants 30 at least.
  pageMinutes: { usual: 32, min: 31 },
  amountRange: findStripeRange,
  isLive: ({ secretKey = '' }) => /^\w+_live_/.test(secretKey),
  async tryKeys(options, keys) {
    const stripe = await connect(options, keys);
    await asked(() => stripe.checkout.sessions.list({ limit: 1 }));
  },
  connect: async (options, keys) => accountOf(await connect(options, keys)),
  async readWebhook(options, keys, { text, header }) {
    const stripe = await connect(options, keys);
    try {
      const event = stripe.webhooks.constructEvent(
        text,
        header('stripe-signature') ?? '',
        keys['webhookSecret'] ?? '',
        toleranceSeconds,
        undefined,
        options.clock.now().getTime(),
      );
      return reportsOf(event);
    } catch {
      throw new PaymentError('This webhook isn’t signed with the workspace’s signing secret.', {
        isRefused: true,
      });
    }
  },
};

const timeoutMs = 10_000;
const toleranceSeconds = 300;
/** In the metadata of what we make at Stripe. */
const ours = { payment: 'daybook_payment', refund: 'daybook_refund' } as const;

/** Loaded with the first use: most installations have none. */
async function connect({ config }: ProviderOptions, { secretKey = '' }: AccountKeys): Promise<Stripe> {
  const { Stripe: Client } = await import('stripe');
  const { protocol, hostname, port } = new URL(readSettings(config, stripeSettings).url);
  return new Client(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port && { port }),
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

function accountOf(stripe: Stripe): PaymentAccount {
  return {
    open: (order) =>
      asked(async () => {
        const metadata = { [ours.payment]: order.id };
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: order.id,
            metadata,
            payment_intent_data: { metadata, description: order.title },
            customer_email: order.email,
            expires_at: Math.floor(order.expiresAt.getTime() / 1000),
            success_url: `${order.returnUrl}?returned=1`,
            cancel_url: order.returnUrl,
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: order.currency.toLowerCase(),
                  unit_amount: order.amountMinor,
                  product_data: { name: order.title, description: order.description },
                },
              },
            ],
          },
          { idempotencyKey: order.idempotencyKey },
        );
        if (!session.url) throw new PaymentError('Stripe didn’t open a checkout page.');
        return { id: session.id, url: session.url };
      }),
    close: (sessionId) =>
      asked(async () => {
        const session = await stripe.checkout.sessions.retrieve(sessionId);
        const closed = closedOf(session);
        if (closed) return closed;
        try {
          await stripe.checkout.sessions.expire(sessionId);
          return { state: 'expired' };
        } catch (error) {
          // Paid or expired in this moment: then it can't be expired.
          const now = closedOf(await stripe.checkout.sessions.retrieve(sessionId));
          if (!now) throw error;
          return now;
        }
      }),
    listRefunds: (chargeId) =>
      asked(async () => {
        const refunds: ProviderRefund[] = [];
        for await (const refund of stripe.refunds.list({ payment_intent: chargeId, limit: 100 }))
          refunds.push(refundOf(refund));
        return refunds;
      }),
    refund: ({ id, paymentId, chargeId, amountMinor }) =>
      asked(async () => {
        const metadata = { [ours.payment]: paymentId, [ours.refund]: id };
        const refund = await stripe.refunds.create(
          { payment_intent: chargeId, amount: amountMinor, metadata },
          { idempotencyKey: `refund ${id}` },
        );
        return refundOf(refund);
      }),
  };
}

/** Undefined while it is open. */
function closedOf({
  status,
  payment_status,
  payment_intent,
}: Stripe.Checkout.Session): ClosedSession | undefined {
  if (payment_status === 'paid') return { state: 'paid', chargeId: idOf(payment_intent) };
  if (status === 'expired') return { state: 'expired' };
  return status === 'complete' ? { state: 'processing' } : undefined;
}

function refundOf({ id, amount, metadata, status, failure_reason: reason }: Stripe.Refund): ProviderRefund {
  const hasFailed = status === 'failed' || status === 'canceled';
  return {
    providerId: id,
    id: metadata?.[ours.refund],
    amountMinor: amount,
    failure: hasFailed ? `Stripe couldn’t complete the refund: ${reason ?? status}.` : undefined,
  };
}

function idOf(reference: string | { readonly id: string } | null): string {
  return typeof reference === 'string' ? reference : (reference?.id ?? '');
}

function reportsOf(event: Stripe.Event): Report[] {
  if (event.type === 'charge.refunded' || event.type === 'refund.failed') {
    const { metadata, payment_intent: chargeId } = event.data.object;
    const paymentId = metadata?.[ours.payment];
    return paymentId === undefined ? [] : [{ kind: 'refunded', paymentId, chargeId: idOf(chargeId) }];
  }
  if (!event.type.startsWith('checkout.session.')) return [];
  const session = event.data.object as Stripe.Checkout.Session;
  const paymentId = session.metadata?.[ours.payment];
  if (paymentId === undefined) return [];
  if (event.type === 'checkout.session.expired')
    return [{ kind: 'expired', paymentId, sessionId: session.id }];
  const closed = closedOf(session);
  return closed?.state === 'paid' ? [{ kind: 'paid', paymentId, chargeId: closed.chargeId }] : [];
}

/** Turns what Stripe answers into sentences. */
async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof PaymentError ? error : errorOf(error);
  }
}

function errorOf(error: unknown): PaymentError {
  const { type = '', message = '' } = error as { readonly type?: string; readonly message?: string };
  if (type === 'StripeAuthenticationError' || type === 'StripePermissionError') {
    return new PaymentError('Stripe rejected this key, or the key lacks the required permissions.', {
      isRefused: true,
    });
  }
  if (type === 'StripeInvalidRequestError' || type === 'StripeCardError') {
    return new PaymentError(`Stripe rejected the request: ${message}`, { isRefused: true });
  }
  return new PaymentError('Stripe isn’t responding at the moment. Try again in a few minutes.');
}
