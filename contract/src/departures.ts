import { z } from 'zod';
import { ok } from './envelopes.ts';
import { userId } from './members.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** What happens to everything that acts in the name of a user who is deactivated. */

export const departureKinds = [
  'sessions',
  'tokens',
  'connectedApps',
  'resetLinks',
  'invitations',
  'personalWebhooks',
  'webhookCatchers',
  'calendarFeed',
  'calendarConnections',
  'imports',
  'tasks',
  'polls',
  'routingForms',
  'webhooks',
  'apps',
  'scimTokens',
  'bookingPages',
] as const;

export const departureOutcomes = ['ends', 'reassigned', 'kept', 'pauses'] as const;

export const departure = z
  .object({
    openBookings: z.int().meta({ description: 'Confirmed upcoming events that the user hosts' }),
    items: z.array(
      z.object({
        kind: z.enum(departureKinds),
        count: z.int(),
        outcome: z.enum(departureOutcomes).meta({
          description:
            '`ends`: for good. `reassigned`: goes to `handoverTo`; without it, tasks are unassigned and the rest is for owners and admins. `kept`: passes to the organization, unless `integrations=end`. `pauses`: until the user is activated again',
        }),
      }),
    ),
  })
  .meta({ id: 'Departure' });

export const readDeparture = declareRoute({
  method: 'GET',
  path: '/organizations/users/{uuid}/departure',
  origin: 'ours',
  tag: 'Users',
  summary: 'Read what deactivating a user ends and reassigns',
  description:
    'Everything that acts in the name of the user, and what happens to it when they are deactivated. Kinds without anything are omitted.',
  access: requireScopes('admin:full', 'users:write'),
  may: 'admin',
  params: userId,
  returns: ok('resource', departure),
  fails: { 404: 'User not found.' },
});
