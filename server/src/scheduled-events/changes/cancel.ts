import { removeTurn } from '../../event-types/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/problems.ts';
import {
  lockInviteeEvent,
  lockOwnEvent,
  type EventWithHosts,
  inviteeCancelled,
  type Meeting,
  requireNotice,
  isOver,
  toMeeting,
  listActiveInvitees,
  findInvitee,
  updateEvent,
  updateInvitees,
  type InviteeRow,
} from '../core/public.ts';
import { chooseNext, bookFromWaitlist, closeWaitlist } from '../waitlist/public.ts';
import { releaseResources, releaseTime } from '../times/public.ts';

/** Who cancels: the host by token, or the invitee from their own page. */
export interface Canceller {
  readonly by: string;
  readonly type: 'host' | 'invitee';
  readonly reason: string | null;
}

export async function cancelEvent(ctx: Ctx, id: string, reason: string | null): Promise<void> {
  const locked = await lockOwnEvent(ctx, id);
  if (locked.event.status === 'cancelled') throw conflict('This event was already canceled.');
  await cancelLocked(ctx, locked, reason);
}

/** Cancels a locked event for everybody. */
export async function cancelLocked(ctx: Ctx, locked: EventWithHosts, reason: string | null): Promise<void> {
  await closeWaitlist(ctx, locked.event.id);
  const invitees = await listActiveInvitees(ctx, locked.event.id);
  await cancelInvitees(ctx, locked, invitees, createHostCanceller(ctx, reason));
}

export async function cancelOneInvitee(ctx: Ctx, id: string, reason: string | null): Promise<void> {
  const found = await findInvitee(ctx, id);
  if (!found) throw notFound('Invitee');
  const locked = await lockOwnEvent(ctx, found.event_id);
  const invitee = await findActive(ctx, locked, id);
  if (!invitee) throw conflict('This booking was already canceled.');
  await cancelInvitees(ctx, locked, [invitee], createHostCanceller(ctx, reason));
}

/** From the invitee's own page, whose key has been shown. */
export async function cancelOwnBooking(
  ctx: Ctx,
  { id, event_id, email }: InviteeRow,
  reason: string | null,
): Promise<void> {
  const locked = await lockInviteeEvent(ctx, { event_id });
  const invitee = await findActive(ctx, locked, id);
  if (!invitee) throw conflict('This event was already canceled.');
  if (isOver(locked.event, ctx.now)) throw conflict('This event is over.');
  await requireNotice(ctx, locked.event, 'cancelled');
  await cancelInvitees(ctx, locked, [invitee], { by: email, type: 'invitee', reason });
}

/**
 * Takes back a booking that was made a moment ago, as its invitee. The notice that a page asks for does not hold: nobody has relied on
 * the booking yet.
 */
export async function undoBooking(ctx: Ctx, eventId: string, email: string): Promise<void> {
  const locked = await lockInviteeEvent(ctx, { event_id: eventId });
  const booked = (await listActiveInvitees(ctx, eventId)).filter((invitee) => invitee.email === email);
  if (booked.length === 0) return;
  await cancelInvitees(ctx, locked, booked.slice(-1), { by: email, type: 'invitee', reason: null });
}

/** Read again once the event is locked: the transaction that had the lock before may have canceled this very invitee. */
export async function findActive(
  ctx: Ctx,
  { event }: EventWithHosts,
  id: string,
): Promise<InviteeRow | undefined> {
  return (await listActiveInvitees(ctx, event.id)).find((candidate) => candidate.id === id);
}

export function createHostCanceller(ctx: Ctx, reason: string | null): Canceller {
  return { by: ctx.actor.email, type: 'host', reason };
}

interface CancelledBooking {
  readonly eventId: string;
  readonly inviteeId: string;
  readonly meeting: Meeting;
}

/** Cancels some invitees of a locked event; the waitlist gets their seats, and the event goes with the last of them. */
export async function cancelInvitees(
  ctx: Ctx,
  { event, hostIds }: EventWithHosts,
  invitees: readonly InviteeRow[],
  canceller: Canceller,
  /** That is cancelled as a whole. */
  seriesId?: string,
): Promise<CancelledBooking[]> {
  const ids = invitees.map(({ id }) => id);
  if (ids.length > 0) {
    await updateInvitees(ctx, ids, {
      cancelled_at: ctx.now.toISOString(),
      cancelled_by: canceller.by,
      canceller_type: canceller.type,
      cancellation_reason: canceller.reason,
    });
  }
  const seatsLeft = event.seats_taken - invitees.reduce((sum, { seats }) => sum + seats, 0);
  const next = await chooseNext(ctx, { ...event, seats_taken: seatsLeft });
  const isLast = next.length === 0 && (await listActiveInvitees(ctx, event.id)).length === 0;
  const changed = await updateEvent(ctx, event.id, {
    seats_taken: isLast ? 0 : seatsLeft,
    ...(isLast && { status: 'cancelled' }),
  });
  if (isLast) {
    await releaseTime(ctx, event.id);
    await releaseResources(ctx, event.id);
    if (event.type === 'ROUND_ROBIN')
      for (const hostId of hostIds)
        await removeTurn(ctx, event.event_type_id, { hostId, minutes: event.duration });
  }
  const meeting = toMeeting(changed, hostIds);
  const cancelled = ids.map((inviteeId) => ({ eventId: event.id, inviteeId, meeting }));
  await ctx.publishAll(
    inviteeCancelled,
    cancelled.map((each) => (seriesId === undefined ? each : { ...each, seriesId })),
  );
  if (isLast) await closeWaitlist(ctx, event.id);
  else await bookFromWaitlist(ctx, changed, hostIds, next);
  return cancelled;
}
