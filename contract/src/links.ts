import { z } from 'zod';
import { created, message, paginated } from './envelopes.ts';
import { email, idParam, instant, line, plannedInstant, rule, timestamp, uuid } from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** Links to an event type: single-use (interface 3.2), shared and collective (resolutions 11). */

export const link = z
  .object({
    token: z.string(),
    kind: z.enum(['single_use', 'shared', 'collective']),
    name: z.string().nullable(),
    link: z.url(),
    eventTypeUri: z.url(),
    hosts: z.array(email).meta({ description: 'Hosts of the link; default: those of the event type' }),
    price: z.string().nullable(),
    times: z.array(timestamp).nullable().meta({ description: 'The only times that it offers' }),
    expiresAt: timestamp.nullable(),
    maxUses: z.int().nullable(),
    uses: z
      .int()
      .meta({ description: 'Bookings that were made through it; counted where there is a maximum' }),
    usedAt: timestamp.nullable().meta({ description: 'When it was used up' }),
    createdAt: timestamp,
  })
  .meta({ id: 'Link' });

export const newLink = rule(
  z.object({
    eventTypeUuid: uuid,
    kind: z.enum(['single_use', 'shared', 'collective']).default('shared'),
    hosts: z
      .array(email)
      .min(1)
      .max(50)
      .refine((list) => new Set(list.map((item) => item.toLowerCase())).size === list.length, {
        message: 'Must not name a host twice.',
      })
      .optional(),
    name: line(200).nullish(),
    maxUses: z.int().min(1).max(10_000).nullish().meta({
      description: 'Maximum number of bookings; default: unlimited. A single-use link allows one',
    }),
    times: z
      .array(plannedInstant)
      .min(1)
      .max(50)
      .refine((list) => list.every((time) => Date.parse(time) % 60_000 === 0), {
        message: 'Must be whole minutes.',
      })
      .refine((list) => new Set(list.map((time) => Date.parse(time))).size === list.length, {
        message: 'Must not name a time twice.',
      })
      .nullish()
      .meta({
        description:
          'Start times offered instead of those of the event type, regardless of its schedule, minimum notice, booking window and limits, if its hosts are available. With `single_use` the first booking takes one of them and closes the others: a one-off meeting',
      }),
    expiresAt: instant.nullish(),
  }),
  'maxUses',
  'A single-use link has one use.',
  ({ kind, maxUses }) => kind !== 'single_use' || maxUses == null || maxUses === 1,
);

const readLinks = requireScopes('admin:full', 'event-types:read');
const writeLinks = requireScopes('admin:full', 'event-types:write');

export const listLinks = declareRoute({
  method: 'GET',
  path: '/links',
  origin: 'ours',
  tag: 'Links',
  summary: 'List the links of your event types',
  access: readLinks,
  query: { scope: z.enum(['all']).optional(), eventTypeUuid: uuid.optional() },
  returns: paginated(link),
  fails: { 403: 'Only owners and admins can do this.' },
});

export const createLink = declareRoute({
  method: 'POST',
  path: '/links',
  origin: 'ours',
  tag: 'Links',
  summary: 'Create a link',
  description:
    'Anyone with a shared link can book the event type, with the given hosts only if there are any. A single-use link allows one booking, and `maxUses` sets a maximum for any link. With a collective link, all given hosts attend.',
  access: writeLinks,
  body: newLink,
  returns: created('resource', link),
  fails: { 403: 'Only the event type’s hosts, its owner, its team, owners and admins can do this.' },
  examples: {
    body: { eventTypeUuid: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d', kind: 'shared', name: 'Partners' },
  },
});

export const deleteLink = declareRoute({
  method: 'DELETE',
  path: '/links/{token}',
  origin: 'ours',
  tag: 'Links',
  summary: 'Delete a link',
  access: writeLinks,
  params: { token: idParam('Link', /^[0-9A-Za-z]{22}([0-9A-Za-z]{8})?$/, '4kZtq8LmW2xR7vB1nYc0Ds') },
  returns: message('Link deleted.'),
  fails: {
    403: 'Only the event type’s hosts, its owner, its team, owners and admins can do this.',
    404: 'Link not found.',
  },
});
