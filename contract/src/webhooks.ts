import { z } from 'zod';
import { createdWith, message, ok, paginated } from './envelopes.ts';
import { instant, line, timestamp, uuid, uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';
import { webhookEvents } from './webhook-payloads.ts';

/** Webhook subscriptions and their deliveries: interface 2.8 and 4.10, resolutions section 10. */

const webhookScope = z.enum(['user', 'organization']);
const eventName = z.enum(webhookEvents);

const filterOf = <T extends z.ZodType>(item: T) => z.array(item).min(1).max(100).optional();

export const webhookFilter = z
  .object({
    eventTypes: filterOf(uuid).meta({ description: 'Pages, by uuid' }),
    teams: filterOf(uuid).meta({ description: 'Teams whose pages were booked, by uuid' }),
    users: filterOf(z.string().max(15)).meta({
      description: 'Hosts of an event, owners of a form or agent, by uuid',
    }),
    objects: filterOf(z.string().max(60)).meta({ description: 'CRM objects, by slug' }),
  })
  .meta({
    id: 'WebhookFilter',
    description:
      'Restricts events to those of certain pages, teams, users and objects. Each list applies to the events that have such a thing; all that apply must match.',
  });

const webhookState = z.enum(['active', 'failing', 'paused', 'disabled']).meta({
  description:
    '`failing`: the last deliveries failed. `paused`: none is sent for a while after many failures',
});

export const webhook = z
  .object({
    uuid,
    name: z.string().nullable(),
    description: z.string().nullable(),
    callbackUrl: z.url(),
    scope: webhookScope,
    creator: z.object({ firstName: z.string(), lastName: z.string(), slug: z.string() }),
    events: z.array(eventName),
    filter: webhookFilter.nullable(),
    headerNames: z
      .array(z.string())
      .meta({ description: 'Of your own headers; their values are never shown' }),
    organization: z
      .object({ uuid, name: z.string() })
      .nullable()
      .meta({ description: 'The workspace, when the scope is `organization`' }),
    apiVersion: z.null(),
    isActive: z.boolean().meta({ description: 'False while it is disabled; its status says why' }),
    state: webhookState,
    failingSince: timestamp.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Webhook' });

export const testResult = z
  .object({
    delivered: z.boolean(),
    statusCode: z.int().nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'WebhookTestResult' });

export const callbackUrl = z
  .string()
  .max(2000)
  .refine(isWebAddress, {
    message: 'Must be a URL that starts with https:// or http://, without a password.',
  })
  .meta({ format: 'uri', example: 'https://hooks.example.com/daybook' });

function isWebAddress(address: string): boolean {
  // Parsed as by the client that sends the requests.
  if (!URL.canParse(address) || /\s/.test(address)) return false;
  const { protocol, username, password, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hostname !== '';
}

const events = z
  .array(eventName)
  .min(1)
  .refine((list) => new Set(list).size === list.length, { message: 'Must not name an event twice.' });

const token = z
  .string()
  .min(1)
  .max(1000)
  .regex(/^[\x20-\x7e]*$/, 'Must be printable ASCII.')
  .meta({
    description:
      'Sent as the header `Token` with every delivery; never shown again. HTTP strips spaces at its ends.',
  });

/** Names that deliveries have themselves, or that belong to the connection. */
const reservedHeaders =
  /^(?:webhook-.*|token|content-.*|user-agent|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|proxy-.*)$/i;

export const ownHeaders = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z0-9-]{1,64}$/, 'A name has letters, digits and hyphens.')
      .refine((name) => !reservedHeaders.test(name), { message: 'This header is reserved.' }),
    z
      .string()
      .max(1000)
      .regex(/^[\x20-\x7e]*$/, 'Must be printable ASCII.'),
  )
  .refine((given) => Object.keys(given).length <= 20, { message: 'Must have at most 20 headers.' })
  .refine(
    (given) =>
      new Set(Object.keys(given).map((name) => name.toLowerCase())).size === Object.keys(given).length,
    {
      message: 'Must not name a header twice.',
    },
  )
  .meta({
    description: 'Sent with every delivery, such as `Authorization`; never shown again',
    example: { Authorization: 'Bearer a-secret-of-yours' },
  });

const options = { filter: webhookFilter.nullish(), headers: ownHeaders.nullish() };

const names = { name: line(200).nullish(), description: line(1000).nullish() };

export const newWebhook = z.object({
  callbackUrl,
  events,
  scope: webhookScope,
  token: token.nullish(),
  ...options,
  ...names,
});

export const webhookChanges = z.object({
  callbackUrl: callbackUrl.optional(),
  events: events.optional(),
  scope: webhookScope.optional(),
  token: token.nullish(),
  isActive: z
    .boolean()
    .optional()
    .meta({ description: 'False disables; true enables again, and clears its failures' }),
  ...options,
  ...names,
});

const read = requireScopes('admin:full', 'webhooks:read');
const write = requireScopes('admin:full', 'webhooks:write');
const webhookId = { uuid: uuidParam('Webhook') };
const deliveryId = { ...webhookId, id: uuidParam('Delivery') };
const forbidden = 'Only the webhook’s creator, owners and admins can do this.';
const adminsOnly = 'Only owners and admins can do this.';
const missing = 'Webhook not found.';

const signingSecret = z
  .string()
  .meta({ description: 'Shown only once; verifies the header `webhook-signature`', example: 'whsec_...' });

export const createWebhook = declareRoute({
  method: 'POST',
  path: '/webhooks',
  origin: 'interface',
  tag: 'Webhooks',
  summary: 'Subscribe to events',
  description:
    'Sends a test delivery (`event: "webhook.test"`) first. An address that can’t be reached is 422; one that answers with an error is accepted, and `testResult` says so. With scope `user` the webhook receives events that you host and forms that you own, with `organization` everything.',
  access: write,
  body: newWebhook,
  returns: createdWith(webhook, { signingSecret, testResult }),
  fails: { 400: 'A workspace can have at most 200 webhooks.', 403: adminsOnly },
  examples: {
    body: {
      callbackUrl: 'https://hooks.example.com/daybook',
      events: ['invitee.scheduled', 'invitee.cancelled'],
      scope: 'user',
      token: 'a token of your choice',
    },
  },
});

export const listWebhooks = declareRoute({
  method: 'GET',
  path: '/webhooks',
  origin: 'ours',
  tag: 'Webhooks',
  summary: 'List webhooks',
  description:
    'Those that you created, and for owners and admins those of the organization whose creator is no longer an admin. With `scope=all`, owners and admins see everyone’s.',
  access: read,
  query: { scope: z.enum(['all']).optional() },
  returns: paginated(webhook),
  fails: { 403: adminsOnly },
});

export const readWebhook = declareRoute({
  method: 'GET',
  path: '/webhooks/{uuid}',
  origin: 'interface',
  tag: 'Webhooks',
  summary: 'Read one webhook',
  access: read,
  params: webhookId,
  returns: ok('resource', webhook),
  fails: { 403: forbidden, 404: missing },
});

export const changeWebhook = declareRoute({
  method: 'PATCH',
  path: '/webhooks/{uuid}',
  origin: 'ours',
  tag: 'Webhooks',
  summary: 'Change a webhook',
  description:
    'Changes what is sent; `filter` and `headers` are replaced whole. A new URL is tested as at creation; null removes token, filter or headers.',
  access: write,
  params: webhookId,
  body: webhookChanges,
  returns: ok('resource', webhook),
  fails: { 403: forbidden, 404: missing, 409: 'The user of this webhook is deactivated.' },
  examples: { body: { events: ['invitee.scheduled'] } },
});

export const deleteWebhook = declareRoute({
  method: 'DELETE',
  path: '/webhooks/{uuid}',
  origin: 'ours',
  tag: 'Webhooks',
  summary: 'Delete a webhook',
  description: 'Pending deliveries are dropped, and its delivery log is deleted.',
  access: write,
  params: webhookId,
  returns: message('Webhook deleted.'),
  fails: { 403: forbidden, 404: missing },
});

export const testWebhook = declareRoute({
  method: 'POST',
  path: '/webhooks/{uuid}/test',
  origin: 'ours',
  tag: 'Webhooks',
  summary: 'Send a test delivery',
  description:
    'Sends `event: "webhook.test"` now and returns the result; with another `event`, an example of that one. It is not retried.',
  access: write,
  params: webhookId,
  body: z.object({ event: z.enum(['webhook.test', ...webhookEvents]).default('webhook.test') }).optional(),
  returns: ok('testResult', testResult),
  fails: { 403: forbidden, 404: missing },
  examples: { body: { event: 'invitee.scheduled' } },
});

export const rotateWebhookSecret = declareRoute({
  method: 'POST',
  path: '/webhooks/{uuid}/rotate-secret',
  origin: 'ours',
  tag: 'Webhooks',
  summary: 'Replace the signing secret',
  description:
    'Deliveries are signed with the new secret at once, and with the old one as well until `previousSecretExpiresAt`.',
  access: write,
  params: webhookId,
  body: z.object({ overlapHours: z.number().min(0).max(168).default(24) }),
  returns: createdWith(webhook, { signingSecret, previousSecretExpiresAt: timestamp }),
  fails: { 403: forbidden, 404: missing },
  examples: { body: { overlapHours: 24 } },
});

export const webhookStatus = z
  .object({
    state: webhookState,
    failuresInARow: z.int(),
    failingSince: timestamp.nullable(),
    pausedUntil: timestamp.nullable(),
    disabledAt: timestamp.nullable(),
    disabledReason: z.string().nullable(),
    waiting: z.int().meta({ description: 'Open deliveries' }),
    oldestWaitingSince: timestamp.nullable(),
  })
  .meta({ id: 'WebhookStatus' });

export const readWebhookStatus = declareRoute({
  method: 'GET',
  path: '/webhooks/{uuid}/status',
  origin: 'ours',
  tag: 'Webhooks',
  summary: 'Read the status of a webhook',
  access: read,
  params: webhookId,
  returns: ok('resource', webhookStatus),
  fails: { 403: forbidden, 404: missing },
});

const deliveryStatus = z.enum(['pending', 'sending', 'delivered', 'failed', 'skipped']);

const milliseconds = z.int().nullable();

export const delivery = z
  .object({
    id: uuid,
    messageId: uuid.meta({ description: 'The header `webhook-id`, the same on every attempt' }),
    event: eventName,
    status: deliveryStatus.meta({
      description: '`skipped`: the webhook was disabled; a replay sends it',
    }),
    nextAttemptAt: timestamp.nullable(),
    createdAt: timestamp,
    finishedAt: timestamp.nullable(),
    attempts: z.array(
      z.object({
        attempt: z.int(),
        startedAt: timestamp,
        connectMs: milliseconds.meta({ description: 'Until there was a connection, new or reused' }),
        firstByteMs: milliseconds.meta({ description: 'From then until the answer began' }),
        totalMs: z.int(),
        statusCode: z.int().nullable(),
        error: z.string().nullable(),
        response: z.string().nullable().meta({ description: 'The first bytes of the answer' }),
      }),
    ),
  })
  .meta({ id: 'WebhookDelivery' });

export const listDeliveries = declareRoute({
  method: 'GET',
  path: '/webhooks/{uuid}/deliveries',
  origin: 'ours',
  tag: 'Webhooks',
  summary: 'List deliveries, newest first',
  access: read,
  params: webhookId,
  query: {
    status: deliveryStatus.optional(),
    event: eventName.optional(),
    since: instant.optional(),
    until: instant.optional(),
    search: line(200)
      .optional()
      .meta({ description: 'Text in the payload, an error or a response, in any case' }),
  },
  returns: paginated(delivery),
  fails: { 403: forbidden, 404: missing },
});

export const readDelivery = declareRoute({
  method: 'GET',
  path: '/webhooks/{uuid}/deliveries/{id}',
  origin: 'ours',
  tag: 'Webhooks',
  summary: 'Read one delivery, with its payload',
  access: read,
  params: deliveryId,
  returns: ok('resource', delivery.extend({ payload: z.record(z.string(), z.unknown()) })),
  fails: { 403: forbidden, 404: 'Delivery not found.' },
});

export const retryDelivery = declareRoute({
  method: 'POST',
  path: '/webhooks/{uuid}/deliveries/{id}/retry',
  origin: 'ours',
  tag: 'Webhooks',
  summary: 'Send a delivery again',
  description: 'At once, with the same `webhook-id`; failures are retried as usual.',
  access: write,
  params: deliveryId,
  returns: ok('resource', delivery),
  fails: {
    403: forbidden,
    404: 'Delivery not found.',
    409: 'The delivery is being sent, or the webhook is disabled.',
  },
});

export const replayDeliveries = declareRoute({
  method: 'POST',
  path: '/webhooks/{uuid}/replay',
  origin: 'ours',
  tag: 'Webhooks',
  summary: 'Replay deliveries since a time',
  description:
    'Sends `failed` and `skipped` deliveries again, or with `status: "all"` also delivered ones, in their original order and with the same `webhook-id`s. `dryRun` only counts.',
  access: write,
  params: webhookId,
  body: z.object({
    since: instant,
    until: instant.optional(),
    status: z.enum(['undelivered', 'all']).default('undelivered'),
    dryRun: z.boolean().default(false),
  }),
  returns: ok('resource', z.object({ count: z.int(), dryRun: z.boolean() })),
  fails: { 403: forbidden, 404: missing, 409: 'The webhook is disabled.' },
  examples: { body: { since: '2027-01-31T09:00:00Z', dryRun: true } },
});
