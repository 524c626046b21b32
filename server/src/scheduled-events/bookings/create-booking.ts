import type { PageFacts } from '../../availability/public.ts';
import { planConference, requestConference } from '../../conferencing/public.ts';
import { addTurn } from '../../event-types/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { generateEventId } from '../../platform/ids.ts';
import { conflict } from '../../platform/problems.ts';
import { foldForSearch } from '@daybook/contract/folding.data';
import {
  requestCalendarAnswers,
  requireCalendarAnswers,
  type HostTime,
  countSeats,
  formatResources,
  reservePlace,
  type OfferedSlot,
  type Reservation,
  slotTaken,
  buildHostTime,
} from '../times/public.ts';
import {
  inviteeScheduled,
  type Meeting,
  requireInviteeLimit,
  toMeeting,
  findGroupEvent,
  listHostIds,
  insertEvent,
  insertInvitee,
  lockEvent,
  updateEvent,
  type EventRow,
} from '../core/public.ts';
import { buildEventLocation } from './location.rules.ts';
import { buildInvitee, type BookingTerms, type NewInvitee } from './build-invitee.ts';
import type { PageDetails } from './page-details.store.ts';
import type { Booking } from './validate-booking.ts';

export interface BookingIds {
  readonly eventId: string;
  readonly inviteeId: string;
}

/** A booking with its event as it stands. */
export interface CreatedBooking extends BookingIds {
  readonly meeting: Meeting;
}

export interface BookingPlace extends OfferedSlot {
  readonly details: PageDetails;
  /** Nobody else can join the event, whatever its page becomes. */
  readonly isClosed?: boolean;
}

/** Writes a booking that is allowed, and publishes it. */
export async function createBooking(
  ctx: Ctx,
  place: BookingPlace,
  booking: Booking,
  entry: BookingTerms,
): Promise<CreatedBooking> {
  const invitee = buildInvitee(ctx, place.details, booking, entry);
  const { eventId, meeting } = await placeInvitee(ctx, place, booking, invitee);
  const entered = { eventId, inviteeId: invitee.id, meeting };
  const { seriesId } = entry;
  await ctx.publish(inviteeScheduled, { ...entered, ...(seriesId !== undefined && { seriesId }) });
  return entered;
}

/** A booking that an address may still have on the page. */
export async function createBookingWithinLimit(
  ctx: Ctx,
  place: BookingPlace,
  booking: Booking,
  entry: BookingTerms,
): Promise<CreatedBooking> {
  const { inviteeLimit } = place.details;
  await requireInviteeLimit(ctx, place.facts, inviteeLimit, { email: booking.email, start: place.start });
  return createBooking(ctx, place, booking, entry);
}

interface InviteePlacement {
  readonly eventId: string;
  readonly meeting: Meeting;
}

/** Puts the invitee into an event: a new one, or on a group page the one that others have begun. */
async function placeInvitee(
  ctx: Ctx,
  place: BookingPlace,
  booking: Booking,
  invitee: NewInvitee,
): Promise<InviteePlacement> {
  const { facts, start, durationMinutes } = place;
  const time = buildHostTime(facts, generateEventId(), start, durationMinutes);
  const joined = await joinGroupEvent(ctx, place, time, booking, invitee);
  if (joined) return joined;
  const own = await reserveAndCreate(ctx, time, place, booking, invitee);
  if (own) return own;
  // Somebody took the time in this moment; on a group page it may have been for the event we want to be in.
  const begun = await joinGroupEvent(ctx, place, time, booking, invitee);
  if (begun) return begun;
  throw slotTaken();
}

/** A new event; undefined when no host has the time any more. */
async function reserveAndCreate(
  ctx: Ctx,
  time: HostTime,
  place: BookingPlace,
  booking: Booking,
  invitee: NewInvitee,
): Promise<InviteePlacement | undefined> {
  const able = restrictToHost(place);
  const { hosts, unasked, calendarsReadAt } = requireCalendarAnswers(ctx, time, able);
  const taken = await reservePlace(ctx, { ...time, calendarsReadAt }, { ...able, hosts });
  // Those who were asked have lost the time in this moment.
  if (!taken) requestCalendarAnswers(ctx, [{ time, hosts: unasked }]);
  return taken && createEvent(ctx, time, place, booking, taken, invitee);
}

/** Several invitees of one new event, which nobody else can join. Of it each gets one mail, and so do its hosts. */
export async function createGroupBookings(
  ctx: Ctx,
  place: BookingPlace,
  attendees: readonly { readonly booking: Booking; readonly isConfirmed: boolean }[],
): Promise<BookingIds[]> {
  const seats = attendees.length;
  const resources = resourcesFor(place.facts, seats);
  const facts: PageFacts = { ...place.facts, type: 'GROUP', maxActiveInvitees: seats, resources };
  const time = buildHostTime(facts, generateEventId(), place.start, place.durationMinutes);
  const entered: CreatedBooking[] = [];
  for (const { booking, isConfirmed } of attendees) {
    const invitee = buildInvitee(ctx, place.details, booking, { answers: [], link: undefined, isConfirmed });
    const before = entered[0];
    const joined = before
      ? await addToOwnEvent(ctx, before, booking, invitee, seats)
      : await reserveAndCreate(ctx, time, { ...place, facts, isClosed: true }, booking, invitee);
    if (!joined) throw slotTaken();
    entered.push({ ...joined, inviteeId: invitee.id });
  }
  await ctx.publishAll(
    inviteeScheduled,
    entered.map((each, index) => (index === 0 ? each : { ...each, hostsKnow: true })),
  );
  return entered;
}

/** Those of a page that are for so many people; they were chosen for as many as the page takes. */
function resourcesFor({ resources }: PageFacts, people: number): PageFacts['resources'] {
  return resources.map(({ kind, candidates }) => {
    const large = candidates.filter(({ capacity }) => capacity === null || capacity >= people);
    if (large.length === 0) throw conflict(`No resource of the kind ${kind} has room for ${people} people.`);
    return { kind, candidates: large };
  });
}

async function addToOwnEvent(
  ctx: Ctx,
  { eventId, meeting }: CreatedBooking,
  booking: Booking,
  invitee: NewInvitee,
  seats: number,
): Promise<InviteePlacement> {
  const event = await lockEvent(ctx, eventId);
  if (!event) throw slotTaken();
  const changed = await addInvitee(ctx, event, booking, invitee, seats);
  return { eventId, meeting: toMeeting(changed, meeting.hostIds) };
}

/** Of those who are free, the one who takes the whole series. */
export function restrictToHost(place: OfferedSlot): OfferedSlot {
  const { hosts, onlyHostId } = place;
  return onlyHostId === undefined ? place : { ...place, hosts: hosts.filter(({ id }) => id === onlyHostId) };
}

async function joinGroupEvent(
  ctx: Ctx,
  { facts, hosts, allHosts }: BookingPlace,
  time: HostTime,
  booking: Booking,
  invitee: NewInvitee,
): Promise<InviteePlacement | undefined> {
  if (facts.type !== 'GROUP') return undefined;
  const required = (allHosts ? hosts : facts.hosts.slice(0, 1)).map(({ id }) => id);
  const eventId = await findGroupEvent(ctx, time, required);
  return eventId === undefined ? undefined : reserveSeats(ctx, eventId, facts, time, booking, invitee);
}

/** Undefined when the event has been moved or cancelled before it could be locked: then its time may be free again. */
async function reserveSeats(
  ctx: Ctx,
  eventId: string,
  facts: PageFacts,
  time: HostTime,
  booking: Booking,
  invitee: NewInvitee,
): Promise<InviteePlacement | undefined> {
  const event = await lockEvent(ctx, eventId);
  if (event?.status !== 'confirmed' || event.starts_at !== time.starts_at || event.ends_at !== time.ends_at) {
    return undefined;
  }
  const seats = await countSeats(ctx, event, facts);
  if (event.seats_taken + (booking.seats ?? 1) > seats) throw slotTaken();
  const changed = await addInvitee(ctx, event, booking, invitee, seats);
  return { eventId, meeting: toMeeting(changed, await listHostIds(ctx, eventId)) };
}

/** Puts an invitee on free seats of a locked event, which has so many. */
export async function addInvitee(
  ctx: Ctx,
  event: EventRow,
  { name, email, seats = 1 }: Booking,
  invitee: NewInvitee,
  maxSeats: number,
): Promise<EventRow> {
  const changed = await updateEvent(ctx, event.id, {
    seats_taken: event.seats_taken + seats,
    max_seats: maxSeats,
    search: `${event.search}\n${foldForSearch(`${name} ${email}`)}`,
  });
  await insertInvitee(ctx, { ...invitee, event_id: event.id });
  return changed;
}

async function createEvent(
  ctx: Ctx,
  time: HostTime,
  { facts, details, durationMinutes, hosts, isClosed = false }: BookingPlace,
  booking: Booking,
  { hostIds, resources }: Reservation,
  invitee: NewInvitee,
): Promise<InviteePlacement> {
  const hostNames = facts.hosts.filter(({ id }) => hostIds.includes(id)).map(({ name }) => name);
  const location = buildEventLocation(booking, details.locations, formatResources(resources));
  const conference = planConference(ctx, details.conferencing, time.event_id, location);
  const event = {
    id: time.event_id,
    event_type_id: facts.id,
    team_id: facts.ownerTeamId,
    title: facts.title,
    type: facts.type,
    starts_at: time.starts_at,
    ends_at: time.ends_at,
    duration: durationMinutes,
    status: 'confirmed',
    sequence: 0,
    ...location,
    location_join_url: conference.joinUrl,
    max_seats: facts.type === 'GROUP' ? facts.maxActiveInvitees : 1,
    seats_taken: facts.type === 'GROUP' ? (booking.seats ?? 1) : 1,
    is_closed: isClosed,
    search: foldForSearch([facts.title, `${booking.name} ${booking.email}`, ...hostNames].join('\n')),
  };
  await insertEvent(ctx, event, { ...invitee, event_id: event.id });
  await requestConference(ctx, event.id, hostIds, conference.kind);
  const freeIds = hosts.map(({ id }) => id);
  if (facts.type === 'ROUND_ROBIN') {
    for (const hostId of hostIds) {
      await addTurn(ctx, facts.id, { hostId, minutes: durationMinutes }, freeIds);
    }
  }
  return { eventId: event.id, meeting: toMeeting(event, hostIds) };
}
