import type { Range } from '@daybook/engine/ranges';
import type { SlotQuery } from '@daybook/engine/slots';
import {
  loadPage,
  buildSlotQuery,
  validateOptions,
  type LoadedPage,
  type PageFacts,
  type ResourceFacts,
} from '../../availability/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { conflict, invalidField, throwIfInvalid, type FieldErrors } from '../../platform/problems.ts';
import {
  loadOwnEvent,
  lockInviteeEvent,
  lockOwnEvent,
  type EventWithHosts,
  inviteeRescheduled,
  requireInviteeLimit,
  requireNotice,
  lockLimits,
  toMeeting,
  getStart,
  listActiveInvitees,
  updateEvent,
  updateInvitees,
  type EventRow,
  type InviteeRow,
} from '../core/public.ts';
import {
  requestCalendarAnswers,
  requireCalendarAnswers,
  sortByTurn,
  dropResources,
  deleteHosts,
  formatResources,
  reserveResources,
  getFutureStart,
  isLimited,
  rejectAway,
  reserveTime,
  slotTaken,
  buildHostTime,
  listInstants,
  findOffered,
  parseWhen,
  computeWindowAround,
  computeWindow,
  validateTime,
  type LocalTime,
} from '../times/public.ts';
import { countMail, findPageDetails } from '../bookings/public.ts';
import { passTurn } from './pass-turn.ts';
import { findRescheduleProblem } from './rules.ts';
import { buildSearchText } from './search.ts';
import { closeWaitlist } from '../waitlist/public.ts';

export interface RescheduleRequest extends LocalTime {
  readonly duration?: number | undefined;
  /** Also one that is not offered: for hosts, who have been let in. */
  readonly anyTime?: boolean | undefined;
  readonly reason?: string | null | undefined;
  /** For so many seconds it can be undone. */
  readonly undoWithin?: number | undefined;
  /** With `anyTime`: who hosts it from then on, instead of those who do now. */
  readonly hostIds?: readonly string[];
}

/** Moves an event that the actor hosts. */
export async function rescheduleEvent(ctx: Ctx, id: string, move: RescheduleRequest): Promise<void> {
  await moveEvent(ctx, await lockOwnEvent(ctx, id), move);
}

/** What moving would find wrong. Nothing is said of a time unless all that it depends on can be read. */
export async function validateMove(
  ctx: Ctx,
  move: Partial<RescheduleRequest>,
  { params }: { readonly params: { readonly uuid: string } },
): Promise<FieldErrors> {
  const current = await loadOwnEvent(ctx, params.uuid);
  requireMovable(current.event);
  const when = 'duration' in move && !move.anyTime ? parseWhen(move) : undefined;
  const facts = await loadPage(ctx, getRescheduleSelection(current, computeWindow(when, ctx.now)));
  if (!facts) throw pageDeleted();
  const errors = validateDuration(facts, current.event, move);
  if (!when || Object.keys(errors).length > 0) return errors;
  const times = buildMoves(ctx, facts, current, move.duration ?? current.event.duration);
  const timeErrors = await validateTime(ctx, times, when);
  if (Object.keys(timeErrors).length > 0) return timeErrors;
  return isSameTime(current.event, { ...when, duration: move.duration }) ? { start: [sameTime] } : {};
}

/** Moves an event from an invitee's own page, whose key has been shown. */
export async function rescheduleOwn(ctx: Ctx, invitee: InviteeRow, move: RescheduleRequest): Promise<void> {
  const current = await lockInviteeEvent(ctx, invitee);
  const whyNot = findRescheduleProblem(
    current.event,
    await listActiveInvitees(ctx, current.event.id),
    invitee.id,
    ctx.now,
  );
  if (whyNot) throw conflict(whyNot);
  await requireNotice(ctx, current.event, 'moved');
  const { inviteeLimit, requiresConfirmation } = await findPageDetails(ctx, current.event.event_type_id);
  if (requiresConfirmation) {
    throw conflict('Hosts confirm bookings on this page. Cancel this event and request another time.');
  }
  // The zone in which they chose the new time is theirs from now on: mail and page show it in that one.
  await updateInvitees(ctx, [invitee.id], { timezone: move.timeZone });
  const { facts, start } = await moveEvent(ctx, current, move);
  await requireInviteeLimit(ctx, facts, inviteeLimit, { email: invitee.email, start, exceptId: invitee.id });
}

export const sameTime = 'Your event is already at this time.';

function isSameTime(event: EventRow, move: RescheduleRequest): boolean {
  return (move.duration ?? event.duration) === event.duration && listInstants(move).includes(getStart(event));
}

/** The old time out, the new one in, in one transaction, by the rules of a booking. */
export async function moveEvent(
  ctx: Ctx,
  current: EventWithHosts,
  move: RescheduleRequest,
): Promise<{ readonly facts: PageFacts; readonly start: number }> {
  const { event, hostIds } = current;
  requireMovable(event);
  // Nothing would change, and everybody would get mail of it.
  if (isSameTime(event, move)) throw invalidField('start', sameTime);
  const durationMinutes = move.duration ?? event.duration;
  const { facts, start, free } = await findNewPlace(ctx, current, move, durationMinutes);
  const place = buildHostTime(facts, event.id, start, durationMinutes);
  const allHosts = !canChangeHost(current);
  const { hosts, unasked, calendarsReadAt } = requireCalendarAnswers(ctx, place, { hosts: free, allHosts });
  const ids = hosts.map(({ id }) => id);
  const freeIds = [...hosts, ...unasked].map(({ id }) => id);

  await deleteHosts(ctx, event.id);
  const time = { ...place, calendarsReadAt };
  const newHosts = await reserveFirst(allHosts ? [ids] : ids.map((id) => [id]), (some) =>
    reserveTime(ctx, time, some),
  );
  if (!newHosts) {
    requestCalendarAnswers(ctx, [{ time, hosts: unasked }]);
    throw slotTaken();
  }
  await rejectAway(ctx, time, newHosts);
  const own = await dropResources(ctx, event.id);
  const resources = await reserveResources(ctx, time, facts, own);
  if (event.type === 'ROUND_ROBIN') await passTurn(ctx, event, durationMinutes, hostIds, newHosts, freeIds);
  const changed = await updateEvent(ctx, event.id, {
    starts_at: time.starts_at,
    ends_at: time.ends_at,
    duration: durationMinutes,
    ...(own.length + resources.length > 0 && { location_details: relocated(event, resources) }),
    search: await buildSearchText(ctx, event.id, event.title),
  });
  const isWaitlistClosed = await closeWaitlist(ctx, event.id);
  const about = {
    eventId: event.id,
    meeting: toMeeting(changed, newHosts),
    from: { startsAt: event.starts_at, endsAt: event.ends_at, hostIds },
    reason: move.reason ?? null,
  };
  const invitees = await listActiveInvitees(ctx, event.id);
  await ctx.publishAll(
    inviteeRescheduled,
    invitees.map(({ id: inviteeId }) => ({ ...about, inviteeId })),
    // Those who left the waitlist are told immediately, so it is too late to undo.
    { delaySeconds: isWaitlistClosed ? 0 : move.undoWithin },
  );
  await countMail(
    ctx,
    event.event_type_id,
    invitees.map(({ email }) => email),
    invitees.flatMap(({ guests }) => guests ?? []),
  );
  return { facts, start };
}

/** The place of an event with the resources that it has from now on. */
function relocated({ location_details }: EventRow, resources: readonly ResourceFacts[]): string {
  const { resources: _, ...place } = location_details as Record<string, unknown>;
  return JSON.stringify({ ...place, ...formatResources(resources) });
}

export function requireMovable({ status }: EventRow): void {
  if (status === 'cancelled') throw conflict('A canceled event can’t be rescheduled.');
}

/** An event may keep the duration it has, also when its page no longer offers it. */
export function validateDuration(
  facts: PageFacts,
  event: EventRow,
  { duration }: Partial<RescheduleRequest>,
): FieldErrors {
  return validateOptions(facts, { duration: duration === event.duration ? undefined : duration });
}

/** The new time, and those who could take the event at it, best first. */
async function findNewPlace(
  ctx: Ctx,
  current: EventWithHosts,
  move: RescheduleRequest,
  durationMinutes: number,
): Promise<{ facts: PageFacts; start: number; free: PageFacts['hosts'] }> {
  const { event, hostIds } = current;
  const instants = listInstants(move);
  const selection = getRescheduleSelection(current, computeWindowAround(instants));
  let facts = await loadPage(ctx, selection);
  if (facts && isLimited(facts)) {
    await lockLimits(ctx, facts.id);
    facts = await loadPage(ctx, selection);
  }
  if (!facts) throw pageDeleted();
  throwIfInvalid(validateDuration(facts, event, move));

  if (move.anyTime) {
    const wanted = move.hostIds ?? hostIds;
    const stay = facts.hosts.filter(({ id }) => wanted.includes(id));
    if (stay.length === 0) throw conflict('The host of this event was deactivated. Reassign it first.');
    return { facts, start: getFutureStart(ctx, move), free: stay };
  }
  const { start, hosts } = await findOffered(ctx, buildMoves(ctx, facts, current, durationMinutes), instants);
  const free = hosts.flatMap((index) => facts.hosts[index] ?? []);
  if (!canChangeHost(current)) return { facts, start, free };
  const stays = free.filter(({ id }) => hostIds.includes(id));
  const others = sortByTurn(free.filter(({ id }) => !hostIds.includes(id)));
  return { facts, start, free: [...stays, ...others] };
}

export function getRescheduleSelection({ event, hostIds }: EventWithHosts, window: Range) {
  return {
    address: { eventTypeId: event.event_type_id },
    window,
    hostIds: canChangeHost({ event, hostIds }) ? null : hostIds,
    exceptId: event.id,
  };
}

/** One of a round robin's hosts may be replaced by another. Those whom a collective link brought together stay together. */
function canChangeHost({ event, hostIds }: EventWithHosts): boolean {
  return event.type === 'ROUND_ROBIN' && hostIds.length === 1;
}

/** The times to which an event can move. */
function buildMoves(ctx: Ctx, facts: PageFacts, current: EventWithHosts, minutes: number): LoadedPage {
  const queryOf = (page: PageFacts) => buildRescheduleQuery(page, current, minutes, ctx.now, true);
  return { facts, exceptId: current.event.id, queryOf };
}

/** A group keeps to itself when it moves: the page's other groups are in its way like any event. */
export function buildRescheduleQuery(
  facts: PageFacts,
  { hostIds }: EventWithHosts,
  durationMinutes: number,
  now: Date,
  asksCalendars = false,
): SlotQuery {
  const alone: PageFacts = facts.type === 'GROUP' ? { ...facts, type: 'ONE_ON_ONE', groupEvents: [] } : facts;
  return buildSlotQuery(alone, {
    durationMinutes,
    seats: 1,
    allHosts: hostIds.length > 1,
    nowMs: now.getTime(),
    asksCalendars,
  });
}

export function pageDeleted() {
  return conflict('The booking page of this event was deleted, so no other times are available.');
}

async function reserveFirst(
  candidates: string[][],
  take: (hosts: string[]) => Promise<string[]>,
): Promise<string[] | undefined> {
  for (const hosts of candidates) {
    if ((await take(hosts)).length === hosts.length) return hosts;
    if (hosts.length > 1) break;
  }
  return undefined;
}
