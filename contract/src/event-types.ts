import { z } from 'zod';
import { currency } from './currencies.ts';
import { created, message, ok, paginated, resource, bare } from './envelopes.ts';
import {
  date,
  email,
  hexColor,
  html,
  line,
  rule,
  shortId,
  slug,
  timestamp,
  timeZone,
  uuid,
  uuidOf,
} from './fields.ts';
import { locationTypes } from './locations.data.ts';
import { route } from './route.ts';
import { anyToken, scoped } from './scopes.ts';

/** Event types, which the interface also calls scheduling pages: interface 2.3 and 4.3, resolutions 5 and 11. */

export const eventTypeKind = z.enum(['ONE_ON_ONE', 'GROUP', 'ROUND_ROBIN', 'COLLECTIVE']);
export const questionType = z.enum([
  'TEXT_INPUT',
  'MULTILINE_INPUT',
  'RADIO_INPUT',
  'SELECT_INPUT',
  'CHECKBOX_INPUT',
  'PHONE_INPUT',
  'FILE_INPUT',
]);
export const locationType = z.enum(locationTypes);
const confirmAddress = z.enum(['never', 'new', 'always']);

const minutes = z.int().min(1).max(1440);
export const decimal = z
  .string()
  .regex(/^\d{1,8}(?:\.\d{1,2})?$/, 'Must be an amount such as 49.00.')
  .meta({ example: '49.00' });

export const inviteeQuestion = z
  .object({
    id: z.int(),
    order: z.int(),
    question: z.string(),
    isActive: z.boolean(),
    isRequired: z.boolean(),
    type: questionType,
    options: z.array(z.string()).nullable(),
  })
  .meta({ id: 'InviteeQuestion' });

const profile = z.object({
  type: z.enum(['User', 'Team']),
  firstName: z.string(),
  lastName: z.string().nullable(),
  slug,
  url: z.url(),
  avatarUrl: z.url().nullable(),
  email: email.nullable(),
});

const listedFields = {
  uri: z.url(),
  uuid,
  title: z.string(),
  type: eventTypeKind,
  slug,
  schedulingUrl: z.url(),
  isActive: z.boolean(),
  duration: z.int(),
  eventDurations: z.array(z.object({ minutes: z.int(), default: z.boolean() })),
  profile,
  description: z.string(),
  color: z.string(),
  maxActiveInvitees: z.int(),
  inviteeNameFormat: z.string(),
  inviteePhoneNumber: z.boolean(),
  inviteeQuestions: z.array(inviteeQuestion),
};

export const eventType = z.object(listedFields).meta({ id: 'EventType' });

const readFields = { ...listedFields, currentTime: timestamp, isSecret: z.boolean() };

export const eventTypeRead = z.object(readFields).meta({ id: 'EventTypeRead' });

const bookingWindow = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('rolling'), days: z.int().min(1).max(730) }),
    z.object({ type: z.literal('range'), startDate: date, endDate: date }),
    z.object({ type: z.literal('unlimited') }),
  ])
  .meta({ id: 'BookingWindow' });

const locationFields = {
  type: locationType,
  address: line(500).optional(),
  details: line(1000).optional(),
  phone: line(40).optional(),
  joinUrl: z
    .url({ protocol: /^https?$/, error: 'Must be a web address.' })
    .max(2000)
    .optional(),
};

export const pageLocation = z.object({ id: shortId, ...locationFields }).meta({ id: 'PageLocation' });

const locationInput = z.object({
  id: shortId
    .optional()
    .meta({ description: 'Keeps a location of the page; without it, one that is the same, else a new one' }),
  ...locationFields,
});

const limit = z.int().min(1).max(1000).nullable();
const minutesLimit = z.int().min(1).max(44_640).nullable();
const changeNotice = z.int().min(0).max(43_200);

const balance = z.enum(['bookings', 'minutes']);
const confirmWithin = z.int().min(15).max(43_200);

const inviteeLimit = z
  .object({ bookings: z.int().min(1).max(1000), period: z.enum(['day', 'week', 'month', 'upcoming']) })
  .meta({ id: 'InviteeLimit' });

const paymentProvider = z.enum(['manual', 'stripe']);

export const frequency = z.enum(['weekly', 'biweekly', 'monthly']);

/** More would keep the transaction of a booking too long. */
export const mostOccurrences = 52;

export const recurrence = z
  .object({
    frequencies: z
      .array(frequency)
      .min(1)
      .refine((list) => new Set(list).size === list.length, { message: 'Must not name a frequency twice.' }),
    maximumOccurrences: z.int().min(2).max(mostOccurrences),
  })
  .meta({ id: 'Recurrence' });

const refundPolicy = z
  .object({
    fullUntilHours: z
      .int()
      .min(0)
      .max(8760)
      .nullable()
      .meta({ description: 'Until how many hours before it begins all is paid back; null: never' }),
    laterPercent: z.int().min(0).max(100).meta({ description: 'What is paid back after that' }),
  })
  .meta({ id: 'RefundPolicy' });

const kindOfResource = line(60).meta({ example: 'Room' });

const resourceNeed = z
  .object({ kind: kindOfResource, resourceIds: z.array(uuid).nullable() })
  .meta({ id: 'ResourceNeed' });

/** Everything that can be set on an event type. */
export const eventTypeSettings = z
  .object({
    ...readFields,
    ownerType: z.enum(['user', 'team']),
    hosts: z.array(
      z.object({
        uuid: z.string(),
        email,
        slug,
        name: z.string(),
        weight: z.int(),
        priority: z.int(),
        dailyLimit: limit,
        weeklyLimit: limit,
        scheduleUuid: shortId.nullable(),
      }),
    ),
    scheduleUuid: shortId.nullable(),
    inviteePicksHost: z.boolean(),
    ownerFirst: z.boolean(),
    balance,
    locations: z.array(pageLocation),
    resources: z.array(resourceNeed),
    bufferBefore: z.int(),
    bufferAfter: z.int(),
    minimumNotice: z.int(),
    bookingWindow,
    slotInterval: z.int().nullable(),
    dailyLimit: limit,
    weeklyLimit: limit,
    monthlyLimit: limit,
    dailyMinutes: minutesLimit,
    weeklyMinutes: minutesLimit,
    monthlyMinutes: minutesLimit,
    inviteeLimit: inviteeLimit.nullable(),
    lockedTimezone: timeZone.nullable(),
    cancellationNotice: changeNotice,
    reschedulingNotice: changeNotice,
    requiresConfirmation: z.boolean(),
    confirmWithin,
    recurrence: recurrence.nullable(),
    waitlist: z.boolean(),
    price: z.string().nullable(),
    currency: z.string().nullable(),
    paymentProvider,
    refundPolicy: refundPolicy.nullable(),
    reminders: z.array(z.int()),
    confirmationText: z.string().nullable(),
    redirectUrl: z.string().nullable(),
    confirmAddress,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'EventTypeSettings' });

const hostInput = rule(
  z.object({
    email: email.optional(),
    slug: slug.optional(),
    weight: z.int().min(1).max(100).default(1),
    priority: z.int().min(0).max(100).default(0),
    dailyLimit: limit.optional(),
    weeklyLimit: limit.optional(),
    scheduleUuid: shortId
      .nullish()
      .meta({ description: 'A schedule of this host, for this page; null: as on their other pages' }),
  }),
  'email',
  'Name the host by exactly one of email and slug.',
  (host) => (host.email === undefined) !== (host.slug === undefined),
);

const choiceTypes: readonly string[] = ['RADIO_INPUT', 'SELECT_INPUT', 'CHECKBOX_INPUT'];

const questionInput = rule(
  z.object({
    id: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'Keeps a question of the page; without it, a new one' }),
    question: line(500),
    type: questionType.default('TEXT_INPUT'),
    isRequired: z.boolean().default(false),
    isActive: z.boolean().default(true),
    options: z.array(line(255)).min(1).max(100).nullish(),
  }),
  'options',
  'A question with choices needs options, another takes none.',
  ({ type = 'TEXT_INPUT', options }) => choiceTypes.includes(type) === (options ?? []).length > 0,
);

const durations = z
  .array(z.object({ minutes, default: z.boolean().default(false) }))
  .min(1)
  .max(20)
  .refine((list) => new Set(list.map((item) => item.minutes)).size === list.length, {
    message: 'Must not name a duration twice.',
  })
  .refine((list) => list.filter((item) => item.default).length <= 1, {
    message: 'Only one can be the default.',
  });

const fields = {
  title: line(200),
  slug,
  type: eventTypeKind,
  duration: minutes,
  eventDurations: durations,
  ownerSlug: slug,
  hosts: z.array(hostInput).min(1).max(200),
  scheduleUuid: shortId.nullable(),
  inviteePicksHost: z
    .boolean()
    .meta({ description: 'Of a round robin: the page shows its hosts to choose from. Default false' }),
  ownerFirst: z.boolean().meta({
    description:
      'Of a round robin: a host who is assigned to the invitee in the CRM, as a user of their record or else of their company, comes first if they are free. Default false',
  }),
  balance: balance.meta({
    description:
      'What a round robin shares out by weight: `bookings` (default), or the `minutes` that they take. Changing it resets the count',
  }),
  description: html(5000, '<p>What we can do for you.</p>'),
  color: hexColor,
  maxActiveInvitees: z.int().min(1).max(10_000),
  inviteeNameFormat: z.enum(['FULL_NAME', 'FIRST_AND_LAST_NAME']),
  inviteePhoneNumber: z.boolean(),
  inviteeQuestions: z.array(questionInput).max(50),
  locations: z.array(locationInput).max(10),
  resources: z
    .array(
      z.object({
        kind: kindOfResource,
        resourceIds: z
          .array(uuid)
          .min(1)
          .max(100)
          .nullish()
          .meta({ description: 'Of this kind, in the order in which they are tried; null: any' }),
      }),
    )
    .max(5)
    .refine((list) => new Set(list.map(({ kind }) => kind.toLowerCase())).size === list.length, {
      message: 'Must not name a kind twice.',
    })
    .meta({
      description:
        'What an event takes one of each: a free one that is large enough for the seats of the page. Without one, the time is not offered',
    }),
  bufferBefore: z.int().min(0).max(720),
  bufferAfter: z.int().min(0).max(720),
  minimumNotice: z.int().min(0).max(525_600),
  bookingWindow,
  slotInterval: z.int().min(5).max(1440).nullable(),
  dailyLimit: limit,
  weeklyLimit: limit,
  monthlyLimit: limit,
  dailyMinutes: minutesLimit.meta({ description: 'How many minutes of events a day takes' }),
  weeklyMinutes: minutesLimit,
  monthlyMinutes: minutesLimit,
  inviteeLimit: inviteeLimit.nullable().meta({
    description:
      'Maximum number of bookings per email address (ignoring plus suffixes): per day, per week (Monday to Sunday), per month, or upcoming',
  }),
  lockedTimezone: timeZone.nullable().meta({
    description:
      'Time zone in which the booking page shows its times to everyone, as for meetings in person; null: each visitor’s time zone',
  }),
  cancellationNotice: changeNotice.meta({
    description:
      'Until how many minutes before it begins invitees may cancel a booking by themselves; 0, the default: until it begins',
  }),
  reschedulingNotice: changeNotice.meta({ description: 'The same for rescheduling' }),
  requiresConfirmation: z.boolean().meta({
    description:
      'Visitors request a time, which is held until a host confirms or declines. Not for groups. Default: false',
  }),
  confirmWithin: confirmWithin.meta({
    description:
      'After how many minutes a request that nobody answered expires, and at the latest when it would begin; default 1440',
  }),
  recurrence: recurrence.nullable().meta({
    description:
      'Whether a booking may be a series, how often its events come, and how many it may have. Not where a host confirms bookings, nor where they are paid online. Default null: no series',
  }),
  waitlist: z.boolean().meta({
    description:
      'Of a group: visitors may wait for seats of an event that is full, and are booked when some become free. Not where it is paid online. Default false',
  }),
  price: decimal.nullable(),
  currency: currency.nullable(),
  paymentProvider: paymentProvider.meta({
    description:
      'How the price is collected: `manual`, the default, is paid on site; `stripe` before a time is booked, by visitors of the page',
  }),
  refundPolicy: refundPolicy.nullable().meta({
    description:
      'Refund when an invitee cancels a booking that was paid online; null: full refund. When a host cancels, invitees always get a full refund',
  }),
  reminders: z
    .array(z.int().min(5).max(43_200))
    .max(5)
    .refine((list) => new Set(list).size === list.length, { message: 'Must not name a time twice.' })
    .meta({ description: 'How many minutes before an event its invitees are reminded; default [1440]' }),
  confirmationText: z
    .string()
    .max(2000)
    .nullable()
    .meta({ description: 'What invitees read after booking, as plain text' }),
  redirectUrl: z
    .url({ protocol: /^https$/, error: 'Must be a web address that begins with https://.' })
    .max(2000)
    .nullable()
    .meta({ description: 'Where invitees are redirected to after booking, unless the page is embedded' }),
  confirmAddress: confirmAddress.meta({
    description:
      'Whether visitors confirm their email address with a code: never (default), for new addresses, or always',
  }),
  isSecret: z.boolean(),
  isActive: z.boolean(),
};

function eventTypeRules<S extends z.ZodType<EventTypeInput>>(schema: S): S {
  const group = rule(
    schema,
    'maxActiveInvitees',
    'Only group event types can have more than one invitee.',
    ({ type, maxActiveInvitees = 1 }) => type === undefined || type === 'GROUP' || !(maxActiveInvitees > 1),
  );
  const priced = rule(
    group,
    'currency',
    'A price needs a currency.',
    ({ price, currency: code }) => price == null || code !== null,
  );
  return rule(
    priced,
    'bookingWindow.endDate',
    'Must not be before `startDate`.',
    ({ bookingWindow: window }) => window?.type !== 'range' || window.startDate <= window.endDate,
  );
}

interface EventTypeInput {
  readonly type?: string | undefined;
  readonly maxActiveInvitees?: number | undefined;
  readonly price?: string | null | undefined;
  readonly currency?: string | null | undefined;
  readonly bookingWindow?: z.output<typeof bookingWindow> | undefined;
}

export const eventTypeChanges = eventTypeRules(z.object(fields).partial());

export const newEventType = eventTypeRules(
  z
    .object({ ...fields, title: fields.title })
    .partial()
    .extend({
      title: fields.title,
      type: eventTypeKind.default('ONE_ON_ONE'),
    }),
);

const eventTypeId = { uuid: uuidOf('Event type') };
const writeEventTypes = scoped('admin:full', 'event-types:write');
/** Of a page that somebody else changed meanwhile. */
export const otherVersion = 'If-Match names another version than the page has.';
const hostsOnly = 'Only the event type’s hosts, its owner, its team, owners and admins can do this.';
const ownersOnly = 'Only the event type’s owner, managers of its team, owners and admins can do this.';

export const listEventTypes = route({
  method: 'GET',
  path: '/event-types',
  origin: 'interface',
  tag: 'Event types',
  summary: 'List event types',
  description:
    'Event types that you host. Owners and admins see those of another user with `userSlug`, and all with `scope=all`. With `teamSlug`, members of the team see its event types.',
  access: anyToken,
  query: {
    userSlug: z.string().optional(),
    scope: z.enum(['all']).optional(),
    teamSlug: z.string().optional(),
    search: z.string().max(200).optional().meta({ description: 'Part of the title or slug' }),
  },
  returns: paginated(eventType, { size: 'count', default: 10 }),
  fails: { 403: 'Only an owner or admin, or a member of the team, may do this.' },
});

export const readEventType = route({
  method: 'GET',
  path: '/event-types/{uuid}',
  origin: 'interface',
  tag: 'Event types',
  summary: 'Read one scheduling page',
  access: anyToken,
  params: eventTypeId,
  returns: resource(eventTypeRead),
  fails: { 403: hostsOnly, 404: 'Event type not found.' },
});

export const readEventTypeSettings = route({
  method: 'GET',
  path: '/event-types/{uuid}/settings',
  origin: 'ours',
  tag: 'Event types',
  summary: 'Read everything that can be set on a page',
  description: 'The header `ETag` has its version, to be sent back as `If-Match` with a change.',
  access: anyToken,
  params: eventTypeId,
  returns: ok('resource', eventTypeSettings),
  fails: { 403: hostsOnly, 404: 'Event type not found.' },
});

export const createSingleUseLink = route({
  method: 'GET',
  path: '/event-types/{uuid}/single-use-link',
  origin: 'interface',
  tag: 'Event types',
  summary: 'Create a link that books once',
  description:
    'Creates a new link at every call. `price` overrides the price of all durations of a priced page.',
  access: anyToken,
  params: eventTypeId,
  query: { price: decimal.optional() },
  writes: true,
  returns: bare(z.object({ success: z.literal(true), link: z.url(), eventTypeUri: z.url() })),
  fails: { 403: hostsOnly, 404: 'Event type not found.' },
});

export const createEventType = route({
  method: 'POST',
  path: '/event-types',
  origin: 'ours',
  tag: 'Event types',
  summary: 'Create a scheduling page',
  access: writeEventTypes,
  body: newEventType,
  returns: created('resource', eventTypeSettings),
  fails: { 403: 'Only owners, admins and managers of the team can do this for others.' },
  examples: {
    body: { title: 'Intro call', duration: 30, bufferAfter: 10, locations: [{ type: 'GOOGLE_MEET' }] },
  },
});

export const updateEventType = route({
  method: 'PATCH',
  path: '/event-types/{uuid}',
  origin: 'ours',
  tag: 'Event types',
  summary: 'Change a scheduling page',
  description:
    'Changes what is sent; lists are replaced whole. The owner stays. With `If-Match`, only that version is changed.',
  access: writeEventTypes,
  params: eventTypeId,
  body: eventTypeChanges,
  returns: ok('resource', eventTypeSettings),
  fails: { 403: ownersOnly, 404: 'Event type not found.', 409: otherVersion },
  examples: { body: { title: 'Intro call', minimumNotice: 120 } },
});

export const previewEventType = route({
  method: 'POST',
  path: '/event-types/{uuid}/preview',
  origin: 'ours',
  tag: 'Event types',
  summary: 'Look at a page before it is saved',
  description:
    'The public page as it would be with these changes, at an address that works for 30 minutes, for pages of the same origin to show in a frame. Nothing can be booked from it. Changes that `PATCH` would refuse are refused.',
  access: writeEventTypes,
  params: eventTypeId,
  body: z.object({ changes: eventTypeChanges }),
  returns: created('resource', z.object({ url: z.url(), expiresAt: timestamp })),
  fails: { 403: ownersOnly, 404: 'Event type not found.' },
  examples: { body: { changes: { title: 'Intro call' } } },
});

export const deleteEventType = route({
  method: 'DELETE',
  path: '/event-types/{uuid}',
  origin: 'ours',
  tag: 'Event types',
  summary: 'Delete a scheduling page',
  description: 'Events booked on it stay as they are.',
  access: writeEventTypes,
  params: eventTypeId,
  returns: message('Event type deleted.'),
  fails: { 403: ownersOnly, 404: 'Event type not found.' },
});
