import type { newBooking } from '@daybook/contract/scheduled-events';
import type { z } from 'zod';
import type { PageFacts, Target } from '../availability/public.ts';
import { planConference, requestConference } from '../conferencing/public.ts';
import { useLink } from '../event-types/public.ts';
import { isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { newEventId } from '../platform/ids.ts';
import { conflict, forbidden, throwIfInvalid } from '../platform/problems.ts';
import { fold } from '../platform/text.ts';
import { inviteeScheduled, type Meeting } from './events.ts';
import { checkCalendars } from './check-calendars.ts';
import { findOwnHold, holdPlace, releaseHold } from './hold.ts';
import { eventLocation } from './location.rules.ts';
import { countMail } from './mail-limits.ts';
import { newInvitee, type Entry, type NewInvitee } from './new-invitee.ts';
import type { Payment } from './payment.ts';
import { demandInviteeLimit } from './policies.ts';
import { answersOf, meetingOf } from './rules.ts';
import {
  findGroupEvent,
  hostIdsOf,
  insertEvent,
  insertInvitee,
  lockEvent,
  updateEvent,
  type HostTime,
  type PageDetails,
} from './store.ts';
import { chooseAnyPlace, choosePlace, takeHosts, type Place } from './take-time.ts';
import { gone, hostTime } from './time.ts';
import { addTurn } from './turns.store.ts';
import { errorsOn, openPage, targetOf, type Booking, type Page } from './validate-booking.ts';

export interface Booked {
  readonly eventId: string;
  readonly inviteeId: string;
}

/**
 * Books a time on the page that the booking names. The transaction holds what decides: the hosts' time, the event, the invitee,
 * the use of a link; all else follows from what is published. The time is offered by the same function as in availability, and
 * then taken by the database, which alone decides between two who come at once.
 */
export async function book(ctx: Ctx, booking: z.output<typeof newBooking>): Promise<Booked> {
  const target = await targetOf(ctx, booking);
  const prepared = await (booking.anyTime ? prepareAnyTime : prepareBooking)(ctx, target, booking);
  // Where a host decides about bookings, those who may decide book at once.
  if (prepared.page.details.requiresConfirmation && !mayDecide(ctx, prepared.page)) {
    throw forbidden('A host confirms the bookings of this page. Send a request with POST /booking-requests.');
  }
  return takeBooking(ctx, prepared, booking);
}

function mayDecide({ actor }: Ctx, { facts }: Page): boolean {
  return isAdmin(actor) || facts.hosts.some(({ id }) => id === actor.memberId);
}

/** A booking that is right in itself, and a time that is free as far as is known. */
export interface Prepared {
  readonly page: Page;
  readonly place: Place;
  /** Of the hold that keeps its time. */
  readonly holdToken: string | undefined;
}

export async function prepareBooking(
  ctx: Ctx,
  target: Target,
  booking: Booking,
  holdToken?: string,
): Promise<Prepared> {
  const hold = await findOwnHold(ctx, holdToken);
  const page = await openPage(ctx, target, booking, hold?.id);
  throwIfInvalid(errorsOn(ctx, page, booking, hold ? undefined : booking));
  const place = await choosePlace(ctx, page, booking, hold);
  return { page, place, holdToken: hold && holdToken };
}

/** A time that a host chose, offered or not. Whether it is free is decided by the constraint alone, and by calendars. */
async function prepareAnyTime(ctx: Ctx, target: Target, booking: Booking): Promise<Prepared> {
  const page = await openPage(ctx, target, booking);
  if (!mayDecide(ctx, page)) throw forbidden('Only a host of the page, an owner or an admin may do this.');
  throwIfInvalid(errorsOn(ctx, page, booking, undefined));
  return { page, place: chooseAnyPlace(ctx, page, booking), holdToken: undefined };
}

export async function takeBooking(
  ctx: Ctx,
  { page, place, holdToken }: Prepared,
  booking: Booking,
  { isConfirmed = false, paid }: Terms = {},
): Promise<Booked> {
  // Until this transaction ends, whoever wants the held time waits for it.
  if (holdToken) await releaseHold(ctx, holdToken);
  const { details, target } = page;
  const { email } = booking;
  await demandInviteeLimit(ctx, place.facts, details.inviteeLimit, { email, start: place.start });
  const answers = answersOf(booking, details.questions);
  const entry = { answers, link: target.link, isConfirmed, paid };
  const booked = await enterBooking(ctx, { ...place, details }, booking, entry);
  await countLinkUse(ctx, page);
  if (!paid) await countBookingMail(ctx, page, booking, isConfirmed);
  return booked;
}

/** Writes a booking that is allowed, and publishes it. */
export async function enterBooking(
  ctx: Ctx,
  place: BookingPlace,
  booking: Booking,
  entry: Entry,
): Promise<Booked> {
  const invitee = newInvitee(ctx, place.details, booking, entry);
  const { eventId, meeting } = await join(ctx, place, booking, invitee);
  await ctx.publish(inviteeScheduled, { eventId, inviteeId: invitee.id, meeting });
  return { eventId, inviteeId: invitee.id };
}

/** On what terms a booking is taken. */
interface Terms {
  readonly isConfirmed?: boolean;
  /** The mail of a booking that is paid for was counted when its time was held. */
  readonly paid?: Payment;
}

export async function countLinkUse(ctx: Ctx, { target: { link } }: Page): Promise<void> {
  if (link?.isLimited && !(await useLink(ctx, link.id))) throw conflict('This link has been used.');
}

/** Who has just proved that an address is theirs wants its mail. */
export async function countBookingMail(
  ctx: Ctx,
  { facts }: Page,
  { email, guests }: Booking,
  isConfirmed: boolean,
): Promise<void> {
  await countMail(ctx, facts.id, isConfirmed ? [] : [email], guests ?? []);
}

/** Keeps the time of a booking while it is paid for. The seats of a group are not held: whoever pays first has them. */
export async function holdBooking(
  ctx: Ctx,
  { page, place, holdToken }: Prepared,
  booking: Booking,
  { isConfirmed, token, minutes }: { isConfirmed: boolean; token: string; minutes: number },
): Promise<void> {
  if (holdToken) await releaseHold(ctx, holdToken);
  const { email } = booking;
  await demandInviteeLimit(ctx, place.facts, page.details.inviteeLimit, { email, start: place.start });
  if (place.facts.type !== 'GROUP') await holdPlace(ctx, place, token, minutes);
  await countBookingMail(ctx, page, booking, isConfirmed);
}

interface BookingPlace extends Place {
  readonly details: PageDetails;
}

interface Joined {
  readonly eventId: string;
  readonly meeting: Meeting;
}

/** Puts the invitee into an event: a new one, or on a group page the one that others have begun. */
async function join(ctx: Ctx, place: BookingPlace, booking: Booking, invitee: NewInvitee): Promise<Joined> {
  const { facts, start, durationMinutes } = place;
  const time = hostTime(facts, newEventId(), start, durationMinutes);
  const joined = await joinGroup(ctx, place, time, booking, invitee);
  if (joined) return joined;
  const { hosts, calendarsReadAt } = checkCalendars(ctx, time, place);
  const hostIds = await takeHosts(ctx, { ...time, calendarsReadAt }, { ...place, hosts });
  if (hostIds) return begin(ctx, time, place, booking, hostIds, invitee);
  // Somebody took the time in this moment; on a group page it may have been for the event we want to be in.
  const begun = await joinGroup(ctx, place, time, booking, invitee);
  if (begun) return begun;
  throw gone();
}

async function joinGroup(
  ctx: Ctx,
  { facts, hosts, allHosts }: BookingPlace,
  time: HostTime,
  booking: Booking,
  invitee: NewInvitee,
): Promise<Joined | undefined> {
  if (facts.type !== 'GROUP') return undefined;
  const required = (allHosts ? hosts : facts.hosts.slice(0, 1)).map(({ id }) => id);
  const eventId = await findGroupEvent(ctx, time, required);
  return eventId === undefined ? undefined : takeSeats(ctx, eventId, facts, time, booking, invitee);
}

/** Undefined when the event has been moved or cancelled before it could be locked: then its time may be free again. */
async function takeSeats(
  ctx: Ctx,
  eventId: string,
  { maxActiveInvitees }: PageFacts,
  time: HostTime,
  { name, email, seats = 1 }: Booking,
  invitee: NewInvitee,
): Promise<Joined | undefined> {
  const event = await lockEvent(ctx, eventId);
  if (event?.status !== 'confirmed' || event.starts_at !== time.starts_at || event.ends_at !== time.ends_at) {
    return undefined;
  }
  const maxSeats = Math.max(event.max_seats, maxActiveInvitees);
  if (event.seats_taken + seats > maxSeats) throw gone();
  const changed = await updateEvent(ctx, eventId, {
    seats_taken: event.seats_taken + seats,
    max_seats: maxSeats,
    search: `${event.search}\n${fold(`${name} ${email}`)}`,
  });
  await insertInvitee(ctx, { ...invitee, event_id: eventId });
  return { eventId, meeting: meetingOf(changed, await hostIdsOf(ctx, eventId)) };
}

async function begin(
  ctx: Ctx,
  time: HostTime,
  { facts, details, durationMinutes, hosts }: BookingPlace,
  booking: Booking,
  hostIds: string[],
  invitee: NewInvitee,
): Promise<Joined> {
  const hostNames = facts.hosts.filter(({ id }) => hostIds.includes(id)).map(({ name }) => name);
  const location = eventLocation(booking, details.locations);
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
    search: fold([facts.title, `${booking.name} ${booking.email}`, ...hostNames].join('\n')),
  };
  await insertEvent(ctx, event, { ...invitee, event_id: event.id });
  await requestConference(ctx, event.id, hostIds, conference.kind);
  const freeIds = hosts.map(({ id }) => id);
  if (facts.type === 'ROUND_ROBIN') {
    for (const hostId of hostIds) {
      await addTurn(ctx, facts.id, { hostId, minutes: durationMinutes }, freeIds);
    }
  }
  return { eventId: event.id, meeting: meetingOf(event, hostIds) };
}
