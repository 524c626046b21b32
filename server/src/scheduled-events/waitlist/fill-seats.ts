import type { Ctx } from '../../platform/context.ts';
import {
  lockInviteeEvent,
  inviteeScheduled,
  findNotices,
  isTooLate,
  isOver,
  toMeeting,
  type EventRow,
} from '../core/public.ts';
import { addInvitee, buildInvitee, isBlocked, findPageDetails } from '../bookings/public.ts';
import { waitlistLeft } from './events.ts';
import { countSeats } from '../times/public.ts';
import { closeEntries, isBookable, listAwaitedEvents, listWaiting, type WaitlistRow } from './store.ts';

/**
 * Who gets the free seats of a locked event: first come, first served. An invitee who wants more seats than are left, or is blocked now, is
 * passed over. Nobody gets one once it is too late to cancel again, while the page is not active, or after a host of the event has left.
 */
export async function chooseNext(ctx: Ctx, event: EventRow): Promise<WaitlistRow[]> {
  if (event.type !== 'GROUP' || isOver(event, ctx.now)) return [];
  const waiting = await listWaiting(ctx, event.id);
  if (waiting.length === 0) return [];
  const notices = await findNotices(ctx, event.event_type_id);
  if (isTooLate(event.starts_at, notices.cancelled, ctx.now) || !(await isBookable(ctx, event.id))) return [];
  const details = await findPageDetails(ctx, event.event_type_id);
  let left = (await countSeats(ctx, event, details)) - event.seats_taken;
  return waiting.filter(({ seats, email }) => {
    if (seats > left || isBlocked(email, details.blockedAddresses)) return false;
    left -= seats;
    return true;
  });
}

/** Books those who were chosen. */
export async function bookFromWaitlist(
  ctx: Ctx,
  event: EventRow,
  hostIds: readonly string[],
  next: readonly WaitlistRow[],
): Promise<void> {
  if (next.length === 0) return;
  const details = await findPageDetails(ctx, event.event_type_id);
  const seats = await countSeats(ctx, event, details);
  let current = event;
  for (const { id, booking, answers, link_id, price, email_confirmed } of next) {
    const link = link_id === null ? undefined : { id: link_id, price };
    const entry = { answers, link, agreedPrice: price, isConfirmed: email_confirmed };
    // With the id of the entry, so that a webhook's receiver learns of both in this order.
    const invitee = { ...buildInvitee(ctx, details, booking, entry), id };
    current = await addInvitee(ctx, current, booking, invitee, seats);
    await closeEntries(ctx, [id], { status: 'booked', invitee_id: invitee.id });
    const meeting = toMeeting(current, hostIds);
    await ctx.publish(inviteeScheduled, { eventId: event.id, inviteeId: invitee.id, meeting });
    await ctx.publish(waitlistLeft, { entryId: id, eventId: event.id });
  }
}

/** A page has more seats than before, or a room of some of its events has. In that transaction, before anybody else can book them. */
export async function fillSeats(
  ctx: Ctx,
  added: { readonly eventTypeId: string } | { readonly resourceId: string },
): Promise<void> {
  for (const eventId of await listAwaitedEvents(ctx, added)) {
    const { event, hostIds } = await lockInviteeEvent(ctx, { event_id: eventId });
    if (event.status === 'confirmed')
      await bookFromWaitlist(ctx, event, hostIds, await chooseNext(ctx, event));
  }
}
