import { z } from 'zod';
import { availability, timesQuery } from './availability.ts';
import { bare, download, message, ok, paginated, resource } from './envelopes.ts';
import { eventTypeKind, frequency, locationType, maxOccurrences } from './event-types.ts';
import {
  clockTime,
  date,
  email,
  eventId,
  eventIdPattern,
  idParam,
  instant,
  interval,
  language,
  line,
  optionalQueryBoolean,
  slug,
  timestamp,
  timeZone,
  uuidParam,
  utcOffset,
  uuid,
} from './fields.ts';
import { answerFile } from './files.ts';
import { userId } from './members.ts';
import { onlineNames } from './providers.data.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** Bookings and scheduled events: interface 2.2, 4.4 and 4.5, resolutions 5 and 6. */

const utmValue = z.string().nullable();

export const payment = z
  .object({
    status: z.enum(['unpaid', 'paid', 'partially_refunded', 'refunded']),
    amount: z.string(),
    currency: z.string(),
    provider: z
      .enum(onlineNames)
      .optional()
      .meta({ description: 'Who collected it; absent while it is paid on site' }),
    paidAt: timestamp.optional(),
    refundedAmount: z.string().optional(),
    refundError: z.string().optional().meta({
      description: 'Why the provider rejected a refund, until someone retries it or marks it as done',
    }),
    refusedRefund: z
      .object({ uuid: z.uuid(), amount: z.string() })
      .optional()
      .meta({ description: 'The latest rejected refund' }),
  })
  .meta({
    id: 'Payment',
    description: '`provider`, `paidAt` and `refundedAmount` are there once it was paid online',
  });

/** Only invitees of a series have it. */
export const series = z
  .object({
    uuid: eventId.meta({ description: 'Of the series' }),
    index: z.int().meta({ description: 'Which of its bookings this is; the first is 1' }),
    count: z.int().meta({ description: 'How many were booked' }),
  })
  .meta({ id: 'Series' });

export const invitee = z
  .object({
    uuid: eventId,
    salutation: z.string().nullable(),
    fullName: z.string(),
    email,
    guests: z.array(email).nullable(),
    timeZone,
    noShow: z.boolean(),
    personId: uuid.nullable().meta({
      description: 'The person of the CRM; null until there is one, and for callers who may not read people',
    }),
    cancellation: z.object({
      cancelledAt: timestamp.nullable(),
      cancelledBy: z.string().nullable(),
      cancellerType: z.enum(['host', 'invitee']).nullable(),
      cancellationReason: z.string().nullable(),
    }),
    payment: payment.nullable(),
    series: series.optional(),
    questions: z
      .array(
        z.object({
          answer: z.string(),
          answer_type: z.literal('STRING'),
          question: z.string(),
          file: answerFile,
        }),
      )
      .nullable(),
    scheduledAt: timestamp,
    utm: z.object({
      utm_campaign: utmValue,
      utm_source: utmValue,
      utm_medium: utmValue,
      utm_content: utmValue,
      utm_term: utmValue,
    }),
    customQueryParams: z
      .array(z.object({ key: z.string(), value: z.string() }))
      .optional()
      .meta({ description: 'Present in the answer to a booking' }),
  })
  .meta({ id: 'Invitee' });

export const host = z
  .object({
    firstName: z.string(),
    lastName: z.string(),
    email,
    slug,
    url: z.url(),
    avatarUrl: z.url().nullable(),
  })
  .meta({ id: 'Host' });

export const takenResource = z
  .object({ uuid, kind: z.string(), name: z.string(), location: z.string().nullable() })
  .meta({ id: 'TakenResource' });

export const scheduledEvent = z
  .object({
    uri: z.url(),
    uuid: eventId,
    title: z.string(),
    type: eventTypeKind,
    startTime: timestamp,
    endTime: timestamp,
    duration: z.int(),
    status: z.enum(['confirmed', 'cancelled']),
    eventTypeUri: z.url(),
    location: z.object({ type: z.string(), joinUrl: z.string() }),
    maxActiveInvitees: z.int(),
    activeInviteesCount: z.int(),
    invitees: z.array(invitee),
    guests: z.array(email).nullable(),
    hosts: z.array(host),
    resources: z
      .array(takenResource)
      .optional()
      .meta({ description: 'Rooms and other resources that it takes; present if there are any' }),
    notes: z.string().nullable().meta({ description: 'Notes of the host for everyone' }),
    createdAt: timestamp,
    updatedAt: timestamp,
    currentTime: timestamp,
  })
  .meta({ id: 'ScheduledEvent' });

const shortText = z.string().max(500);

const timeFields = {
  date,
  start: clockTime,
  timeZone,
  duration: z.int().min(1).max(1440).optional(),
  offset: utcOffset
    .optional()
    .meta({ description: 'Which of two times on the day clocks go back, such as +01:00' }),
};

const pageSlug = z
  .string()
  .min(1)
  .max(60)
  .optional()
  .meta({ description: 'Required without `sharedLink`; beside it, the slug of its own page' });

const anyTime = z.boolean().optional().meta({
  description:
    'Also accept times that aren’t available, for hosts, owners and admins. Double bookings and absences are still rejected',
});

const guestList = z
  .array(email)
  .max(20)
  .refine((list) => new Set(list.map((guest) => guest.toLowerCase())).size === list.length, {
    message: 'Must not name a guest twice.',
  });

export const newBooking = z.object({
  ownerSlug: pageSlug,
  eventTypeSlug: pageSlug,
  ...timeFields,
  name: line(200),
  email,
  hostEmail: email.nullish().meta({ description: 'On a round robin: the host who takes the event' }),
  hostSlug: slug.optional().meta({ description: 'The same by slug' }),
  salutation: line(50).nullish(),
  language: language.optional().meta({ description: 'Language of emails to the invitee; default: en' }),
  phone: line(40).nullish(),
  guests: guestList.nullish(),
  location: locationType.nullish().meta({ description: 'The first location of the page that has this type' }),
  locationId: z
    .string()
    .max(100)
    .nullish()
    .meta({ description: 'The location of the page with this id', example: 'k3R9xQ0bZt' }),
  locationOptions: z
    .object({
      address: line(500).optional(),
      details: line(1000).optional(),
      callType: line(50).optional().meta({ example: 'I_WILL_CALL' }),
    })
    .nullish(),
  question_answers: z
    .array(z.object({ question_id: z.int(), answer: z.string().max(5000) }))
    .max(100)
    .nullish(),
  customQueryParams: z
    .record(z.string().max(100), z.union([shortText, z.number(), z.boolean()]), {
      error: ({ code }) =>
        code === 'invalid_type' ? 'Must be an object, such as {"ref": "newsletter"}.' : undefined,
    })
    .refine((params) => Object.keys(params).length <= 50, { message: 'Must have at most 50 parameters.' })
    .nullish(),
  utm: z
    .object({
      utm_campaign: shortText.nullish(),
      utm_source: shortText.nullish(),
      utm_medium: shortText.nullish(),
      utm_content: shortText.nullish(),
      utm_term: shortText.nullish(),
    })
    .nullish(),
  sharedLink: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'The token of a link, which names its page by itself' }),
  seats: z.int().min(1).max(10_000).optional(),
  recurrence: z
    .object({
      frequency: frequency.meta({
        description:
          'Every week, every two weeks, or on the same weekday of every month, such as its second Tuesday',
      }),
      count: z.int().min(2).max(maxOccurrences).meta({ description: 'How many events, the first included' }),
      skipTaken: z
        .boolean()
        .optional()
        .meta({ description: 'Book the available times instead of all or none. Default: false' }),
    })
    .nullish()
    .meta({
      description:
        'Books a series, at the same time of day in `timeZone` whatever clocks do, where the page has `recurrence`',
    }),
  anyTime,
});

/** The answer to a booking. */
export const bookedEvent = scheduledEvent
  .extend({
    occurrences: z
      .array(z.object({ uuid: eventId, inviteeUuid: eventId, startTime: timestamp, endTime: timestamp }))
      .optional()
      .meta({ description: 'Of a series: all its events, of which this is the first' }),
  })
  .meta({ id: 'BookedEvent' });

export const bookingExample = {
  ownerSlug: 'mara-lindqvist',
  eventTypeSlug: 'intro-call',
  date: '2027-03-02',
  start: '10:00',
  timeZone: 'Europe/Berlin',
  name: 'Ines Okafor',
  email: 'ines@okafor.example',
  location: 'GOOGLE_MEET',
  question_answers: [{ question_id: 1, answer: 'The spring catalog' }],
};

export const book = declareRoute({
  method: 'POST',
  path: '/event',
  origin: 'interface',
  tag: 'Scheduled events',
  summary: 'Book a time',
  description:
    'A time that the event type never offers is a 422 on `start`; one that is no longer available is a 409. Availability and booking use the same rules. Bookings through the API need no payment: on a priced page the invitee’s `payment` is `unpaid`. With `recurrence` a series is booked, all of it or nothing: where some of its times are not available, the 409 lists them as `unavailable`, each with its `date`, `start` and `reason`.',
  access: requireScopes('admin:full', 'booking'),
  body: newBooking,
  returns: bare(bookedEvent),
  fails: {
    403: 'This needs an active subscription.',
    404: 'Page not found.',
    409: 'This time is no longer available.',
  },
  examples: { body: bookingExample },
});

const readEvents = requireScopes('admin:full', 'events:read');
const writeEvents = requireScopes('admin:full', 'events:write');
const eventParam = { uuid: idParam('Event', eventIdPattern, 'dbk-8fK2mZ0qWv3Xy7Ab') };
const inviteeParam = { uuid: idParam('Invitee', eventIdPattern, 'dbk-8fK2mZ0qWv3Xy7Ab') };
const hostsOnly = 'Only the event’s hosts, owners and admins can do this.';

export const listScheduledEvents = declareRoute({
  method: 'GET',
  path: '/scheduled-events',
  origin: 'interface',
  tag: 'Scheduled events',
  summary: 'List scheduled events',
  description:
    'The events you host; with `scope=all`, owners and admins see the whole organization’s. A page is followed by the `cursor` in `pagination.nextPage`, however many events are added meanwhile.',
  access: readEvents,
  query: {
    sort: z.enum(['asc', 'desc']).default('asc'),
    status: z.enum(['confirmed', 'cancelled']).optional(),
    minStartTime: instant.optional(),
    maxStartTime: instant.optional(),
    scope: z.enum(['all']).optional(),
    userSlug: z.string().optional(),
    hostEmail: email.optional(),
    inviteeEmail: email.optional(),
    teamSlug: z.string().optional(),
    keyword: z.string().max(200).optional(),
    overlaps: interval
      .optional()
      .meta({ description: 'Events that take place at some time of it, also if they began before it' }),
    eventTypeUuid: uuid.optional(),
    seriesUuid: eventId.optional().meta({ description: 'Events of one series' }),
    location: locationType.optional(),
    noShow: optionalQueryBoolean.meta({
      description: '`true`: events with a no-show; `false`: all others',
    }),
    cursor: z.string().max(200).optional(),
  },
  returns: paginated(scheduledEvent),
  fails: { 403: 'Only owners and admins can do this.' },
});

export const downloadAnswerFile = declareRoute({
  method: 'GET',
  path: '/scheduled-events/{uuid}/files/{fileId}',
  origin: 'ours',
  tag: 'Scheduled events',
  summary: 'Download a file that an invitee gave as an answer',
  access: readEvents,
  params: { ...eventParam, fileId: uuidParam('File') },
  returns: download(),
  fails: { 403: hostsOnly, 404: 'File not found.' },
});

export const readScheduledEvent = declareRoute({
  method: 'GET',
  path: '/scheduled-events/{uuid}',
  origin: 'ours',
  tag: 'Scheduled events',
  summary: 'Read one scheduled event',
  access: readEvents,
  params: eventParam,
  returns: resource(scheduledEvent),
  fails: { 403: hostsOnly, 404: 'Event not found.' },
});

export const listOpenBookings = declareRoute({
  method: 'GET',
  path: '/organizations/users/{uuid}/open-bookings',
  origin: 'ours',
  tag: 'Scheduled events',
  summary: 'List the open bookings of a user',
  description: 'Confirmed upcoming events that would lose their host if the user were deactivated.',
  access: readEvents,
  params: userId,
  returns: paginated(scheduledEvent),
  fails: { 403: 'Only owners and admins can do this.', 404: 'User not found.' },
});

const cancelBody = z.object({ cancellationReason: z.string().max(512).nullish() });

export const cancelScheduledEvent = declareRoute({
  method: 'PUT',
  path: '/scheduled-events/{uuid}/cancel',
  origin: 'interface',
  tag: 'Scheduled events',
  summary: 'Cancel an event',
  access: writeEvents,
  params: eventParam,
  body: cancelBody,
  returns: message('Event cancelled successfully.'),
  fails: { 403: hostsOnly, 404: 'Event not found.', 409: 'This event was already canceled.' },
  examples: { body: { cancellationReason: 'Ill' } },
});

const undoWithin = z.int().min(0).max(60).optional().meta({
  description:
    'For so many seconds the change can be undone. Emails, webhooks, calendars and workflows wait until then',
});

const changedEvent = scheduledEvent
  .extend({
    undoUntil: timestamp.nullable().meta({
      description: 'Until when the change can be undone; null: everyone is told immediately',
    }),
  })
  .meta({ id: 'ChangedEvent' });

export const rescheduleScheduledEvent = declareRoute({
  method: 'PUT',
  path: '/scheduled-events/{uuid}/reschedule',
  origin: 'ours',
  tag: 'Scheduled events',
  summary: 'Reschedule an event',
  access: writeEvents,
  params: eventParam,
  body: z.object({ ...timeFields, anyTime, reason: z.string().max(512).nullish(), undoWithin }),
  returns: ok('resource', changedEvent),
  fails: {
    403: hostsOnly,
    404: 'Event not found.',
    409: 'This time is no longer available, or the event was canceled.',
  },
  examples: { body: { date: '2027-03-03', start: '11:00', timeZone: 'Europe/Berlin' } },
});

export const editScheduledEvent = declareRoute({
  method: 'PATCH',
  path: '/scheduled-events/{uuid}',
  origin: 'ours',
  tag: 'Scheduled events',
  summary: 'Change title, place, guests or notes of an event',
  description:
    'Changes the fields that are sent. Everyone gets an email about the changes, new guests an invitation and removed guests a cancellation; calendars and webhooks (`invitee.updated`) are updated.',
  access: writeEvents,
  params: eventParam,
  body: z.object({
    title: line(200).optional(),
    location: z
      .object({
        type: locationType,
        address: line(500).optional(),
        details: line(1000).optional(),
        phone: line(40).optional(),
        joinUrl: z
          .url({ protocol: /^https?$/, error: 'Must be a web address.' })
          .max(2000)
          .optional(),
      })
      .optional(),
    guests: guestList.optional().meta({ description: 'All of them; of an event with one invitee' }),
    notes: z
      .string()
      .max(5000)
      .nullish()
      .meta({ description: 'For everyone, in emails and calendar entries' }),
  }),
  returns: ok('resource', scheduledEvent),
  fails: {
    403: hostsOnly,
    404: 'Event not found.',
    409: 'A canceled or past event can’t be changed.',
  },
  examples: { body: { title: 'Intro call with plans', notes: 'Please bring the plans.' } },
});

export const readMoves = declareRoute({
  method: 'GET',
  path: '/scheduled-events/{uuid}/availability',
  origin: 'ours',
  tag: 'Scheduled events',
  summary: 'Read the times to reschedule an event',
  description:
    'Like the available times of its event type, but treats the event’s own time as available. Default: in your time zone.',
  access: readEvents,
  params: eventParam,
  query: timesQuery,
  returns: bare(availability),
  fails: {
    403: hostsOnly,
    404: 'Event not found.',
    409: 'A canceled event can’t be rescheduled, nor one whose event type was deleted.',
  },
});

export const handOverScheduledEvent = declareRoute({
  method: 'PUT',
  path: '/scheduled-events/{uuid}/handover',
  origin: 'ours',
  tag: 'Scheduled events',
  summary: 'Reassign an event to another host',
  description:
    'The former host gets a cancellation for their calendar, the new one an invitation, invitee and guests an update. No webhook is sent.',
  access: writeEvents,
  params: eventParam,
  body: z.object({
    newHostEmail: email.meta({ description: 'Of a round robin one of its hosts, else any user' }),
    requireHostAvailability: z.boolean().default(true),
    hostEmail: email.nullish().meta({ description: 'The current host, if there are several; default: you' }),
    undoWithin,
  }),
  returns: ok('resource', changedEvent),
  fails: {
    403: hostsOnly,
    404: 'Event not found.',
    409: 'The new host isn’t available at this time.',
  },
  examples: { body: { newHostEmail: 'aiko@juniper.example' } },
});

export const undoEventChange = declareRoute({
  method: 'PUT',
  path: '/scheduled-events/{uuid}/undo',
  origin: 'ours',
  tag: 'Scheduled events',
  summary: 'Undo a reschedule or reassignment',
  description:
    'Until the `undoUntil` of the last change, for the user who made it, owners and admins. The event gets its former time and host back, and nobody is told about either change.',
  access: writeEvents,
  params: eventParam,
  returns: ok('resource', scheduledEvent),
  fails: {
    403: hostsOnly,
    404: 'Event not found.',
    409: 'Everyone was already told, the event was changed again, or its former time is taken.',
  },
});

export const cancelInvitee = declareRoute({
  method: 'PUT',
  path: '/scheduled-invitees/{uuid}/cancel',
  origin: 'ours',
  tag: 'Scheduled events',
  summary: 'Cancel one invitee',
  description:
    'Canceling the last invitee cancels the event. With `wholeSeries`, the invitee’s bookings in all upcoming events of the series are canceled, and everyone gets one email.',
  access: writeEvents,
  params: inviteeParam,
  body: cancelBody.extend({
    wholeSeries: z.boolean().optional().meta({ description: 'Only where the invitee has a `series`' }),
  }),
  returns: message('Invitee cancelled successfully.'),
  fails: { 403: hostsOnly, 404: 'Invitee not found.', 409: 'This booking was already canceled.' },
  examples: { body: { cancellationReason: 'Ill' } },
});

export const markNoShow = declareRoute({
  method: 'PUT',
  path: '/scheduled-invitees/{uuid}/no-show',
  origin: 'ours',
  tag: 'Scheduled events',
  summary: 'Mark an invitee as a no-show, or unmark them',
  access: writeEvents,
  params: inviteeParam,
  body: z.object({ noShow: z.boolean() }),
  returns: message('Invitee updated.'),
  fails: { 403: hostsOnly, 404: 'Invitee not found.', 409: 'The event hasn’t started yet.' },
  examples: { body: { noShow: true } },
});
