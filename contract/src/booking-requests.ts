import { z } from 'zod';
import { created, download, ok, paginated, resource } from './envelopes.ts';
import { email, eventId, eventIdPattern, idParam, timestamp, timeZone, uuid, uuidParam } from './fields.ts';
import { answerFile } from './files.ts';
import { declareRoute } from './route.ts';
import { bookingExample, host, newBooking, scheduledEvent } from './scheduled-events.ts';
import { requireScopes } from './scopes.ts';

/** Requests for a time on pages with `requiresConfirmation`: docs/decisions/0097. */

export const requestStatus = z.enum(['open', 'confirmed', 'declined', 'expired', 'withdrawn']);

export const bookingRequest = z
  .object({
    uuid: eventId,
    status: requestStatus,
    title: z.string(),
    eventTypeUuid: uuid,
    startTime: timestamp,
    endTime: timestamp,
    duration: z.int(),
    fullName: z.string(),
    email,
    phone: z.string().nullable(),
    timeZone,
    guests: z.array(email).nullable(),
    questions: z.array(
      z.object({
        question: z.string(),
        answer: z.string(),
        file: answerFile,
      }),
    ),
    hosts: z.array(host).meta({ description: 'Hosts whose time is held' }),
    reason: z.string().nullable().meta({ description: 'Why it was declined' }),
    eventUuid: eventId.nullable().meta({ description: 'The event that it became' }),
    expiresAt: timestamp,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'BookingRequest' });

const common = { origin: 'ours', tag: 'Scheduled events' } as const;
const readRequests = requireScopes('admin:full', 'events:read');
const answerRequests = requireScopes('admin:full', 'events:write');
const params = { uuid: idParam('Request', eventIdPattern, 'dbk-8fK2mZ0qWv3Xy7Ab') };
const hostsOnly = 'Only the event’s hosts, owners and admins can do this.';
const closed = 'This request has been answered, withdrawn, or has expired.';

export const createBookingRequest = declareRoute({
  ...common,
  method: 'POST',
  path: '/booking-requests',
  summary: 'Request a time for someone',
  description:
    'For an event type with `requiresConfirmation`, as visitors do. The time is held until a host confirms or declines, or the request expires. Hosts, owners and admins can book it directly with `POST /event`.',
  access: requireScopes('admin:full', 'booking'),
  body: newBooking.omit({ anyTime: true, recurrence: true }),
  returns: created('resource', bookingRequest),
  fails: {
    403: 'This needs an active subscription.',
    404: 'Page not found.',
    409: 'This time is no longer available, or the event type doesn’t take requests.',
  },
  examples: { body: bookingExample },
});

export const listBookingRequests = declareRoute({
  ...common,
  method: 'GET',
  path: '/booking-requests',
  summary: 'List booking requests',
  description:
    'The next to expire first. With `scope=all`, owners and admins see those of the whole organization.',
  access: readRequests,
  query: { status: requestStatus.default('open'), scope: z.enum(['all']).optional() },
  returns: paginated(bookingRequest),
  fails: { 403: 'Only owners and admins can do this.' },
});

export const downloadRequestFile = declareRoute({
  ...common,
  method: 'GET',
  path: '/booking-requests/{uuid}/files/{fileId}',
  summary: 'Download a file that was sent with a request',
  access: readRequests,
  params: { ...params, fileId: uuidParam('File') },
  returns: download(),
  fails: { 403: hostsOnly, 404: 'File not found.' },
});

export const readBookingRequest = declareRoute({
  ...common,
  method: 'GET',
  path: '/booking-requests/{uuid}',
  summary: 'Read one request',
  access: readRequests,
  params,
  returns: resource(bookingRequest),
  fails: { 403: hostsOnly, 404: 'Request not found.' },
});

export const confirmBookingRequest = declareRoute({
  ...common,
  method: 'PUT',
  path: '/booking-requests/{uuid}/confirm',
  summary: 'Confirm a request',
  description: 'Books the event, with emails, calendars, webhooks and CRM as for any booking.',
  access: answerRequests,
  params,
  returns: ok('resource', scheduledEvent),
  fails: { 403: hostsOnly, 404: 'Request not found.', 409: closed },
});

export const declineBookingRequest = declareRoute({
  ...common,
  method: 'PUT',
  path: '/booking-requests/{uuid}/decline',
  summary: 'Decline a request',
  description: 'The time becomes available again, and the invitee gets an email.',
  access: answerRequests,
  params,
  body: z.object({
    reason: z.string().max(512).nullish().meta({ description: 'Reason for the invitee' }),
  }),
  returns: ok('resource', bookingRequest),
  fails: { 403: hostsOnly, 404: 'Request not found.', 409: closed },
  examples: { body: { reason: 'I’m traveling that week.' } },
});
