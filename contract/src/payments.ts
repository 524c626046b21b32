import { z } from 'zod';
import { message, ok } from './envelopes.ts';
import { decimal } from './event-types.ts';
import { eventIdPattern, idParam, line, timestamp, uuidParam } from './fields.ts';
import { onlineNames, onlineProviders, paymentProviders } from './providers.data.ts';
import { declareRoute } from './route.ts';
import { payment } from './scheduled-events.ts';
import { requireScopes } from './scopes.ts';

/** How a workspace collects money for its bookings: issue M. */

export const paymentProvider = z
  .object({
    provider: z.enum(paymentProviders),
    name: z.string(),
    isConfigured: z.boolean().meta({ description: 'Whether event types of this workspace can use it' }),
    isLive: z.boolean().meta({ description: 'Whether it is in live mode' }),
    webhookUrl: z.url().nullable().meta({
      description: 'The webhook endpoint to create at the provider; null where the provider needs none',
    }),
    webhookEvents: z.array(z.string()).meta({ description: 'The events that this endpoint receives' }),
  })
  .meta({ id: 'PaymentProvider' });

const keyNames = [...new Set(Object.values(onlineProviders).flat())];
const keysOfEach = Object.entries(onlineProviders)
  .map(([provider, keys]) => `of \`${provider}\`: ${keys.map((key) => `\`${key}\``).join(' and ')}`)
  .join('; ');

/** Which of them are needed, and in which form, is known to the provider. */
export const paymentKeys = z
  .object(
    Object.fromEntries(keyNames.map((name) => [name, line(300).optional()])) as Record<
      (typeof keyNames)[number],
      z.ZodOptional<ReturnType<typeof line>>
    >,
  )
  .meta({ description: `The keys of an account, ${keysOfEach}` });

const common = { origin: 'ours', tag: 'Payments' } as const;
const readSettings = requireScopes('admin:full', 'event-types:read');
const adminsOnly = 'Only owners and admins can do this.';

export const listPaymentProviders = declareRoute({
  ...common,
  method: 'GET',
  path: '/payment-providers',
  summary: 'List the payment providers',
  description:
    '`manual` is always available: the price is shown and paid on site. Others collect it before a time is booked.',
  access: readSettings,
  returns: ok('resource', z.array(paymentProvider)),
});

const providerId = {
  provider: z.enum(onlineNames).meta({ noun: 'Payment provider', example: onlineNames[0] }),
};

export const connectPaymentProvider = declareRoute({
  ...common,
  method: 'PUT',
  path: '/payment-providers/{provider}',
  summary: 'Connect the account of the workspace with a payment provider',
  description:
    'The keys are tested immediately and stored encrypted. If the response has a `webhookUrl`, create a webhook endpoint for it at the provider, with the events in `webhookEvents`.',
  access: requireScopes('admin:full'),
  may: 'admin',
  params: providerId,
  body: paymentKeys,
  returns: ok('resource', paymentProvider),
  fails: { 403: adminsOnly, 404: 'Payment provider not found.' },
  examples: { body: { secretKey: 'sk_test_51Example', webhookSecret: 'whsec_example' } },
});

export const disconnectPaymentProvider = declareRoute({
  ...common,
  method: 'DELETE',
  path: '/payment-providers/{provider}',
  summary: 'Remove the account of the workspace with a payment provider',
  description: 'Rejected while an active event type uses it, or a payment or refund is in progress.',
  access: requireScopes('admin:full'),
  may: 'admin',
  params: providerId,
  returns: message('Payment account removed.'),
  fails: { 403: adminsOnly, 404: 'Payment account not found.', 409: 'The provider is in use.' },
});

const refund = z.object({ amount: z.string(), createdAt: timestamp });
const ownRefundsOnly =
  'Only the event’s hosts, owners and admins can do this; without an event, only owners and admins.';

export const refundPayment = declareRoute({
  ...common,
  method: 'POST',
  path: '/scheduled-invitees/{uuid}/refund',
  summary: 'Refund the payment of an invitee',
  description:
    'Refunds `amount`, or the rest of the payment, regardless of the refund policy. The booking stays. The money is sent in the background; `payment` of the invitee says when the provider has taken it.',
  access: requireScopes('admin:full', 'events:write'),
  params: { uuid: idParam('Invitee', eventIdPattern, 'dbk-8fK2mZ0qWv3Xy7Ab') },
  body: z.object({ amount: decimal.optional() }),
  returns: ok('resource', z.object({ payment, refund })),
  fails: {
    403: 'Only the event’s hosts, owners and admins can do this.',
    404: 'Invitee not found.',
    409: 'Nothing is left to refund.',
  },
  examples: { body: { amount: '20.00' } },
});

export const retryRefund = declareRoute({
  ...common,
  method: 'POST',
  path: '/refunds/{uuid}/retry',
  summary: 'Retry a rejected refund',
  description:
    'Sends it again, as a new refund of the same amount, or of the rest if that is less. `GET /attention` and `refusedRefund` of a payment list rejected refunds.',
  access: requireScopes('admin:full', 'events:write'),
  params: { uuid: uuidParam('Refund') },
  returns: ok('resource', z.object({ refund })),
  fails: {
    403: ownRefundsOnly,
    404: 'Refund not found.',
    409: 'The refund wasn’t rejected, was already handled, or nothing is left to refund.',
  },
});

export const closeRefund = declareRoute({
  ...common,
  method: 'POST',
  path: '/refunds/{uuid}/done',
  summary: 'Mark a rejected refund as done',
  description:
    'For money that was returned in another way, such as by bank transfer. It is no longer shown as needing attention; nothing is sent, and `payment` does not count it as refunded.',
  access: requireScopes('admin:full', 'events:write'),
  params: { uuid: uuidParam('Refund') },
  returns: message('Refund marked as done.'),
  fails: {
    403: ownRefundsOnly,
    404: 'Refund not found.',
    409: 'The refund wasn’t rejected, or was already handled.',
  },
});
