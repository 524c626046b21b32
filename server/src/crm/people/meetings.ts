import type { Ctx } from '../../platform/context.ts';
import type { PublishedEvent } from '../../platform/events.ts';
import type { Meeting } from '../../scheduled-events/public.ts';
import { findDefinition } from '../schema/public.ts';
import {
  changeMeetings,
  findBooked,
  findPeopleAt,
  insertAround,
  insertMeetings,
  type InviteeFacts,
} from './meetings.store.ts';
import { upsertPeople, type PersonInput } from './upsert-people.ts';

/** What follows in the CRM from bookings, forms, calls and notes. */

interface About {
  readonly eventId: string;
  readonly inviteeId: string;
  readonly meeting: Meeting;
}

/** The invitees are people, and this is one of their meetings. */
export async function recordMeetings(ctx: Ctx, events: readonly PublishedEvent<About>[]): Promise<void> {
  const booked = await bookedIn(ctx, events);
  const people = await upsertPeople(
    ctx,
    'booking.scheduled',
    booked.map(({ event, invitee }) => ({
      email: invitee.email,
      name: invitee.fullName,
      salutation: invitee.salutation,
      phone: invitee.phone,
      timezone: invitee.timezone,
      detail: detailOf(event.payload, invitee),
      event,
    })),
  );
  await insertMeetings(
    ctx,
    booked.flatMap(({ event: { payload } }, index) => {
      const person = people[index];
      return person ? [{ ...payload, ...payload.meeting, ...person }] : [];
    }),
  );
}

type RescheduleFacts = About & {
  readonly from: { readonly startsAt: string };
  readonly reason: string | null;
};

export async function recordReschedules(
  ctx: Ctx,
  events: readonly PublishedEvent<RescheduleFacts>[],
): Promise<void> {
  const changes = events.map(({ payload: { inviteeId, meeting } }) => ({ inviteeId, ...meeting }));
  const personOf = await changeMeetings(ctx, changes);
  // Invitees who booked while the CRM was off are new to it.
  await recordMeetings(
    ctx,
    events.filter(({ payload }) => !personOf.has(payload.inviteeId)),
  );
  await recordAround(ctx, 'booking.rescheduled', events, personOf, ({ from, reason }) => ({
    movedFrom: from.startsAt,
    reason,
  }));
}

export async function recordCancellations(ctx: Ctx, events: readonly PublishedEvent<About>[]): Promise<void> {
  const changes = events.map(({ payload }) => ({ inviteeId: payload.inviteeId, isCancelled: true }));
  await recordAround(
    ctx,
    'booking.cancelled',
    events,
    await changeMeetings(ctx, changes),
    (_, { cancelledBy, cancellationReason: reason }) => ({ cancelledBy, reason }),
  );
}

export async function recordNoShows(
  ctx: Ctx,
  events: readonly PublishedEvent<About & { readonly noShow: boolean }>[],
): Promise<void> {
  const changes = events.map(({ payload: { inviteeId, noShow } }) => ({ inviteeId, isNoShow: noShow }));
  const personOf = await changeMeetings(ctx, changes);
  await recordAround(ctx, 'booking.no_show', events, personOf, ({ noShow }) => ({ noShow }));
}

interface NoteFacts {
  readonly eventId: string;
  readonly noteUuid: string;
}

export async function recordNotes(ctx: Ctx, events: readonly PublishedEvent<NoteFacts>[]): Promise<void> {
  const peopleAt = await findPeopleAt(
    ctx,
    events.map(({ payload }) => payload.eventId),
  );
  await insertEntries(
    ctx,
    'note.created',
    events.flatMap((event) => {
      const { eventId: eventUuid, noteUuid } = event.payload;
      const detail = { eventUuid, noteUuid };
      return (peopleAt.get(eventUuid) ?? []).map((personId) => ({ personId, event, detail }));
    }),
  );
}

type KnownContact = Pick<PersonInput, 'email' | 'name' | 'phone'>;

interface SubmissionFacts {
  readonly person: KnownContact | null;
  readonly payload: {
    readonly reportId: string;
    readonly routingFormId: string;
    readonly routingFormName: string;
    readonly answers: readonly unknown[];
  };
}

export async function recordSubmissions(
  ctx: Ctx,
  events: readonly PublishedEvent<SubmissionFacts>[],
): Promise<void> {
  await upsertPeople(
    ctx,
    'form.submitted',
    events.flatMap((event): PersonInput[] => {
      const { person, payload } = event.payload;
      if (!person) return [];
      const { reportId, routingFormId, routingFormName, answers } = payload;
      const detail = { reportId, routingFormId, routingFormName, answers };
      return [{ ...person, detail, event }];
    }),
  );
}

interface CallFacts {
  readonly person: KnownContact;
  readonly payload: { readonly id: string; readonly agentId: string; readonly status: string };
}

export async function recordCalls(ctx: Ctx, events: readonly PublishedEvent<CallFacts>[]): Promise<void> {
  await upsertPeople(
    ctx,
    'call.completed',
    events.map((event): PersonInput => {
      const { person, payload } = event.payload;
      const detail = { callId: payload.id, agentId: payload.agentId, status: payload.status };
      return { ...person, detail, event };
    }),
  );
}

async function bookedIn<A extends About>(
  ctx: Ctx,
  events: readonly PublishedEvent<A>[],
): Promise<{ event: PublishedEvent<A>; invitee: InviteeFacts }[]> {
  const booked = await findBooked(
    ctx,
    events.map(({ payload }) => payload.inviteeId),
  );
  return events.flatMap((event) => {
    const invitee = booked.get(event.payload.inviteeId);
    return invitee ? [{ event, invitee }] : [];
  });
}

function detailOf({ eventId, inviteeId, meeting }: About, { title }: InviteeFacts) {
  const { startsAt, endsAt } = meeting;
  return { eventUuid: eventId, inviteeUuid: inviteeId, title, startAt: startsAt, endAt: endsAt };
}

/** What happened to a meeting, on the timelines of those whose meeting it is. */
async function recordAround<A extends About>(
  ctx: Ctx,
  kind: string,
  events: readonly PublishedEvent<A>[],
  personOf: ReadonlyMap<string, string>,
  more: (payload: A, invitee: InviteeFacts) => object,
): Promise<void> {
  const booked = await bookedIn(
    ctx,
    events.filter(({ payload }) => personOf.has(payload.inviteeId)),
  );
  const entries = booked.map(({ event, invitee }) => ({
    event,
    personId: personOf.get(event.payload.inviteeId) ?? '',
    detail: { ...detailOf(event.payload, invitee), ...more(event.payload, invitee) },
  }));
  await insertEntries(ctx, kind, entries);
}

interface Entry {
  readonly event: PublishedEvent;
  readonly personId: string;
  readonly detail: object;
}

async function insertEntries(ctx: Ctx, kind: string, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const people = await findDefinition(ctx, 'people', 'read');
  const relation = people?.byKey.get('company')?.relation;
  if (!people || !relation) return;
  await insertAround(
    ctx,
    { objectId: people.id, relationId: relation.id },
    entries.map(({ event: { id, publishedAt, happenedAt }, ...entry }) => ({
      ...entry,
      ...{ id, publishedAt, happenedAt, kind },
    })),
  );
}
