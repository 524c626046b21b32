import type { availability } from '@daybook/contract/availability';
import type { z } from 'zod';
import { listTimes, loadPage, type AvailabilityQuery, type LoadQuery } from '../../availability/public.ts';
import { findMember } from '../../members/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { conflict, notFound, throwIfInvalid } from '../../platform/problems.ts';
import {
  loadOwnEvent,
  type EventWithHosts,
  requireNotice,
  getStart,
  listActiveInvitees,
  findEvent,
  listHostIds,
  type InviteeRow,
} from '../core/public.ts';
import {
  requireMovable,
  buildRescheduleQuery,
  pageDeleted,
  getRescheduleSelection,
  validateDuration,
} from './reschedule.ts';
import { findRescheduleProblem } from './rules.ts';

type Availability = z.output<typeof availability>;

/** The times to which an event can move, found by the same query as the move itself: for those who host it. */
export async function listRescheduleTimes(
  ctx: Ctx,
  id: string,
  query: AvailabilityQuery,
): Promise<Availability> {
  const current = await loadOwnEvent(ctx, id);
  requireMovable(current.event);
  const timeZone = query.timeZone ?? (await findMember(ctx, ctx.actor.memberId))?.timezone ?? 'UTC';
  return listTimes(ctx, { ...query, timeZone }, loaderOf(ctx, current, query.duration));
}

/** The same for an invitee, whose key has been shown. */
export async function listOwnRescheduleTimes(
  ctx: Ctx,
  invitee: InviteeRow,
  query: AvailabilityQuery,
): Promise<Availability> {
  const load = await createRescheduleLoader(ctx, invitee, query.duration);
  return listTimes(ctx, { ...query, timeZone: query.timeZone ?? invitee.timezone }, load);
}

export async function createRescheduleLoader(
  ctx: Ctx,
  invitee: InviteeRow,
  duration?: number,
): Promise<LoadQuery> {
  const event = await findEvent(ctx, invitee.event_id);
  if (!event) throw notFound('Event');
  const whyNot = findRescheduleProblem(event, await listActiveInvitees(ctx, event.id), invitee.id, ctx.now);
  if (whyNot) throw conflict(whyNot);
  await requireNotice(ctx, event, 'moved');
  return loaderOf(ctx, { event, hostIds: await listHostIds(ctx, event.id) }, duration);
}

/** Its own time is free for it, and its own start is no move. */
function loaderOf(ctx: Ctx, current: EventWithHosts, duration: number | undefined): LoadQuery {
  const { event } = current;
  return async (window) => {
    const facts = await loadPage(ctx, getRescheduleSelection(current, window));
    if (!facts) throw pageDeleted();
    throwIfInvalid(validateDuration(facts, event, { duration }));
    const { page, ...slotQuery } = buildRescheduleQuery(facts, current, duration ?? event.duration, ctx.now);
    const exceptStart = page.durationMinutes === event.duration ? getStart(event) : undefined;
    return { facts, slotQuery: { ...slotQuery, page: { ...page, exceptStart } } };
  };
}
