import type { newBooking } from '@daybook/contract/scheduled-events';
import type { z } from 'zod';
import { loadBookablePage, type Target } from '../availability/public.ts';
import { useLink } from '../event-types/public.ts';
import { hashSecret } from '../platform/auth/token.ts';
import type { Ctx } from '../platform/context.ts';
import { newEventId, newLinkToken } from '../platform/ids.ts';
import { conflict, throwIfInvalid } from '../platform/problems.ts';
import { fold } from '../platform/text.ts';
import { inviteeScheduled } from './events.ts';
import { findOwnHold, releaseHold } from './hold.ts';
import type { HoldRow } from './holds.store.ts';
import { eventLocation } from './location.rules.ts';
import { paymentFor } from './payment.ts';
import { answersOf } from './rules.ts';
import {
  countTurn,
  findGroupEvent,
  findPageDetails,
  insertEvent,
  insertInvitee,
  lockEvent,
  updateEvent,
  type HostTime,
  type PageDetails,
} from './store.ts';
import { choosePlace, takeHosts, type Place } from './take-time.ts';
import { gone, hostTime, instantsOf, windowAround } from './time.ts';
import { targetOf, validateLink, whyNotBooked } from './validate-booking.ts';

type Booking = z.output<typeof newBooking>;

/**
 * Books a time, in the transaction of the request. What availability offers is asked by the same function; the hosts'
 * time is then taken by the database, which alone decides between two who come at once.
 */
export async function book(
  ctx: Ctx,
  booking: Booking,
  holdToken?: string,
): Promise<{ eventId: string; inviteeId: string }> {
  const target = await targetOf(ctx, booking);
  const hold = await findOwnHold(ctx, holdToken);
  const place = await findPlace(ctx, target, booking, hold);
  // Until this transaction ends, whoever wants the held time waits for it.
  if (hold && holdToken) await releaseHold(ctx, holdToken);
  const eventId = await join(ctx, place, booking);
  const inviteeId = await addInvitee(ctx, eventId, booking, place.details, target);
  if (target.link?.kind === 'single_use' && !(await useLink(ctx, target.link.id))) {
    throw conflict('This link has been used.');
  }
  await ctx.publish(inviteeScheduled, { eventId, inviteeId, moved: null });
  return { eventId, inviteeId };
}

interface BookingPlace extends Place {
  readonly details: PageDetails;
}

async function findPlace(
  ctx: Ctx,
  target: Target,
  booking: Booking,
  hold: HoldRow | undefined,
): Promise<BookingPlace> {
  const window = windowAround(instantsOf(booking));
  const facts = await loadBookablePage(ctx, target, { window, exceptId: hold?.id });
  throwIfInvalid(validateLink(facts, target, booking));
  const details = await findPageDetails(ctx, facts.id);
  throwIfInvalid(whyNotBooked(ctx, { facts, details, target }, booking));
  return { details, ...(await choosePlace(ctx, target, facts, booking, hold)) };
}

/** The event to be in: a new one, or on a group page the one that others have begun. */
async function join(ctx: Ctx, place: BookingPlace, booking: Booking): Promise<string> {
  const { facts, start, durationMinutes } = place;
  const time = hostTime(facts, newEventId(), start, durationMinutes);
  const seats = booking.seats ?? 1;
  if (facts.type === 'GROUP') {
    const begun = await findGroupEvent(ctx, facts.id, time);
    if (begun) return takeSeats(ctx, begun, seats, booking);
  }
  const taken = await takeHosts(ctx, time, place);
  if (taken) return begin(ctx, time, place, booking, taken);
  // Somebody took the time in this moment; on a group page it may have been for the event we want to be in.
  const begun = facts.type === 'GROUP' ? await findGroupEvent(ctx, facts.id, time) : undefined;
  if (begun) return takeSeats(ctx, begun, seats, booking);
  throw gone();
}

async function takeSeats(
  ctx: Ctx,
  eventId: string,
  seats: number,
  { name, email }: Booking,
): Promise<string> {
  const event = await lockEvent(ctx, eventId);
  if (event?.status !== 'confirmed' || event.seats_taken + seats > event.max_seats) throw gone();
  const search = `${event.search}\n${fold(`${name} ${email}`)}`;
  await updateEvent(ctx, eventId, { seats_taken: event.seats_taken + seats, search });
  return eventId;
}

async function begin(
  ctx: Ctx,
  time: HostTime,
  place: BookingPlace,
  booking: Booking,
  hostIds: string[],
): Promise<string> {
  const { facts, details, durationMinutes } = place;
  const hostNames = facts.hosts.filter(({ id }) => hostIds.includes(id)).map(({ name }) => name);
  await insertEvent(ctx, {
    id: time.event_id,
    event_type_id: facts.id,
    team_id: facts.ownerTeamId,
    title: facts.title,
    type: facts.type,
    starts_at: time.starts_at,
    ends_at: time.ends_at,
    duration: durationMinutes,
    ...eventLocation(booking, details.locations),
    max_seats: facts.type === 'GROUP' ? facts.maxActiveInvitees : 1,
    seats_taken: facts.type === 'GROUP' ? (booking.seats ?? 1) : 1,
    search: fold([facts.title, `${booking.name} ${booking.email}`, ...hostNames].join('\n')),
  });
  if (facts.type === 'ROUND_ROBIN') for (const id of hostIds) await countTurn(ctx, facts.id, id, 1);
  return time.event_id;
}

async function addInvitee(
  ctx: Ctx,
  eventId: string,
  booking: Booking,
  details: PageDetails,
  { link }: Target,
): Promise<string> {
  const id = newEventId();
  const key = newLinkToken();
  const answers = answersOf(booking, details.questions);
  const payment = paymentFor(link?.price ?? details.price, details.currency);
  await insertInvitee(ctx, {
    id,
    event_id: eventId,
    salutation: booking.salutation ?? null,
    full_name: booking.name,
    email: booking.email,
    phone: booking.phone ?? null,
    timezone: booking.timeZone,
    language: booking.language ?? 'en',
    guests: booking.guests && booking.guests.length > 0 ? booking.guests : null,
    seats: booking.seats ?? 1,
    answers: answers.length > 0 ? JSON.stringify(answers) : null,
    utm: JSON.stringify(booking.utm ?? {}),
    custom_query_params: JSON.stringify(asText(booking.customQueryParams ?? {})),
    payment: payment && JSON.stringify(payment),
    link_id: link?.id ?? null,
    key_hash: hashSecret(key),
    key_sealed: ctx.secrets.seal(key),
  });
  return id;
}

function asText(params: Record<string, string | number | boolean>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)]));
}
