import type { Ctx } from '../platform/context.ts';
import { conflict, notFound } from '../platform/problems.ts';
import { lockOwnEvent } from './access.ts';
import { inviteeCancelled } from './events.ts';
import {
  activeInvitees,
  countTurn,
  findInvitee,
  freeTime,
  updateEvent,
  updateInvitees,
  type EventRow,
  type InviteeRow,
} from './store.ts';

/** Who cancels: the host by token, or the invitee from their own page. */
export interface Canceller {
  readonly by: string;
  readonly type: 'host' | 'invitee';
  readonly reason: string | null;
}

export async function cancelEvent(ctx: Ctx, id: string, reason: string | null): Promise<void> {
  const { event, hostIds } = await lockOwnEvent(ctx, id);
  if (event.status === 'cancelled') throw conflict('This event is cancelled already.');
  await cancelInvitees(ctx, event, hostIds, await activeInvitees(ctx, id), hostCanceller(ctx, reason));
}

export async function cancelOneInvitee(ctx: Ctx, id: string, reason: string | null): Promise<void> {
  const found = await findInvitee(ctx, id);
  if (!found) throw notFound('Invitee');
  const { event, hostIds } = await lockOwnEvent(ctx, found.event_id);
  // Read again: whoever held the event before us may have cancelled this very invitee.
  const invitee = (await activeInvitees(ctx, event.id)).find((candidate) => candidate.id === id);
  if (!invitee) throw conflict('This invitee is cancelled already.');
  await cancelInvitees(ctx, event, hostIds, [invitee], hostCanceller(ctx, reason));
}

function hostCanceller(ctx: Ctx, reason: string | null): Canceller {
  return { by: ctx.actor.email, type: 'host', reason };
}

/** Cancels some invitees of an event that is held; the event goes with the last of them. */
async function cancelInvitees(
  ctx: Ctx,
  event: EventRow,
  hostIds: readonly string[],
  invitees: readonly InviteeRow[],
  canceller: Canceller,
): Promise<void> {
  const ids = invitees.map(({ id }) => id);
  if (ids.length > 0) {
    await updateInvitees(ctx, ids, {
      cancelled_at: ctx.now.toISOString(),
      cancelled_by: canceller.by,
      canceller_type: canceller.type,
      cancellation_reason: canceller.reason,
    });
  }
  const isLast = (await activeInvitees(ctx, event.id)).length === 0;
  const seats = invitees.reduce((sum, { seats: taken }) => sum + taken, 0);
  await updateEvent(ctx, event.id, {
    seats_taken: isLast ? 0 : event.seats_taken - seats,
    ...(isLast && { status: 'cancelled' }),
  });
  if (isLast) {
    await freeTime(ctx, event.id);
    if (event.type === 'ROUND_ROBIN')
      for (const id of hostIds) await countTurn(ctx, event.event_type_id, id, -1);
  }
  for (const inviteeId of ids) await ctx.tell(inviteeCancelled, { eventId: event.id, inviteeId });
}
