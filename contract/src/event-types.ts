import { z } from 'zod';
import { currency } from './currencies.ts';
import { created, message, ok, paginated, resource, bare } from './envelopes.ts';
import {
  date,
  email,
  hexColor,
  html,
  line,
  optionalQueryBoolean,
  queryBoolean,
  rule,
  shortId,
  slug,
  timestamp,
  timeZone,
  uuid,
  uuidParam,
} from './fields.ts';
import { locationTypes } from './locations.data.ts';
import { paymentProviders } from './providers.data.ts';
import { declareRoute } from './route.ts';
import { anyToken, requireScopes } from './scopes.ts';

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

const paymentProvider = z.enum(paymentProviders);

const pricing = {
  price: z.string().nullable(),
  currency: z.string().nullable(),
  paymentProvider,
};

export const eventType = z
  .object({ ...listedFields, ...z.object(pricing).partial().shape })
  .meta({ id: 'EventType' });

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
    .meta({ description: 'Id of an existing location; default: an identical one, or a new one' }),
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

export const frequency = z.enum(['weekly', 'biweekly', 'monthly']);

/** More would keep the transaction of a booking too long. */
export const maxOccurrences = 52;

export const recurrence = z
  .object({
    frequencies: z
      .array(frequency)
      .min(1)
      .refine((list) => new Set(list).size === list.length, { message: 'Must not name a frequency twice.' }),
    maximumOccurrences: z.int().min(2).max(maxOccurrences),
  })
  .meta({ id: 'Recurrence' });

const refundPolicy = z
  .object({
    fullUntilHours: z
      .int()
      .min(0)
      .max(8760)
      .nullable()
      .meta({ description: 'Hours before the start until which the refund is full; null: never' }),
    laterPercent: z.int().min(0).max(100).meta({ description: 'Percentage refunded after that' }),
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
    ...pricing,
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
      .meta({ description: 'Schedule of this host for this event type; null: their default schedule' }),
  }),
  'email',
  'Give either the email or the slug of the host, not both.',
  (host) => (host.email === undefined) !== (host.slug === undefined),
);

const choiceTypes: readonly string[] = ['RADIO_INPUT', 'SELECT_INPUT', 'CHECKBOX_INPUT'];

const questionInput = rule(
  z.object({
    id: z.int().min(1).optional().meta({ description: 'Id of an existing question; default: a new one' }),
    question: line(500),
    type: questionType.default('TEXT_INPUT'),
    isRequired: z.boolean().default(false),
    isActive: z.boolean().default(true),
    options: z.array(line(255)).min(1).max(100).nullish(),
  }),
  'options',
  'Questions with choices need options; others must have none.',
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
    .meta({ description: 'Round robin: visitors choose the host. Default: false' }),
  ownerFirst: z.boolean().meta({
    description:
      'Round robin: prefer the invitee’s record owner, or their company’s, if available. Default: false',
  }),
  balance: balance.meta({
    description:
      'Round robin: distribute `bookings` (default) or `minutes` by weight. Changing it resets the count',
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
          .meta({ description: 'Allowed resources of this kind, in order of preference; null: any' }),
      }),
    )
    .max(5)
    .refine((list) => new Set(list.map(({ kind }) => kind.toLowerCase())).size === list.length, {
      message: 'Must not name a kind twice.',
    })
    .meta({
      description:
        'Resources that each event reserves, one of each kind, large enough for its seats. Times without an available one aren’t offered',
    }),
  bufferBefore: z.int().min(0).max(720),
  bufferAfter: z.int().min(0).max(720),
  minimumNotice: z.int().min(0).max(525_600),
  bookingWindow,
  slotInterval: z.int().min(5).max(1440).nullable(),
  dailyLimit: limit,
  weeklyLimit: limit,
  monthlyLimit: limit,
  dailyMinutes: minutesLimit.meta({ description: 'Maximum minutes of events per day' }),
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
    description: 'Minutes before the start until which invitees can cancel; default: 0, until it starts',
  }),
  reschedulingNotice: changeNotice.meta({ description: 'The same for rescheduling' }),
  requiresConfirmation: z.boolean().meta({
    description:
      'Visitors request a time, which is held until a host confirms or declines. Not for groups. Default: false',
  }),
  confirmWithin: confirmWithin.meta({
    description:
      'Minutes after which an unanswered request expires, at the latest at its start; default: 1440',
  }),
  recurrence: recurrence.nullable().meta({
    description:
      'Allowed frequencies and maximum length of a series. Not with host confirmation or online payment. Default: null, no series',
  }),
  waitlist: z.boolean().meta({
    description:
      'Group: visitors can join a waitlist for full events and are booked when seats become available. Not with online payment. Default: false',
  }),
  price: decimal.nullable(),
  currency: currency.nullable(),
  paymentProvider: paymentProvider.meta({
    description:
      'How the price is collected: `manual` (default) on site, the others online before the time is booked',
  }),
  refundPolicy: refundPolicy.nullable().meta({
    description:
      'Refund when an invitee cancels a booking that was paid online; null: full refund. When a host cancels, invitees always get a full refund',
  }),
  reminders: z
    .array(z.int().min(5).max(43_200))
    .max(5)
    .refine((list) => new Set(list).size === list.length, { message: 'Must not name a time twice.' })
    .meta({ description: 'Minutes before the event at which invitees are reminded; default: [1440]' }),
  confirmationText: z
    .string()
    .max(2000)
    .nullable()
    .meta({ description: 'Message shown to invitees after booking, as plain text' }),
  redirectUrl: z
    .url({ protocol: /^https$/, error: 'Must be a URL that starts with https://.' })
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

const eventTypeId = { uuid: uuidParam('Event type') };
const writeEventTypes = requireScopes('admin:full', 'event-types:write');
/** Of a page that somebody else changed meanwhile. */
export const otherVersion = 'The version in If-Match isn’t the current one.';
const hostsOnly = 'Only the event type’s hosts, its owner, its team, owners and admins can do this.';
const ownersOnly = 'Only the event type’s owner, managers of its team, owners and admins can do this.';

export const listEventTypes = declareRoute({
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
    isActive: optionalQueryBoolean.meta({ description: 'Only active event types, or only others' }),
    includePrice: queryBoolean.meta({ description: 'Adds `price`, `currency` and `paymentProvider`' }),
    sort: z.enum(['created', 'position']).default('created').meta({
      description:
        '`position`: by owner, yours first, each in the order in which visitors see them. Default: oldest first',
    }),
  },
  returns: paginated(eventType, { size: 'count', default: 10 }),
  fails: { 403: 'Only owners, admins and members of the team can do this.' },
});

export const readEventType = declareRoute({
  method: 'GET',
  path: '/event-types/{uuid}',
  origin: 'interface',
  tag: 'Event types',
  summary: 'Read an event type',
  access: anyToken,
  params: eventTypeId,
  returns: resource(eventTypeRead),
  fails: { 403: hostsOnly, 404: 'Event type not found.' },
});

export const readEventTypeSettings = declareRoute({
  method: 'GET',
  path: '/event-types/{uuid}/settings',
  origin: 'ours',
  tag: 'Event types',
  summary: 'Read the settings of an event type',
  description: 'The header `ETag` has its version, to be sent back as `If-Match` with a change.',
  access: anyToken,
  params: eventTypeId,
  returns: ok('resource', eventTypeSettings),
  fails: { 403: hostsOnly, 404: 'Event type not found.' },
});

export const createSingleUseLink = declareRoute({
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

export const createEventType = declareRoute({
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

export const updateEventType = declareRoute({
  method: 'PATCH',
  path: '/event-types/{uuid}',
  origin: 'ours',
  tag: 'Event types',
  summary: 'Update an event type',
  description:
    'Changes the fields that are sent; lists are replaced as a whole. The owner can’t be changed. With `If-Match`, only that version is changed.',
  access: writeEventTypes,
  params: eventTypeId,
  body: eventTypeChanges,
  returns: ok('resource', eventTypeSettings),
  fails: { 403: ownersOnly, 404: 'Event type not found.', 409: otherVersion },
  examples: { body: { title: 'Intro call', minimumNotice: 120 } },
});

export const moveEventType = declareRoute({
  method: 'PUT',
  path: '/event-types/{uuid}/position',
  origin: 'ours',
  tag: 'Event types',
  summary: 'Move an event type in the list of its owner',
  description:
    'The public page of a user or team lists its event types in this order. The version of the event type stays the same.',
  access: writeEventTypes,
  params: eventTypeId,
  body: z.object({
    after: uuid.nullable().meta({ description: 'Another event type of the same owner; null: first' }),
  }),
  returns: message('Event type moved.'),
  fails: { 403: ownersOnly, 404: 'Event type not found.' },
  examples: { body: { after: null } },
});

export const previewEventType = declareRoute({
  method: 'POST',
  path: '/event-types/{uuid}/preview',
  origin: 'ours',
  tag: 'Event types',
  summary: 'Preview an event type',
  description:
    'Returns a URL of the booking page with these changes, valid for 30 minutes, for frames of the same origin. It can’t be booked. Changes that `PATCH` would reject are rejected.',
  access: writeEventTypes,
  params: eventTypeId,
  body: z.object({ changes: eventTypeChanges }),
  returns: created('resource', z.object({ url: z.url(), expiresAt: timestamp })),
  fails: { 403: ownersOnly, 404: 'Event type not found.' },
  examples: { body: { changes: { title: 'Intro call' } } },
});

export const deleteEventType = declareRoute({
  method: 'DELETE',
  path: '/event-types/{uuid}',
  origin: 'ours',
  tag: 'Event types',
  summary: 'Delete a scheduling page',
  description: 'Events already booked stay.',
  access: writeEventTypes,
  params: eventTypeId,
  returns: message('Event type deleted.'),
  fails: { 403: ownersOnly, 404: 'Event type not found.' },
});
