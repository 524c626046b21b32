import { z } from 'zod';
import { created, message, ok, paginated } from './envelopes.ts';
import { eventId, instant, line, queryFlag, timestamp, uuid, uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** Rooms, equipment and whatever else events take beside their hosts. */

const kind = line(60).meta({ example: 'Room' });
const capacity = z.int().min(1).max(10_000).nullable();
const location = line(500).nullable();

export const resourceItem = z
  .object({
    uuid,
    name: z.string(),
    kind: z.string(),
    capacity: z.int().nullable().meta({ description: 'How many people it is for; null: any number' }),
    location: z.string().nullable().meta({ description: 'Where it is, for invitees to read' }),
    isActive: z.boolean().meta({ description: 'New events can take it' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Resource' });

const occupation = z
  .object({
    startTime: timestamp,
    endTime: timestamp,
    blockedFrom: timestamp.meta({ description: 'With the buffers of the event' }),
    blockedTo: timestamp,
    hosts: z.array(z.string()).meta({ description: 'Their names' }),
    eventUuid: eventId.nullable().meta({ description: 'Null for events that you can’t see' }),
    title: z.string().nullable(),
  })
  .meta({ id: 'ResourceOccupation' });

const readResources = requireScopes('admin:full', 'event-types:read');
const writeResources = requireScopes('admin:full', 'event-types:write');
const resourceId = { uuid: uuidParam('Resource') };
const notFound = 'Resource not found.';

export const listResources = declareRoute({
  method: 'GET',
  path: '/resources',
  origin: 'ours',
  tag: 'Resources',
  summary: 'List rooms and other resources',
  description: 'By kind and name.',
  access: readResources,
  query: { kind: kind.optional(), activeOnly: queryFlag },
  returns: paginated(resourceItem, { size: 'count', default: 50 }),
});

export const createResource = declareRoute({
  method: 'POST',
  path: '/resources',
  origin: 'ours',
  tag: 'Resources',
  summary: 'Add a room or another resource',
  description:
    'Event types list the kinds that they need (`resources`). Each booking reserves one available resource of each kind. Kinds are case-insensitive.',
  access: writeResources,
  may: 'admin',
  body: z.object({
    name: line(100),
    kind,
    capacity: capacity.optional(),
    location: location.optional(),
    isActive: z.boolean().default(true),
  }),
  returns: created('resource', resourceItem),
  fails: { 409: 'A workspace can have at most 100 resources. Delete some first.' },
  examples: { body: { name: 'Aalto', kind: 'Room', capacity: 6, location: 'Second floor, left' } },
});

export const readResource = declareRoute({
  method: 'GET',
  path: '/resources/{uuid}',
  origin: 'ours',
  tag: 'Resources',
  summary: 'Read a resource',
  access: readResources,
  params: resourceId,
  returns: ok('resource', resourceItem),
  fails: { 404: notFound },
});

export const updateResource = declareRoute({
  method: 'PATCH',
  path: '/resources/{uuid}',
  origin: 'ours',
  tag: 'Resources',
  summary: 'Change a resource',
  description:
    'A resource that upcoming events or event types need can’t be deactivated or made too small unless `force` is true: events keep it, and event types have no available times without another one. The kind can’t be changed.',
  access: writeResources,
  may: 'admin',
  params: resourceId,
  body: z
    .object({ name: line(100), capacity, location, isActive: z.boolean(), force: z.boolean() })
    .partial(),
  returns: ok('resource', resourceItem),
  fails: { 404: notFound, 409: 'Upcoming events reserve it, or an event type needs it.' },
  examples: { body: { isActive: false } },
});

export const deleteResource = declareRoute({
  method: 'DELETE',
  path: '/resources/{uuid}',
  origin: 'ours',
  tag: 'Resources',
  summary: 'Delete a resource',
  description: 'Past events keep its name.',
  access: writeResources,
  may: 'admin',
  params: resourceId,
  returns: message('Resource deleted.'),
  fails: {
    404: notFound,
    409: 'Upcoming events reserve it, or an event type needs it.',
  },
});

export const listResourceEvents = declareRoute({
  method: 'GET',
  path: '/resources/{uuid}/events',
  origin: 'ours',
  tag: 'Resources',
  summary: 'List the reservations of a resource',
  description:
    'Confirmed events that end after `from`, in order. Only their hosts, owners and admins see the details.',
  access: readResources,
  params: resourceId,
  query: {
    from: instant.optional().meta({ description: 'Default: now' }),
    to: instant.optional().meta({ description: 'Only events that begin before it' }),
  },
  returns: paginated(occupation, { size: 'count', default: 50 }),
  fails: { 404: notFound },
});
