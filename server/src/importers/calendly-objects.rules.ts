import { z } from 'zod';

/** The objects of Calendly's API (v2), as far as they have a counterpart. Fields are judged by `calendly-fields.rules.ts`. */

const text = z.string().nullish();
const whole = z.number().nullish();
const user = z.object({
  uri: z.string(),
  name: z.string(),
  email: z.string(),
  slug: text,
  timezone: text,
  locale: text,
});
const cancellation = z
  .object({ canceled_by: text, reason: text, canceler_type: text, created_at: text })
  .nullish();

const shapes = {
  users: user,
  memberships: z.object({ user, role: z.enum(['owner', 'admin', 'user']).catch('user') }),
  schedules: z.object({
    uri: z.string(),
    name: z.string(),
    default: z.boolean(),
    user: z.string(),
    timezone: z.string(),
    rules: z.array(
      z.object({
        type: z.enum(['wday', 'date']),
        wday: text,
        date: text,
        intervals: z.array(z.object({ from: z.string(), to: z.string() })),
      }),
    ),
  }),
  pages: z.object({
    uri: z.string(),
    name: text,
    slug: text,
    active: z.boolean(),
    duration: z.number(),
    duration_options: z.array(z.number()).nullish(),
    kind: z.string(),
    pooling_type: text,
    type: text,
    color: text,
    booking_method: text,
    deleted_at: text,
    is_paid: z.boolean().nullish(),
    description_plain: text,
    description_html: text,
    secret: z.boolean().nullish(),
    profile: z.object({ type: z.string(), name: text, owner: z.string() }).nullish(),
    locations: z
      .array(
        z.object({
          kind: z.string(),
          location: text,
          additional_info: text,
          phone_number: z.union([z.string(), z.number()]).nullish(),
        }),
      )
      .nullish(),
    custom_questions: z
      .array(
        z.object({
          name: z.string(),
          type: z.string(),
          position: whole,
          enabled: z.boolean(),
          required: z.boolean(),
          answer_choices: z.array(z.string()).nullish(),
          include_other: z.boolean().nullish(),
        }),
      )
      .nullish(),
  }),
  /** Who hosts a page of a team. */
  hosts: z.object({
    event_type: z.string(),
    member: z.object({ uri: text, email: text }),
  }),
  events: z.object({
    uri: z.string(),
    name: text,
    status: z.enum(['active', 'canceled']),
    start_time: z.string(),
    end_time: z.string(),
    event_type: text,
    meeting_notes_plain: text,
    meeting_notes_html: text,
    location: z
      .object({
        type: z.string(),
        location: text,
        join_url: text,
        additional_info: text,
        phone_number: z.union([z.string(), z.number()]).nullish(),
      })
      .nullish(),
    invitees_counter: z.object({ total: whole, limit: whole }).nullish(),
    event_memberships: z.array(
      z.object({ user: z.string(), user_email: text, buffered_start_time: text, buffered_end_time: text }),
    ),
    event_guests: z.array(z.object({ email: z.string() })).nullish(),
    cancellation,
  }),
  invitees: z.object({
    uri: z.string(),
    event: z.string(),
    name: text,
    first_name: text,
    last_name: text,
    email: z.string(),
    status: z.enum(['active', 'canceled']),
    timezone: text,
    text_reminder_number: text,
    created_at: text,
    rescheduled: z.boolean().nullish(),
    questions_and_answers: z
      .array(z.object({ question: z.string(), answer: z.string(), position: whole }))
      .nullish(),
    tracking: z.record(z.string(), z.unknown()).nullish(),
    payment: z
      .object({
        external_id: text,
        provider: text,
        amount: z.union([z.number(), z.string()]).nullish(),
        currency: text,
        terms: text,
        successful: z.boolean().nullish(),
      })
      .nullish(),
    no_show: z.object({}).nullish(),
    cancellation,
  }),
};

export type CalendlyKind = keyof typeof shapes;
export type Calendly<K extends CalendlyKind> = z.output<(typeof shapes)[K]>;
/** One with its fields as they came, for the report. */
export type SourceObject<K extends CalendlyKind> = {
  readonly kind: K;
  readonly given: Calendly<K>;
  readonly raw: unknown;
};
export type AnySourceObject = { [K in CalendlyKind]: SourceObject<K> }[CalendlyKind];

const kindsByPath: readonly (readonly [RegExp, CalendlyKind])[] = [
  [/\/users\/[^/]+$/, 'users'],
  [/\/organization_memberships\/[^/]+$/, 'memberships'],
  [/\/user_availability_schedules?\/[^/]+$/, 'schedules'],
  [/\/event_types\/[^/]+$/, 'pages'],
  [/\/scheduled_events\/[^/]+\/invitees\/[^/]+$/, 'invitees'],
  [/\/scheduled_events\/[^/]+$/, 'events'],
];

const otherKinds: readonly (readonly [path: RegExp, kind: string, why: string])[] = [
  [/\/routing_forms\//, 'Routing forms', 'Create them under Forms.'],
  [
    /\/routing_form_submissions\//,
    'Routing form submissions',
    'Daybook keeps submissions of its own forms only.',
  ],
  [/\/webhook_subscriptions\//, 'Webhooks', 'Create them under Webhooks: payloads differ.'],
  [/\/(groups|group_relationships|teams)\//, 'Groups', 'Create teams under Teams.'],
  [/\/organizations\/[^/]+\/invitations\//, 'Invitations', 'Invite them again.'],
  [/\/organizations\/[^/]+$/, 'Organizations', 'Your workspace stands for it.'],
  [/\/invitee_no_shows\//, 'No-shows', 'Invitees say so themselves.'],
  [/\/activity_log_entries\//, 'Log entries', 'Daybook has an audit log of its own.'],
];

/** What an object is, its `uri` says. Only hosts of event types have none. */
export function getUri(raw: unknown): string {
  return z.object({ uri: z.string() }).safeParse(raw).data?.uri ?? '';
}

/** Or why it is not imported. */
export function recognizeObject(raw: unknown): AnySourceObject | { kind: string; why: string; name: string } {
  const uri = getUri(raw);
  const isHost = shapes.hosts.safeParse(raw).success;
  const kind = isHost ? 'hosts' : kindsByPath.find(([path]) => path.test(uri))?.[1];
  if (!kind) {
    const other = otherKinds.find(([path]) => path.test(uri));
    const { name } = (raw ?? {}) as { name?: unknown };
    return {
      kind: other?.[1] ?? 'Objects',
      why: other?.[2] ?? 'Daybook has no counterpart for this kind.',
      name: typeof name === 'string' ? name : uri || 'without a uri',
    };
  }
  const parsed = shapes[kind].safeParse(raw);
  if (parsed.success) return { kind, given: parsed.data, raw } as AnySourceObject;
  const field = parsed.error.issues[0]?.path.join('.');
  return { kind: 'Objects', why: `The field ${field} can’t be read.`, name: uri };
}
