import { z } from 'zod';
import { message, ok } from './envelopes.ts';
import { decimal } from './event-types.ts';
import { eventIdPattern, idOf, line, timestamp, uuidOf } from './fields.ts';
import { route } from './route.ts';
import { payment } from './scheduled-events.ts';
import { scoped } from './scopes.ts';

/** How a workspace collects money for its bookings: issue M. */

export const paymentProvider = z
  .object({
    provider: z.enum(['manual', 'stripe']),
    name: z.string(),
    isConfigured: z.boolean().meta({ description: 'Whether event types of this workspace can use it' }),
    isLive: z.boolean().meta({ description: 'Whether it is in live mode' }),
    webhookUrl: z
      .url()
      .nullable()
      .meta({ description: 'Where the provider reports payments; null where it has nothing to report' }),
  })
  .meta({ id: 'PaymentProvider' });

export const stripeKeys = z.object({
  secretKey: line(300)
    .regex(/^(sk|rk)_(live|test)_\w+$/, 'Must be a secret or restricted key of Stripe, such as sk_live_….')
    .meta({ description: 'A secret key, or a restricted one that may write Checkout Sessions and Refunds' }),
  webhookSecret: line(300)
    .regex(/^whsec_[\w+/=]+$/, 'Must be the signing secret of the endpoint at Stripe, such as whsec_….')
    .meta({ description: 'The signing secret of the endpoint that you create for `webhookUrl`' }),
});

const common = { origin: 'ours', tag: 'Payments' } as const;
const readSettings = scoped('admin:full', 'event-types:read');
const adminsOnly = 'Only owners and admins can do this.';

export const listPaymentProviders = route({
  ...common,
  method: 'GET',
  path: '/payment-providers',
  summary: 'List the payment providers',
  description:
    '`manual` is always available: the price is shown and paid on site. Others collect it before a time is booked.',
  access: readSettings,
  returns: ok('resource', z.array(paymentProvider)),
});

export const connectStripe = route({
  ...common,
  method: 'PUT',
  path: '/payment-providers/stripe',
  summary: 'Connect the Stripe account of the workspace',
  description:
    'The keys are tested immediately and stored encrypted. At Stripe, create a webhook endpoint for `webhookUrl` with the events `checkout.session.completed`, `checkout.session.async_payment_succeeded`, `checkout.session.expired`, `charge.refunded` and `refund.failed`.',
  access: scoped('admin:full'),
  may: 'admin',
  body: stripeKeys,
  returns: ok('resource', paymentProvider),
  fails: { 403: adminsOnly },
  examples: { body: { secretKey: 'sk_test_51Example', webhookSecret: 'whsec_example' } },
});

export const disconnectStripe = route({
  ...common,
  method: 'DELETE',
  path: '/payment-providers/stripe',
  summary: 'Remove the Stripe account of the workspace',
  description: 'Rejected while an active event type uses it, or a payment or refund is in progress.',
  access: scoped('admin:full'),
  may: 'admin',
  returns: message('Stripe removed.'),
  fails: { 403: adminsOnly, 404: 'Payment account not found.', 409: 'Stripe is in use.' },
});

const refund = z.object({ amount: z.string(), createdAt: timestamp });
const ownRefundsOnly =
  'Only the event’s hosts, owners and admins can do this; without an event, only owners and admins.';

export const refundPayment = route({
  ...common,
  method: 'POST',
  path: '/scheduled-invitees/{uuid}/refund',
  summary: 'Refund the payment of an invitee',
  description:
    'Refunds `amount`, or the rest of the payment, regardless of the refund policy. The booking stays. The money is sent in the background; `payment` of the invitee says when the provider has taken it.',
  access: scoped('admin:full', 'events:write'),
  params: { uuid: idOf('Invitee', eventIdPattern, 'dbk-8fK2mZ0qWv3Xy7Ab') },
  body: z.object({ amount: decimal.optional() }),
  returns: ok('resource', z.object({ payment, refund })),
  fails: {
    403: 'Only the event’s hosts, owners and admins can do this.',
    404: 'Invitee not found.',
    409: 'Nothing is left to refund.',
  },
  examples: { body: { amount: '20.00' } },
});

export const retryRefund = route({
  ...common,
  method: 'POST',
  path: '/refunds/{uuid}/retry',
  summary: 'Retry a rejected refund',
  description:
    'Sends it again, as a new refund of the same amount, or of the rest if that is less. `GET /attention` and `refusedRefund` of a payment list rejected refunds.',
  access: scoped('admin:full', 'events:write'),
  params: { uuid: uuidOf('Refund') },
  returns: ok('resource', z.object({ refund })),
  fails: {
    403: ownRefundsOnly,
    404: 'Refund not found.',
    409: 'The refund wasn’t rejected, was already handled, or nothing is left to refund.',
  },
});

export const closeRefund = route({
  ...common,
  method: 'POST',
  path: '/refunds/{uuid}/done',
  summary: 'Mark a rejected refund as done',
  description:
    'For money that was returned in another way, such as by bank transfer. It is no longer shown as needing attention; nothing is sent, and `payment` does not count it as refunded.',
  access: scoped('admin:full', 'events:write'),
  params: { uuid: uuidOf('Refund') },
  returns: message('Refund marked as done.'),
  fails: {
    403: ownRefundsOnly,
    404: 'Refund not found.',
    409: 'The refund wasn’t rejected, or was already handled.',
  },
});
