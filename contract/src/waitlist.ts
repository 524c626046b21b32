import { z } from 'zod';
import { message, paginated } from './envelopes.ts';
import { email, eventId, eventIdPattern, idParam, timestamp, timeZone } from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** Those who wait for seats of a group event that is full: docs/decisions/0106. */

export const waitlistEntry = z
  .object({
    uuid: eventId,
    eventUuid: eventId,
    status: z.enum(['waiting', 'booked', 'left', 'removed', 'closed']).meta({
      description:
        '`booked` once they have seats; `left` by themselves, `removed` by a host; `closed` when the event was rescheduled or canceled',
    }),
    fullName: z.string(),
    email,
    phone: z.string().nullable(),
    timeZone,
    seats: z.int(),
    questions: z.array(z.object({ question: z.string(), answer: z.string() })),
    inviteeUuid: eventId.nullable().meta({ description: 'The invitee that they became' }),
    joinedAt: timestamp,
  })
  .meta({ id: 'WaitlistEntry' });

const common = { origin: 'ours', tag: 'Scheduled events' } as const;
const hostsOnly = 'Only the event’s hosts, owners and admins can do this.';

export const listWaitlist = declareRoute({
  ...common,
  method: 'GET',
  path: '/scheduled-events/{uuid}/waitlist',
  summary: 'List the waitlist of an event',
  description: 'In the order in which they joined. Free seats are booked in this order.',
  access: requireScopes('admin:full', 'events:read'),
  params: { uuid: idParam('Event', eventIdPattern, 'dbk-8fK2mZ0qWv3Xy7Ab') },
  returns: paginated(waitlistEntry),
  fails: { 403: hostsOnly, 404: 'Event not found.' },
});

export const removeFromWaitlist = declareRoute({
  ...common,
  method: 'DELETE',
  path: '/waitlist-entries/{uuid}',
  summary: 'Remove someone from a waitlist',
  description: 'They get an email.',
  access: requireScopes('admin:full', 'events:write'),
  params: { uuid: idParam('Waitlist entry', eventIdPattern, 'dbk-8fK2mZ0qWv3Xy7Ab') },
  returns: message('Removed from the waitlist.'),
  fails: { 403: hostsOnly, 404: 'Waitlist entry not found.', 409: 'They’re no longer on the waitlist.' },
});
