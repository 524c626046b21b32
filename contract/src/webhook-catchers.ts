import { z } from 'zod';
import { created, message, paginated } from './envelopes.ts';
import { idParam, timestamp, uuid, uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';
import { publicAccess, requireScopes } from './scopes.ts';

/** Where a developer sends webhooks to look at them. */

export const webhookCatcher = z
  .object({
    id: uuid,
    url: z.url().meta({ description: 'Shown only once; can be the URL of a webhook' }),
    createdAt: timestamp,
    expiresAt: timestamp,
  })
  .meta({ id: 'WebhookCatcher' });

export const caughtRequest = z
  .object({
    id: uuid,
    receivedAt: timestamp,
    headers: z.record(z.string(), z.string()),
    body: z.string(),
    isTruncated: z.boolean().meta({ description: 'The body was longer than 64 kB' }),
  })
  .meta({ id: 'CaughtRequest' });

export const createWebhookCatcher = declareRoute({
  method: 'POST',
  path: '/webhook-catchers',
  origin: 'ours',
  tag: 'Webhooks',
  summary: 'Create a URL that shows the requests sent to it',
  description:
    'For testing webhooks. It keeps the last 100 requests and is deleted after 24 hours. Webhooks can deliver to it although it is on this server.',
  access: requireScopes('admin:full', 'webhooks:write'),
  returns: created('resource', webhookCatcher),
  fails: { 400: 'A workspace can have at most 20 catchers.' },
});

export const listCaughtRequests = declareRoute({
  method: 'GET',
  path: '/webhook-catchers/{id}/requests',
  origin: 'ours',
  tag: 'Webhooks',
  summary: 'List the requests of a catcher, newest first',
  access: requireScopes('admin:full', 'webhooks:read'),
  params: { id: uuidParam('Catcher') },
  returns: paginated(caughtRequest),
  fails: {
    403: 'Only the catcher’s creator, owners and admins can do this.',
    404: 'Catcher not found.',
  },
});

export const deleteWebhookCatcher = declareRoute({
  method: 'DELETE',
  path: '/webhook-catchers/{id}',
  origin: 'ours',
  tag: 'Webhooks',
  summary: 'Delete a catcher',
  description: 'With all that it caught. A webhook that still delivers to it is then disabled.',
  access: requireScopes('admin:full', 'webhooks:write'),
  params: { id: uuidParam('Catcher') },
  returns: message('Catcher deleted.'),
  fails: {
    403: 'Only the catcher’s creator, owners and admins can do this.',
    404: 'Catcher not found.',
  },
});

export const catchRequest = declareRoute({
  method: 'POST',
  path: '/public/catch/{token}',
  origin: 'ours',
  tag: 'Public',
  summary: 'Send a request to a catcher',
  description: 'Any JSON of at most 64 kB.',
  access: publicAccess,
  params: {
    token: idParam('Catcher', /^[0-9A-Za-z]{32}([0-9A-Za-z]{8})?$/, 'k3V9qX0t7Zb2M5aK3v9Qx0T7zB2m5AkA'),
  },
  body: z.unknown(),
  returns: message('Caught.'),
  fails: { 404: 'Catcher not found.' },
});
