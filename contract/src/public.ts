import { z } from 'zod';
import { availability } from './availability.ts';
import { bare, binary, createdOrSteps, messageWith, ok } from './envelopes.ts';
import { eventTypeKind, inviteeQuestion, locationType, recurrence } from './event-types.ts';
import {
  clockTime,
  date,
  dateOrInstant,
  email,
  eventId,
  eventIdPattern,
  idParam,
  queryFlag,
  queryInteger,
  shortId,
  slug,
  timestamp,
  timeZone,
  utcOffset,
  uuid,
} from './fields.ts';
import { fileFacts, fileName } from './files.ts';
import { declareRoute } from './route.ts';
import { newBooking, series } from './scheduled-events.ts';
import { publicAccess } from './scopes.ts';

/** The public API, which booking pages call without a token: resolutions 1, 5 and 11. It shows no host's email address. */

export const publicPerson = z.object({ name: z.string(), slug, avatarUrl: z.url().nullable() });

/** A location before booking: without the link to the meeting. */
export const publicLocation = z
  .object({
    id: shortId,
    type: locationType,
    address: z.string().nullable(),
    details: z.string().nullable(),
    phone: z.string().nullable(),
  })
  .meta({ id: 'PublicLocation' });

export const publicPage = z
  .object({
    title: z.string(),
    slug,
    type: eventTypeKind,
    schedulingUrl: z.url(),
    organization: z.string(),
    logoUrl: z.url().nullable(),
    owner: z.object({
      type: z.enum(['User', 'Team']),
      name: z.string(),
      slug,
      url: z.url(),
      avatarUrl: z.url().nullable(),
    }),
    hosts: z.array(publicPerson).meta({ description: 'Hosts to choose from' }),
    inviteePicksHost: z.boolean().meta({ description: 'Visitors may choose one of the hosts' }),
    description: z.string(),
    color: z.string(),
    duration: z.int(),
    eventDurations: z.array(z.object({ minutes: z.int(), default: z.boolean() })),
    maxActiveInvitees: z.int(),
    inviteeNameFormat: z.string(),
    inviteePhoneNumber: z.boolean(),
    inviteeQuestions: z.array(inviteeQuestion),
    locations: z.array(publicLocation),
    price: z.string().nullable(),
    currency: z.string().nullable(),
    isSecret: z.boolean(),
    requiresConfirmation: z
      .boolean()
      .meta({ description: 'A booking is a request until a host confirms it' }),
    recurrence: recurrence.nullable().meta({ description: 'Of what kind a series may be; null: none' }),
    waitlist: z.boolean().meta({ description: 'Full events have a waitlist' }),
    timeZone,
    absences: z
      .array(
        z.object({
          startTime: timestamp,
          endTime: timestamp,
          host: z.string(),
          message: z.string().nullable(),
          replacement: z
            .object({ name: z.string(), url: z.url().nullable().meta({ description: 'Where to book them' }) })
            .nullable(),
        }),
      )
      .meta({
        description: 'Absences of the host that are shown to visitors, for event types with one host',
      }),
    currentTime: timestamp,
  })
  .meta({ id: 'PublicPage' });

export const publicBooking = z
  .object({
    uuid: eventId.meta({ description: 'Of the invitee' }),
    title: z.string(),
    type: eventTypeKind,
    organization: z.string(),
    logoUrl: z.url().nullable(),
    status: z.enum(['confirmed', 'cancelled']),
    startTime: timestamp,
    endTime: timestamp,
    duration: z.int(),
    timeZone,
    fullName: z.string(),
    email,
    guests: z.array(email),
    hosts: z.array(publicPerson),
    location: z.object({
      type: z.string(),
      joinUrl: z.string(),
      address: z.string().nullable(),
      details: z.string().nullable(),
      phone: z.string().nullable(),
    }),
    questions: z.array(z.object({ question: z.string(), answer: z.string() })),
    cancellation: z
      .object({
        cancelledAt: timestamp,
        cancellerType: z.enum(['host', 'invitee']),
        cancellationReason: z.string().nullable(),
      })
      .nullable(),
    schedulingUrl: z
      .url()
      .nullable()
      .meta({ description: 'Where to book again; null when the page is gone' }),
    series: series
      .extend({
        occurrences: z.array(
          z.object({
            uuid: eventId,
            startTime: timestamp,
            endTime: timestamp,
            status: z.enum(['confirmed', 'cancelled']),
          }),
        ),
      })
      .optional()
      .meta({ id: 'PublicSeries', description: 'All bookings of the series, this one included' }),
    currentTime: timestamp,
  })
  .meta({ id: 'PublicBooking' });

export const timeZoneTable = z
  .object({
    version: z.string().meta({ description: 'Of the time zone database', example: '2026f' }),
    from: z.int().meta({ description: 'The instant from which changes are counted, in minutes since 1970' }),
    startTime: timestamp,
    endTime: timestamp,
    names: z.array(z.string()),
    behaviours: z.string().meta({
      description:
        'Separated by commas. Each is `offset change offset ...`: minutes east of UTC, and minutes after `from`',
    }),
    zones: z.string().meta({
      description: 'Which behavior each of `names` has: two digits in base 36 for each, in their order',
    }),
  })
  .meta({ id: 'TimeZoneTable' });

export const listTimeZones = declareRoute({
  method: 'GET',
  path: '/time-zones',
  origin: 'ours',
  tag: 'Public',
  summary: 'Read the rules of all time zones',
  description:
    'For clients whose own time zone rules may be outdated. Between two dates, at most 3,660 days; by default from 400 days ago to 770 days ahead.',
  access: publicAccess,
  query: { from: dateOrInstant.optional(), to: dateOrInstant.optional() },
  cacheSeconds: 86_400,
  returns: ok('resource', timeZoneTable),
});

/** A booking without its page, which is in the path. */
const visitorBooking = newBooking
  .omit({ ownerSlug: true, eventTypeSlug: true, sharedLink: true, anyTime: true })
  .extend({
    confirmation: uuid.optional().meta({ description: 'The token of a 202' }),
    code: z
      .string()
      .min(1)
      .max(20)
      .optional()
      .meta({ description: 'The code from the email', example: '482913' }),
    waitlist: z
      .boolean()
      .optional()
      .meta({ description: 'Join the waitlist if the event is full and the event type has a `waitlist`' }),
    website: z
      .string()
      .max(0, 'Must be empty.')
      .optional()
      .meta({ description: 'Honeypot field, which must stay empty' }),
  });

/** A code was mailed to the invitee's address. */
export const addressConfirmation = z
  .object({ token: uuid, expiresAt: timestamp })
  .meta({ id: 'AddressConfirmation' });

/** The time is held until it is paid for, or until then. */
export const checkout = z
  .object({ url: z.url().meta({ description: 'Where the visitor pays' }), expiresAt: timestamp })
  .meta({ id: 'Checkout' });

/** Somebody waits for seats of an event that is full. */
export const publicWaiting = z
  .object({
    uuid: eventId,
    startTime: timestamp,
    endTime: timestamp,
    seats: z.int(),
    position: z.int().meta({ description: 'Place on the waitlist, starting at 1' }),
  })
  .meta({ id: 'PublicWaiting' });

/** A time that is kept until a host has decided. */
export const publicRequest = z
  .object({
    uuid: eventId,
    title: z.string(),
    startTime: timestamp,
    endTime: timestamp,
    expiresAt: timestamp,
  })
  .meta({ id: 'PublicRequest' });

const moveQuery = {
  startDate: date.optional(),
  endDate: date.optional(),
  timeZone: timeZone.optional(),
  duration: queryInteger(1, 1440).optional(),
  seats: queryInteger(1).optional(),
  includeFirstAvailableDate: queryFlag,
};
const availabilityQuery = { ...moveQuery, hostEmail: email.optional(), hostSlug: z.string().optional() };

const common = { origin: 'ours', tag: 'Public', access: publicAccess } as const;
const slugParam = (noun: string, example: string) => z.string().max(60).meta({ noun, example });
const ownerParams = {
  ownerSlug: slugParam('Page', 'mara-lindqvist'),
  eventTypeSlug: slugParam('Page', 'intro-call'),
};
const teamParams = {
  teamSlug: slugParam('Page', 'discovery'),
  eventTypeSlug: slugParam('Page', 'discovery-call'),
};
const linkParams = { token: idParam('Link', /^[0-9A-Za-z]{22}([0-9A-Za-z]{8})?$/, '4kZtq8LmW2xR7vB1nYc0Ds') };

const noSubscription = 'This needs an active subscription.';
const pageFailures = { 403: noSubscription, 404: 'Page not found.' };
const linkFailures = { 403: noSubscription, 404: 'Link not found.', 409: 'This link was already used.' };
const taken = 'This time is no longer available.';

const example = {
  body: {
    date: '2027-03-02',
    start: '10:00',
    timeZone: 'Europe/Berlin',
    name: 'Ines Okafor',
    email: 'ines@okafor.example',
    location: 'GOOGLE_MEET',
    question_answers: [{ question_id: 1, answer: 'The spring catalog' }],
  },
};

const pageRoute = <P extends z.ZodRawShape>(path: string, params: P, fails: Record<number, string>) =>
  declareRoute({
    ...common,
    method: 'GET',
    path,
    summary: 'Read an event type as visitors see it',
    params,
    returns: ok('resource', publicPage),
    fails,
  });

const availabilityRoute = <P extends z.ZodRawShape>(path: string, params: P, fails: Record<number, string>) =>
  declareRoute({
    ...common,
    method: 'GET',
    path: `${path}/availability`,
    summary: 'Read the available times of an event type',
    description:
      'One entry for every date from `startDate` to `endDate`, by default 14 days from today. At most 92 days.',
    params,
    query: availabilityQuery,
    returns: bare(availability),
    fails,
  });

const bookingRoute = <P extends z.ZodRawShape>(path: string, params: P, fails: Record<number, string>) =>
  declareRoute({
    ...common,
    method: 'POST',
    path: `${path}/bookings`,
    summary: 'Book a time as a visitor',
    description:
      'The link to the invitee’s own page, with its key, is only sent to the invitee by email. If the address has to be confirmed (`confirmAddress` of the page, or while it is unusually busy), the answer is 202 with `confirmation`, and a code is emailed to the address: send the same request again with `confirmation` (its token) and `code`, within 10 minutes and five attempts. Where the price is paid online, the answer is 202 with `payment`: the time is held, and booked once it is paid. On a page with `requiresConfirmation` the answer is 202 with `request`: the time is kept, and hosts decide. With `recurrence` a series is booked, as by `POST /event`. With `waitlist`, where the event of a group is full, the answer is 202 with `waitlist`: free seats are booked in the order people joined.',
    params,
    body: visitorBooking,
    returns: createdOrSteps('resource', publicBooking, 'confirmation', addressConfirmation, {
      payment: checkout,
      request: publicRequest,
      waitlist: publicWaiting,
    }),
    fails: { ...fails, 409: fails[409] ? `${taken} Or: ${fails[409]}` : taken },
    examples: example,
  });

const upload = z
  .object({
    token: z.string().meta({
      description: 'The answer to the question, once, by a booking of the same page',
      example: '4kZtq8LmW2xR7vB1nYc0Ds',
    }),
    name: fileFacts.name,
    type: fileFacts.type,
    sizeBytes: fileFacts.sizeBytes,
    expiresAt: timestamp,
  })
  .meta({ id: 'Upload' });

const uploadRoute = <P extends z.ZodRawShape>(path: string, params: P, fails: Record<number, string>) =>
  declareRoute({
    ...common,
    method: 'POST',
    path: `${path}/files`,
    summary: 'Upload a file that answers a question',
    description:
      'For a question of the type `FILE_INPUT`, before it is booked. The body is the file as it is, as for records of the CRM. A file that is not booked within half an hour is deleted. Files that wait for a booking are limited for each network and each page: the 429 says how long to wait.',
    params,
    query: { name: fileName },
    takes: [binary],
    returns: ok('upload', upload, 201),
    fails: { ...fails, 409: 'The workspace has reached its storage limit.' },
  });

export const readPublicPage = pageRoute(
  '/public/pages/{ownerSlug}/{eventTypeSlug}',
  ownerParams,
  pageFailures,
);
export const readPublicTimes = availabilityRoute(
  '/public/pages/{ownerSlug}/{eventTypeSlug}',
  ownerParams,
  pageFailures,
);
export const bookPublicly = bookingRoute(
  '/public/pages/{ownerSlug}/{eventTypeSlug}',
  ownerParams,
  pageFailures,
);

export const uploadPublicly = uploadRoute(
  '/public/pages/{ownerSlug}/{eventTypeSlug}',
  ownerParams,
  pageFailures,
);

export const readPreviewTimes = availabilityRoute(
  '/public/previews/{token}',
  { token: z.string().max(200).meta({ noun: 'Page', example: 'q8Zt4LmW2x' }) },
  pageFailures,
);

const teamPath = '/public/pages/team/{teamSlug}/{eventTypeSlug}';
export const readPublicTeamPage = pageRoute(teamPath, teamParams, pageFailures);
export const readPublicTeamTimes = availabilityRoute(teamPath, teamParams, pageFailures);
export const bookTeamPublicly = bookingRoute(teamPath, teamParams, pageFailures);
export const uploadForTeamPublicly = uploadRoute(teamPath, teamParams, pageFailures);

export const readPublicLink = pageRoute('/public/links/{token}', linkParams, linkFailures);
export const readPublicLinkTimes = availabilityRoute('/public/links/{token}', linkParams, linkFailures);
export const bookThroughLink = bookingRoute('/public/links/{token}', linkParams, linkFailures);
export const uploadThroughLink = uploadRoute('/public/links/{token}', linkParams, linkFailures);

const bookingParam = { uuid: idParam('Booking', eventIdPattern, 'dbk-8fK2mZ0qWv3Xy7Ab') };
const key = z
  .string()
  .max(100)
  .optional()
  .meta({ description: 'The key of the invitee’s own page; a wrong key is a 404' });
const noBooking = 'Booking not found.';

export const readPublicBooking = declareRoute({
  ...common,
  method: 'GET',
  path: '/public/bookings/{uuid}',
  summary: 'Read one’s own booking',
  params: bookingParam,
  query: { key },
  returns: ok('resource', publicBooking),
  fails: { 404: noBooking },
});

export const readPublicBookingTimes = declareRoute({
  ...common,
  method: 'GET',
  path: '/public/bookings/{uuid}/availability',
  summary: 'Read the times to reschedule one’s own booking',
  params: bookingParam,
  query: { ...moveQuery, key },
  returns: bare(availability),
  fails: { 404: noBooking, 409: 'The event was canceled or is over, or it is too late to reschedule it.' },
});

export const cancelPublicBooking = declareRoute({
  ...common,
  method: 'PUT',
  path: '/public/bookings/{uuid}/cancel',
  summary: 'Cancel one’s own booking',
  description:
    'The key is taken from the query or the body. With `wholeSeries`, cancels all bookings of the series that can still be canceled, with one email; `stillBooked` lists those that start too soon.',
  params: bookingParam,
  query: { key },
  body: z.object({
    key,
    cancellationReason: z.string().max(512).nullish(),
    wholeSeries: z.boolean().optional(),
  }),
  returns: messageWith('Event cancelled successfully.', {
    stillBooked: z.array(z.object({ startTime: timestamp, endTime: timestamp })),
  }),
  fails: {
    404: noBooking,
    409: 'The event was already canceled or is over, or it is too late to cancel it.',
  },
});

export const reschedulePublicBooking = declareRoute({
  ...common,
  method: 'PUT',
  path: '/public/bookings/{uuid}/reschedule',
  summary: 'Reschedule one’s own booking',
  description: 'The key is taken from the query or the body.',
  params: bookingParam,
  query: { key },
  body: z.object({
    key,
    date,
    start: clockTime,
    timeZone,
    duration: z.int().min(1).max(1440).optional(),
    offset: utcOffset.optional(),
    reason: z.string().max(512).nullish(),
  }),
  returns: ok('resource', publicBooking),
  fails: {
    404: noBooking,
    409: `${taken} Or the event was canceled or is over, or it is too late to reschedule it.`,
  },
  examples: { body: { date: '2027-03-03', start: '11:00', timeZone: 'Europe/Berlin' } },
});
