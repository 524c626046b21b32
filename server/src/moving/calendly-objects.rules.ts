import { z } from 'zod';
import type { LeftOutList } from './contents.ts';

/** The objects of Calendly's API (v2), as far as they have a counterpart. */

const text = z.string().nullish();
const user = z.object({ uri: z.string(), name: z.string(), email: z.string(), slug: text, timezone: text });

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
    name: z.string(),
    slug: text,
    active: z.boolean(),
    duration: z.number(),
    duration_options: z.array(z.number()).nullish(),
    kind: z.string(),
    pooling_type: text,
    type: text,
    color: text,
    description_plain: text,
    secret: z.boolean().nullish(),
    profile: z.object({ type: z.string(), owner: z.string() }).nullish(),
    locations: z
      .array(
        z.object({
          kind: z.string(),
          location: text,
          phone_number: z.union([z.string(), z.number()]).nullish(),
        }),
      )
      .nullish(),
    custom_questions: z
      .array(
        z.object({
          name: z.string(),
          type: z.string(),
          enabled: z.boolean(),
          required: z.boolean(),
          answer_choices: z.array(z.string()).nullish(),
        }),
      )
      .nullish(),
  }),
  events: z.object({
    uri: z.string(),
    name: z.string(),
    status: z.enum(['active', 'canceled']),
    start_time: z.string(),
    end_time: z.string(),
    event_type: text,
    location: z.object({ type: z.string(), location: text, join_url: text }).nullish(),
    event_memberships: z.array(z.object({ user: z.string(), user_email: text })),
    event_guests: z.array(z.object({ email: z.string() })).nullish(),
    cancellation: z.object({ canceled_by: text, reason: text, canceler_type: text }).nullish(),
  }),
  invitees: z.object({
    uri: z.string(),
    event: z.string(),
    name: z.string(),
    email: z.string(),
    status: z.enum(['active', 'canceled']),
    timezone: text,
    text_reminder_number: text,
    created_at: text,
    rescheduled: z.boolean().nullish(),
    questions_and_answers: z.array(z.object({ question: z.string(), answer: z.string() })).nullish(),
    no_show: z.object({}).nullish(),
    cancellation: z
      .object({ canceled_by: text, reason: text, canceler_type: text, created_at: text })
      .nullish(),
  }),
};

type Kind = keyof typeof shapes;
export type Found = { [K in Kind]: z.output<(typeof shapes)[K]>[] };

const kindsByPath: readonly (readonly [RegExp, Kind])[] = [
  [/\/users\/[^/]+$/, 'users'],
  [/\/organization_memberships\/[^/]+$/, 'memberships'],
  [/\/user_availability_schedules\/[^/]+$/, 'schedules'],
  [/\/event_types\/[^/]+$/, 'pages'],
  [/\/scheduled_events\/[^/]+\/invitees\/[^/]+$/, 'invitees'],
  [/\/scheduled_events\/[^/]+$/, 'events'],
];

export function sortByKind(objects: readonly unknown[], leftOut: LeftOutList): Found {
  const found: Found = { users: [], memberships: [], schedules: [], pages: [], events: [], invitees: [] };
  const uriOf = (object: unknown) => z.object({ uri: z.string() }).safeParse(object).data?.uri ?? '';
  // Pages of a list that were saved at different times overlap, and a file may be named twice.
  const once = new Map(objects.map((object) => [uriOf(object) || object, object]));
  for (const object of once.values()) {
    const uri = uriOf(object);
    const kind = kindsByPath.find(([path]) => path.test(uri))?.[1];
    const parsed = kind && shapes[kind].safeParse(object);
    if (!kind) leftOut.add(uri || 'An object without a uri', 'Daybook has no counterpart for this kind.');
    else if (!parsed?.success)
      leftOut.add(uri, `It can't be read: ${parsed?.error.issues[0]?.path.join('.')}.`);
    else (found[kind] as unknown[]).push(parsed.data);
  }
  return found;
}
