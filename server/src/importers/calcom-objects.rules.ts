import { z } from 'zod';

/** The objects of Cal.com's API (v2), as far as they have a counterpart. Fields are judged by `calcom-fields.rules.ts`. */

const text = z.string().nullish();
const whole = z.number().nullish();
const flag = z.boolean().nullish();
const record = z.record(z.string(), z.unknown());
/** By the period, as requests name it or as answers did: `day` or `PER_DAY`. */
const limits = z.record(z.string(), z.unknown()).nullish();

const attendee = z.object({
  name: z.string(),
  email: z.string(),
  timeZone: text,
  language: text,
  phoneNumber: text,
  absent: flag,
  bookingFieldsResponses: record.nullish(),
});

const shapes = {
  bookings: z.object({
    uid: z.string(),
    title: z.string(),
    description: text,
    status: z.string(),
    start: z.string(),
    end: z.string(),
    eventTypeId: whole,
    eventType: z.object({ id: whole }).nullish(),
    hosts: z.array(z.object({ email: z.string() })),
    attendees: z.array(attendee),
    guests: z.array(z.string()).nullish(),
    location: text,
    meetingUrl: text,
    createdAt: text,
    cancellationReason: text,
    cancelledByEmail: text,
    reschedulingReason: text,
    rescheduledToUid: text,
    bookingFieldsResponses: record.nullish(),
  }),
  pages: z.object({
    id: z.number(),
    title: z.string(),
    slug: z.string(),
    description: text,
    lengthInMinutes: z.number(),
    lengthInMinutesOptions: z.array(z.number()).nullish(),
    ownerId: whole,
    teamId: whole,
    team: z.object({ id: z.number(), name: text, slug: text }).nullish(),
    schedulingType: text,
    assignAllTeamMembers: flag,
    hosts: z
      .array(
        z.object({
          userId: whole,
          username: text,
          mandatory: flag,
          weight: whole,
          priority: z.union([z.string(), z.number()]).nullish(),
        }),
      )
      .nullish(),
    scheduleId: whole,
    hidden: flag,
    minimumBookingNotice: whole,
    beforeEventBuffer: whole,
    afterEventBuffer: whole,
    slotInterval: whole,
    recurrence: z.object({ frequency: text, interval: whole, occurrences: whole, disabled: flag }).nullish(),
    seatsPerTimeSlot: whole,
    seats: z.object({ seatsPerTimeSlot: whole, showAvailabilityCount: flag }).nullish(),
    color: z.object({ lightThemeHex: text }).nullish(),
    locations: z.array(record).nullish(),
    bookingFields: z.array(record).nullish(),
    bookingWindow: z.unknown().optional(),
    bookingLimitsCount: limits,
    bookingLimitsDuration: limits,
    bookerActiveBookingsLimit: z.object({ maximumActiveBookings: whole, disabled: flag }).nullish(),
    confirmationPolicy: z
      .object({ type: text, disabled: flag, blockUnconfirmedBookingsInBooker: flag })
      .nullish(),
    price: whole,
    currency: text,
    metadata: record.nullish(),
    successRedirectUrl: text,
    lockTimeZoneToggleOnBookingPage: flag,
    lockedTimeZone: text,
    requiresBookerEmailVerification: flag,
    bookingRequiresAuthentication: flag,
    disableCancelling: z.object({ disabled: flag, minutesBefore: whole }).nullish(),
    disableRescheduling: z.object({ disabled: flag, minutesBefore: whole }).nullish(),
  }),
  schedules: z.object({
    id: z.number(),
    ownerId: z.number(),
    name: z.string(),
    timeZone: z.string(),
    isDefault: z.boolean(),
    availability: z.array(
      z.object({ days: z.array(z.string()), startTime: z.string(), endTime: z.string() }),
    ),
    overrides: z.array(z.object({ date: z.string(), startTime: z.string(), endTime: z.string() })).nullish(),
  }),
  memberships: z.object({
    userId: z.number(),
    teamId: z.number(),
    role: text,
    accepted: flag,
    user: z.object({ email: z.string(), name: text, username: text }).nullish(),
  }),
  teams: z.object({ id: z.number(), name: z.string(), slug: text, isOrganization: z.boolean() }),
  users: z.object({
    id: z.number(),
    email: z.string(),
    username: text,
    name: text,
    timeZone: text,
    locale: text,
  }),
};

export type CalcomKind = keyof typeof shapes;
export type Calcom<K extends CalcomKind> = z.output<(typeof shapes)[K]>;
/** One with its fields as they came, for the report. */
export type SourceObject<K extends CalcomKind> = {
  readonly kind: K;
  readonly given: Calcom<K>;
  readonly raw: unknown;
};

export type AnySourceObject = { [K in CalcomKind]: SourceObject<K> }[CalcomKind];

/** Objects have no type of their own: fields that only one kind has tell it. */
const signatures: readonly (readonly [CalcomKind, readonly string[]])[] = [
  ['bookings', ['uid', 'attendees']],
  ['pages', ['lengthInMinutes', 'slug']],
  ['schedules', ['availability', 'ownerId']],
  ['memberships', ['userId', 'teamId', 'role']],
  ['teams', ['isOrganization']],
  ['users', ['id', 'email']],
];

/** Or why it is not imported. */
export function recognizeObject(raw: unknown): AnySourceObject | { kind: string; why: string; name: string } {
  const object = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>;
  const kind = signatures.find(([, fields]) => fields.every((field) => field in object))?.[0];
  if (!kind) return explainOther(object);
  const parsed = shapes[kind].safeParse(raw);
  if (parsed.success) return { kind, given: parsed.data, raw } as AnySourceObject;
  const field = parsed.error.issues[0]?.path.join('.');
  return { kind: 'Objects', why: `The field ${field} can’t be read.`, name: nameOf(object) };
}

const nameOf = ({ title, name, email, id }: Record<string, unknown>): string =>
  String(title ?? name ?? email ?? id ?? 'without a name');

/** Kinds that Cal.com has and Daybook sets up in its own way, by fields that only they have. */
const otherKinds: readonly (readonly [kind: string, fields: readonly string[], why: string])[] = [
  ['Routing forms', ['routes', 'fields'], 'Create them under Forms.'],
  ['Absences', ['userId', 'start', 'end'], 'Enter them under Absences.'],
  ['Webhooks', ['subscriberUrl'], 'Create them under Webhooks: payloads differ.'],
  ['Workflows', ['trigger', 'steps'], 'Create them under Workflows.'],
  ['Private links', ['linkId'], 'Create them on the page.'],
];

function explainOther(object: Record<string, unknown>): { kind: string; why: string; name: string } {
  const known = otherKinds.find(([, fields]) => fields.every((field) => field in object));
  return {
    kind: known?.[0] ?? 'Objects',
    why: known?.[2] ?? 'Daybook has no counterpart for this kind.',
    name: nameOf(object),
  };
}
