import type { Ctx } from '../../platform/context.ts';
import { newUuid } from '../../platform/ids.ts';
import { findDefinition } from '../schema/public.ts';
import {
  changeMeeting,
  findBooked,
  insertAround,
  insertMeeting,
  peopleAt,
  type Booked,
} from './meetings.store.ts';
import { upsertPerson, type Someone } from './upsert-person.ts';

/** What follows in the CRM from bookings, forms, calls and notes, in the same transaction. */

interface About {
  readonly eventId: string;
  readonly inviteeId: string;
}

/** Booked or moved: the invitee is a person, and this is one of their meetings. */
export async function recordMeeting(
  ctx: Ctx,
  about: About & { readonly moved: { readonly fromStart: string; readonly reason: string | null } | null },
): Promise<void> {
  const booked = await findBooked(ctx, about.inviteeId);
  if (!booked) return;
  if (about.moved) {
    const times = { starts_at: booked.startsAt, ends_at: booked.endsAt };
    const personId = await changeMeeting(ctx, about.inviteeId, times);
    const detail = {
      ...meetingOf(about, booked),
      movedFrom: about.moved.fromStart,
      reason: about.moved.reason,
    };
    if (personId) return publishAround(ctx, personId, 'booking.rescheduled', detail);
  }
  const remembered = await upsertPerson(ctx, {
    email: booked.email,
    name: booked.fullName,
    salutation: booked.salutation,
    phone: booked.phone,
    timezone: booked.timezone,
    source: { kind: 'booking.scheduled', detail: meetingOf(about, booked) },
  });
  if (!remembered) return;
  const { objectId, personId } = remembered;
  const { startsAt, endsAt } = booked;
  await insertMeeting(ctx, { ...about, objectId, personId, startsAt, endsAt });
}

export async function recordCancellation(ctx: Ctx, about: About): Promise<void> {
  const personId = await changeMeeting(ctx, about.inviteeId, { is_cancelled: true });
  const booked = personId === undefined ? undefined : await findBooked(ctx, about.inviteeId);
  if (!personId || !booked) return;
  const { cancelledBy, cancellationReason: reason } = booked;
  await publishAround(ctx, personId, 'booking.cancelled', {
    ...meetingOf(about, booked),
    cancelledBy,
    reason,
  });
}

export async function recordNoShow(ctx: Ctx, about: About & { readonly noShow: boolean }): Promise<void> {
  const personId = await changeMeeting(ctx, about.inviteeId, { is_no_show: about.noShow });
  const booked = personId === undefined ? undefined : await findBooked(ctx, about.inviteeId);
  if (!personId || !booked) return;
  await publishAround(ctx, personId, 'booking.no_show', {
    ...meetingOf(about, booked),
    noShow: about.noShow,
  });
}

export async function recordNote(
  ctx: Ctx,
  { eventId, noteUuid, note }: { readonly eventId: string; readonly noteUuid: string; readonly note: string },
): Promise<void> {
  for (const personId of await peopleAt(ctx, eventId)) {
    await publishAround(ctx, personId, 'note.created', { eventUuid: eventId, noteUuid, note });
  }
}

type Known = Pick<Someone, 'email' | 'name' | 'phone'>;

export async function recordSubmission(
  ctx: Ctx,
  told: {
    readonly person: Known | null;
    readonly payload: {
      readonly reportId: string;
      readonly routingFormId: string;
      readonly routingFormName: string;
      readonly answers: readonly unknown[];
    };
  },
): Promise<void> {
  if (!told.person) return;
  const { reportId, routingFormId, routingFormName, answers } = told.payload;
  const detail = { reportId, routingFormId, routingFormName, answers };
  await upsertPerson(ctx, { ...told.person, source: { kind: 'form.submitted', detail } });
}

export async function recordCall(
  ctx: Ctx,
  told: {
    readonly person: Known;
    readonly payload: { readonly id: string; readonly agentId: string; readonly status: string };
  },
): Promise<void> {
  const { id: callId, agentId, status } = told.payload;
  await upsertPerson(ctx, {
    ...told.person,
    source: { kind: 'call.completed', detail: { callId, agentId, status } },
  });
}

function meetingOf({ eventId, inviteeId }: About, { title, startsAt, endsAt }: Booked) {
  return { eventUuid: eventId, inviteeUuid: inviteeId, title, startAt: startsAt, endAt: endsAt };
}

async function publishAround(ctx: Ctx, personId: string, kind: string, detail: object): Promise<void> {
  const people = await findDefinition(ctx, 'people', 'read');
  const relation = people?.byKey.get('company')?.relation;
  if (!people || !relation) return;
  const person = { objectId: people.id, id: personId, relationId: relation.id };
  await insertAround(ctx, person, { ids: [newUuid(), newUuid()], kind, detail });
}
