import type { Ctx } from '../../platform/context.ts';
import { conflict, invalidField, notFound } from '../../platform/problems.ts';
import {
  loadOwnEvent,
  lockInviteeEvent,
  lockOwnEvent,
  type EventWithHosts,
  seriesCancelled,
  findNotices,
  isTooLate,
  isOver,
  findInvitee,
  type InviteeRow,
} from '../core/public.ts';
import { cancelInvitees, findActive, createHostCanceller, type Canceller } from './cancel.ts';
import { listOccurrences } from '../reads/public.ts';

/** A time of a series that is too soon to be cancelled. */
export interface LockedOccurrence {
  readonly startTime: string;
  readonly endTime: string;
}

/** Cancels an invitee in all events of their series that have not begun, each of which the actor hosts. */
export async function cancelSeries(ctx: Ctx, inviteeId: string, reason: string | null): Promise<void> {
  const invitee = await findInvitee(ctx, inviteeId);
  if (!invitee) throw notFound('Invitee');
  // Not locked yet: events are locked in the order of time alone, so that two who cancel the same series never wait for each other.
  await loadOwnEvent(ctx, invitee.event_id);
  await cancelOpen(ctx, invitee, createHostCanceller(ctx, reason), (eventId) => lockOwnEvent(ctx, eventId));
}

/** From the invitee's own page. What is too soon to be cancelled stays. */
export async function cancelOwnSeries(
  ctx: Ctx,
  invitee: InviteeRow,
  reason: string | null,
): Promise<LockedOccurrence[]> {
  const canceller: Canceller = { by: invitee.email, type: 'invitee', reason };
  return cancelOpen(ctx, invitee, canceller, async (eventId) => {
    const locked = await lockInviteeEvent(ctx, { event_id: eventId });
    const { cancelled } = await findNotices(ctx, locked.event.event_type_id);
    return isTooLate(locked.event.starts_at, cancelled, ctx.now) ? undefined : locked;
  });
}

async function cancelOpen(
  ctx: Ctx,
  { series_id: seriesId }: InviteeRow,
  canceller: Canceller,
  lockOpen: (eventId: string) => Promise<EventWithHosts | undefined>,
): Promise<LockedOccurrence[]> {
  if (seriesId === null) throw invalidField('wholeSeries', 'This booking isn’t part of a series.');
  const occurrences = [];
  const stillBooked: LockedOccurrence[] = [];
  for (const { event_id, invitee_id, starts_at, ends_at, is_active } of await listOccurrences(
    ctx,
    seriesId,
  )) {
    if (!is_active || isOver({ starts_at }, ctx.now)) continue;
    const locked = await lockOpen(event_id);
    if (!locked) stillBooked.push({ startTime: starts_at, endTime: ends_at });
    const invitee = locked && (await findActive(ctx, locked, invitee_id));
    if (invitee) occurrences.push(...(await cancelInvitees(ctx, locked, [invitee], canceller, seriesId)));
  }
  if (occurrences.length === 0) throw conflict('This series has no remaining events to cancel.');
  await ctx.publish(seriesCancelled, { seriesId, occurrences, stillBooked });
  return stillBooked;
}
