import { z } from 'zod';
import type { LeftOutList } from './contents.ts';

/** The objects of Cal.com's API (v2), as far as they have a counterpart. */

const text = z.string().nullish();
const whole = z.number().nullish();

const shapes = {
  bookings: z.object({
    uid: z.string(),
    title: z.string(),
    status: z.string(),
    start: z.string(),
    end: z.string(),
    eventTypeId: whole,
    hosts: z.array(z.object({ email: z.string() })),
    attendees: z.array(
      z.object({
        name: z.string(),
        email: z.string(),
        timeZone: text,
        phoneNumber: text,
        absent: z.boolean().nullish(),
      }),
    ),
    guests: z.array(z.string()).nullish(),
    location: text,
    meetingUrl: text,
    createdAt: text,
    cancellationReason: text,
    cancelledByEmail: text,
    bookingFieldsResponses: z.record(z.string(), z.unknown()).nullish(),
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
    scheduleId: whole,
    hidden: z.boolean().nullish(),
    minimumBookingNotice: whole,
    beforeEventBuffer: whole,
    afterEventBuffer: whole,
    slotInterval: whole,
    recurrence: z.unknown(),
    seats: z.object({ seatsPerTimeSlot: whole }).nullish(),
    locations: z.array(z.record(z.string(), z.unknown())).nullish(),
    bookingFields: z.array(z.record(z.string(), z.unknown())).nullish(),
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
  users: z.object({ id: z.number(), email: z.string(), username: text, name: text, timeZone: text }),
};

type Kind = keyof typeof shapes;
export type Found = { [K in Kind]: z.output<(typeof shapes)[K]>[] };

/** Objects have no type of their own, so that the first shape that fits decides. */
export function sortByKind(objects: readonly unknown[], leftOut: LeftOutList): Found {
  const found: Found = { bookings: [], pages: [], schedules: [], users: [] };
  const seen = new Set<string>();
  for (const object of objects) {
    const kind = (Object.keys(shapes) as Kind[]).find((each) => shapes[each].safeParse(object).success);
    const id = `${kind} ${(object as { id?: unknown } | null)?.id}`;
    // Pages of a list that were saved at different times overlap, and a file may be named twice.
    if (kind && seen.has(id)) continue;
    seen.add(id);
    if (kind) (found[kind] as unknown[]).push(shapes[kind].parse(object));
    else leftOut.add(nameOf(object), 'Daybook has no counterpart for this kind, or it lacks what is needed.');
  }
  return found;
}

function nameOf(object: unknown): string {
  const { title, name, id } = (object ?? {}) as Record<string, unknown>;
  return String(title ?? name ?? id ?? 'An object without a name');
}
