import { floorToMinute } from '@daybook/engine/dates';
import type { Target } from '../../availability/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { generateEventId } from '../../platform/ids.ts';
import { conflict, invalidField, throwIfInvalid } from '../../platform/problems.ts';
import {
  countBookingMail,
  countLinkUse,
  getPrice,
  listErrors,
  openPage,
  type Booking,
  type Page,
  resolveAnswers,
} from '../bookings/public.ts';
import { waitlistJoined } from './events.ts';
import { requireInviteeLimit, isOver, lockEvent } from '../core/public.ts';
import { countSeats, listInstants } from '../times/public.ts';
import { countWaiting, findWaiting, insertEntry, lockSeats, type WaitlistRow } from './store.ts';

/** More would wait in vain. */
const maxWaiting = 100;

/** A group event that has fewer seats left than somebody wants. */
export interface FullEvent {
  readonly page: Page;
  readonly eventId: string;
  readonly start: number;
}

/** The full event that a visitor wants to be in; undefined when there are seats, or no event, at that time. */
export async function findFullEvent(
  ctx: Ctx,
  target: Target,
  booking: Booking,
): Promise<FullEvent | undefined> {
  const page = await openPage(ctx, target, booking);
  const { facts, details } = page;
  if (!details.waitlist || facts.type !== 'GROUP') {
    throw invalidField('waitlist', 'This page has no waitlist.');
  }
  if (booking.recurrence) throw invalidField('waitlist', 'A series has no waitlist.');
  throwIfInvalid(await listErrors(ctx, page, booking, booking));
  const instants = listInstants(booking);
  const { duration = facts.duration, seats = 1 } = booking;
  const full = facts.groupEvents.find(
    ({ start, end, seatsLeft, isOpen }) =>
      isOpen && instants.includes(start) && end - start === duration && seatsLeft < seats,
  );
  return full && { page, eventId: full.id, start: full.start };
}

/** Puts a visitor on the waitlist. The event is locked, so that nobody frees a seat without seeing them. */
export async function joinWaitlist(
  ctx: Ctx,
  { page, eventId, start }: FullEvent,
  booking: Booking,
  isConfirmed: boolean,
): Promise<WaitlistRow> {
  const { facts, details, target } = page;
  const { email, seats = 1 } = booking;
  // Joining again keeps the place, and tells no more than the first time.
  const before = await findWaiting(ctx, eventId, email);
  if (before) return before;
  await requireInviteeLimit(ctx, facts, details.inviteeLimit, { email, start });
  const offered = await lockSeats(ctx, facts.id, eventId);
  const event = await lockEvent(ctx, eventId);
  const isThere = event?.status === 'confirmed' && floorToMinute(Date.parse(event.starts_at)) === start;
  if (!isThere || isOver(event, ctx.now))
    throw conflict('This event was rescheduled or canceled, or has already started.');
  const capacity = await countSeats(ctx, event, offered);
  if (seats > capacity) throw invalidField('seats', `This event has ${capacity} seats.`);
  if (event.seats_taken + seats <= capacity) throw conflict('Seats are available now. Book one instead.');
  // The same twice at once.
  const meanwhile = await findWaiting(ctx, eventId, email);
  if (meanwhile) return meanwhile;
  if ((await countWaiting(ctx, eventId)) >= maxWaiting) throw conflict('The waitlist for this time is full.');
  const entry = await insertEntry(ctx, {
    id: generateEventId(),
    event_id: eventId,
    booking: JSON.stringify(booking),
    answers: JSON.stringify(await resolveAnswers(ctx, page, booking)),
    email,
    email_confirmed: isConfirmed,
    seats,
    link_id: target.link?.id ?? null,
    price: getPrice(details, target.link),
  });
  await countLinkUse(ctx, page);
  await ctx.publish(waitlistJoined, { entryId: entry.id, eventId });
  await countBookingMail(ctx, page, booking, isConfirmed);
  return entry;
}
