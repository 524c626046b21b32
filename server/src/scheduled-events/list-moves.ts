import type { availability } from '@daybook/contract/availability';
import type { z } from 'zod';
import { listTimes, loadPage, type AvailabilityQuery, type LoadQuery } from '../availability/public.ts';
import { findMember } from '../members/public.ts';
import type { Ctx } from '../platform/context.ts';
import { conflict, notFound, throwIfInvalid } from '../platform/problems.ts';
import { loadOwnEvent, type EventWithHosts } from './access.ts';
import { demandMovable, moveQuery, pageGone, selectionOf, validateDuration } from './reschedule.ts';
import { demandNotice } from './policies.ts';
import { startOf, whyNotMoved } from './rules.ts';
import { activeInvitees, findEvent, hostIdsOf, type InviteeRow } from './store.ts';

type Availability = z.output<typeof availability>;

/** The times to which an event can move, found by the same query as the move itself: for those who host it. */
export async function listMoves(ctx: Ctx, id: string, query: AvailabilityQuery): Promise<Availability> {
  const current = await loadOwnEvent(ctx, id);
  demandMovable(current.event);
  const timeZone = query.timeZone ?? (await findMember(ctx, ctx.actor.memberId))?.timezone ?? 'UTC';
  return listTimes(ctx, { ...query, timeZone }, loaderOf(ctx, current, query.duration));
}

/** The same for an invitee, whose key has been shown. */
export async function listOwnMoves(
  ctx: Ctx,
  invitee: InviteeRow,
  query: AvailabilityQuery,
): Promise<Availability> {
  const load = await moveLoader(ctx, invitee, query.duration);
  return listTimes(ctx, { ...query, timeZone: query.timeZone ?? invitee.timezone }, load);
}

export async function moveLoader(ctx: Ctx, invitee: InviteeRow, duration?: number): Promise<LoadQuery> {
  const event = await findEvent(ctx, invitee.event_id);
  if (!event) throw notFound('Event');
  const whyNot = whyNotMoved(event, await activeInvitees(ctx, event.id), invitee.id, ctx.now);
  if (whyNot) throw conflict(whyNot);
  await demandNotice(ctx, event, 'moved');
  return loaderOf(ctx, { event, hostIds: await hostIdsOf(ctx, event.id) }, duration);
}

/** Its own time is free for it, and its own start is no move. */
function loaderOf(ctx: Ctx, current: EventWithHosts, duration: number | undefined): LoadQuery {
  const { event } = current;
  return async (window) => {
    const facts = await loadPage(ctx, selectionOf(current, window));
    if (!facts) throw pageGone();
    throwIfInvalid(validateDuration(facts, event, { duration }));
    const { page, ...slotQuery } = moveQuery(facts, current, duration ?? event.duration, ctx.now);
    const exceptStart = page.durationMinutes === event.duration ? startOf(event) : undefined;
    return { facts, slotQuery: { ...slotQuery, page: { ...page, exceptStart } } };
  };
}
