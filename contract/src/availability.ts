import { z } from 'zod';
import { bare, ok } from './envelopes.ts';
import {
  clockTime,
  date,
  email,
  plannedInstant,
  queryFlag,
  queryInteger,
  slug,
  timestamp,
  timeZone,
  utcOffset,
} from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** What can be booked: interface 4.4, resolutions 5. */

export const slotTime = z.union([clockTime, z.object({ time: clockTime, availableHosts: z.int().min(1) })]);

export const availability = z
  .object({
    ownerSlug: slug,
    eventTypeSlug: slug,
    schedulingUrl: z.url(),
    duration: z.int(),
    firstAvailableDate: date.nullable(),
    lastAvailableDate: date.nullable(),
    timeZone,
    timeZoneOffset: utcOffset,
    isNotAvailable: z.boolean(),
    availability: z.array(z.object({ date, slots: z.array(slotTime) })),
    currentTime: timestamp,
  })
  .meta({ id: 'Availability' });

/** Which times are listed, and how. */
export const timesQuery = {
  startDate: date.optional(),
  endDate: date.optional(),
  timeZone: timeZone.optional(),
  duration: queryInteger(1, 1440).optional(),
  includeHostCount: queryFlag,
  includeFirstAvailableDate: queryFlag,
};

const query = {
  ...timesQuery,
  hostEmail: email.optional(),
  hostSlug: z.string().optional(),
  seats: queryInteger(1).optional(),
};

const access = requireScopes('admin:full', 'timetable');
const eventTypeParams = {
  ownerSlug: z.string().meta({ noun: 'Page', example: 'mara-lindqvist' }),
  eventTypeSlug: z.string().meta({ noun: 'Page', example: 'intro-call' }),
};
const fails = { 403: 'This needs an active subscription.', 404: 'Page not found.' };

export const readAvailability = declareRoute({
  method: 'GET',
  path: '/availability/{ownerSlug}/event-types/{eventTypeSlug}',
  origin: 'interface',
  tag: 'Availability',
  summary: 'Read the available times of an event type',
  description:
    'One entry for every date from `startDate` to `endDate`, by default 14 days from today. At most 92 days.',
  access,
  params: eventTypeParams,
  query,
  returns: bare(availability),
  fails,
});

export const readSharedAvailability = declareRoute({
  method: 'GET',
  path: '/availability-by-shared-link/{sharedLink}',
  origin: 'interface',
  tag: 'Availability',
  summary: 'Read the available times of a shared link',
  access,
  params: { sharedLink: z.string().meta({ noun: 'Link', example: '4kZtq8LmW2xR7vB1nYc0Ds' }) },
  query,
  returns: bare(availability),
  fails: { ...fails, 404: 'Link not found.', 409: 'This link was already used.' },
});

export const reason = z.enum([
  'outside hours',
  'override',
  'busy',
  'buffer',
  'past',
  'notice',
  'window',
  'limit',
  'seats',
  'not a start',
  'resource',
  'no hosts',
  'host deactivated',
  'page inactive',
]);

/** What to change, or to look at, for the time to be offered. */
const cause = z
  .object({
    kind: z
      .enum([
        'schedule',
        'event',
        'page',
        'hold',
        'calendar',
        'unreachable_calendar',
        'out_of_office',
        'holiday',
        'travel',
      ])
      .meta({
        description:
          '`unreachable_calendar`: a calendar of the host doesn’t respond, so a booking would be rejected',
      }),
    id: z.string(),
    label: z.string().nullable().meta({ description: 'Its title, if you may read it' }),
  })
  .meta({ id: 'Cause' });

export const explanation = z
  .object({
    at: timestamp,
    duration: z.int(),
    isOffered: z.boolean().meta({ description: 'Whether it is listed' }),
    isBookable: z.boolean().meta({
      description:
        'Whether it can be booked: it is listed, or is free and was listed before the bookings, holds and calendar entries of the last 30 minutes',
    }),
    reason: reason.nullable(),
    source: cause.nullable(),
    hosts: z.array(
      z.object({ email, isFree: z.boolean(), reason: reason.nullable(), source: cause.nullable() }),
    ),
  })
  .meta({ id: 'Explanation' });

export const explainAvailability = declareRoute({
  method: 'GET',
  path: '/availability/{ownerSlug}/event-types/{eventTypeSlug}/explain',
  origin: 'ours',
  tag: 'Availability',
  summary: 'Explain why a time isn’t available',
  description:
    'Also for inactive event types. Deactivated hosts are listed too. `source` is where the reason lies: the schedule for hours (`travel` on dates on which its clock is that of another place), the event, calendar, absence or holiday for busy time, the page for the rest.',
  access,
  params: eventTypeParams,
  query: {
    at: plannedInstant,
    duration: queryInteger(1, 1440).optional(),
    seats: queryInteger(1).optional(),
  },
  returns: ok('resource', explanation),
  fails,
});
