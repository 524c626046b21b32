import type { Range } from '@daybook/engine/ranges';
import type { SlotQuery } from '@daybook/engine/slots';
import {
  loadPage,
  slotQueryOf,
  validateOptions,
  type LoadedPage,
  type PageFacts,
  type ResourceFacts,
} from '../availability/public.ts';
import { addTurn, removeTurn } from '../event-types/public.ts';
import type { Ctx } from '../platform/context.ts';
import { conflict, invalidField, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { loadOwnEvent, lockEventOf, lockOwnEvent, type EventWithHosts } from './access.ts';
import { askAhead, checkCalendars } from './check-calendars.ts';
import { inviteeRescheduled } from './events.ts';
import { countMail } from './mail-limits.ts';
import { demandInviteeLimit, demandNotice } from './policies.ts';
import { lockLimits } from './policies.store.ts';
import { inTurn, meetingOf, startOf, whyNotMoved } from './rules.ts';
import { dropResources } from './resources.store.ts';
import { searchText } from './search.ts';
import {
  activeInvitees,
  dropHosts,
  findPageDetails,
  updateEvent,
  updateInvitees,
  type EventRow,
  type InviteeRow,
} from './store.ts';
import { resourceLines, takeResources } from './take-resources.ts';
import { futureStart, isLimited, refuseAway, takeTime } from './take-time.ts';
import {
  gone,
  hostTime,
  instantsOf,
  offeredAt,
  whenIn,
  windowAround,
  windowOf,
  validateTime,
  type When,
} from './time.ts';
import { closeWaitlist } from './waitlist.ts';

export interface Move extends When {
  readonly duration?: number | undefined;
  /** Also one that is not offered: for hosts, who have been let in. */
  readonly anyTime?: boolean | undefined;
  readonly reason?: string | null | undefined;
}

/** Moves an event that the actor hosts. */
export async function reschedule(ctx: Ctx, id: string, move: Move): Promise<void> {
  await moveEvent(ctx, await lockOwnEvent(ctx, id), move);
}

/** What moving would find wrong. Nothing is said of a time unless all that it depends on can be read. */
export async function validateMove(
  ctx: Ctx,
  move: Partial<Move>,
  { params }: { readonly params: { readonly uuid: string } },
): Promise<FieldErrors> {
  const current = await loadOwnEvent(ctx, params.uuid);
  demandMovable(current.event);
  const when = 'duration' in move && !move.anyTime ? whenIn(move) : undefined;
  const facts = await loadPage(ctx, selectionOf(current, windowOf(when, ctx.now)));
  if (!facts) throw pageGone();
  const errors = validateDuration(facts, current.event, move);
  if (!when || Object.keys(errors).length > 0) return errors;
  const times = buildMoves(ctx, facts, current, move.duration ?? current.event.duration);
  const timeErrors = await validateTime(ctx, times, when);
  if (Object.keys(timeErrors).length > 0) return timeErrors;
  return isSameTime(current.event, { ...when, duration: move.duration }) ? { start: [sameTime] } : {};
}

/** Moves an event from an invitee's own page, whose key has been shown. */
export async function rescheduleOwn(ctx: Ctx, invitee: InviteeRow, move: Move): Promise<void> {
  const current = await lockEventOf(ctx, invitee);
  const whyNot = whyNotMoved(current.event, await activeInvitees(ctx, current.event.id), invitee.id, ctx.now);
  if (whyNot) throw conflict(whyNot);
  await demandNotice(ctx, current.event, 'moved');
  const { inviteeLimit, requiresConfirmation } = await findPageDetails(ctx, current.event.event_type_id);
  if (requiresConfirmation) {
    throw conflict('Hosts confirm bookings on this page. Cancel this event and request another time.');
  }
  // The zone in which they chose the new time is theirs from now on: mail and page show it in that one.
  await updateInvitees(ctx, [invitee.id], { timezone: move.timeZone });
  const { facts, start } = await moveEvent(ctx, current, move);
  await demandInviteeLimit(ctx, facts, inviteeLimit, { email: invitee.email, start, exceptId: invitee.id });
}

export const sameTime = 'Your event is already at this time.';

function isSameTime(event: EventRow, move: Move): boolean {
  return (move.duration ?? event.duration) === event.duration && instantsOf(move).includes(startOf(event));
}

/** The old time out, the new one in, in one transaction, by the rules of a booking. */
async function moveEvent(
  ctx: Ctx,
  current: EventWithHosts,
  move: Move,
): Promise<{ readonly facts: PageFacts; readonly start: number }> {
  const { event, hostIds } = current;
  demandMovable(event);
  // Nothing would change, and everybody would get mail of it.
  if (isSameTime(event, move)) throw invalidField('start', sameTime);
  const durationMinutes = move.duration ?? event.duration;
  const { facts, start, free } = await findNewPlace(ctx, current, move, durationMinutes);
  const place = hostTime(facts, event.id, start, durationMinutes);
  const allHosts = !mayChangeHost(current);
  const { hosts, unasked, calendarsReadAt } = checkCalendars(ctx, place, { hosts: free, allHosts });
  const ids = hosts.map(({ id }) => id);
  const freeIds = [...hosts, ...unasked].map(({ id }) => id);

  await dropHosts(ctx, event.id);
  const time = { ...place, calendarsReadAt };
  const newHosts = await takeFirst(allHosts ? [ids] : ids.map((id) => [id]), (some) =>
    takeTime(ctx, time, some),
  );
  if (!newHosts) {
    askAhead(ctx, [{ time, hosts: unasked }]);
    throw gone();
  }
  await refuseAway(ctx, time, newHosts);
  const own = await dropResources(ctx, event.id);
  const resources = await takeResources(ctx, time, facts, own);
  if (event.type === 'ROUND_ROBIN') await passTurn(ctx, event, durationMinutes, hostIds, newHosts, freeIds);
  const changed = await updateEvent(ctx, event.id, {
    starts_at: time.starts_at,
    ends_at: time.ends_at,
    duration: durationMinutes,
    ...(own.length + resources.length > 0 && { location_details: relocated(event, resources) }),
    search: await searchText(ctx, event.id, event.title),
  });
  await closeWaitlist(ctx, event.id);
  const about = {
    eventId: event.id,
    meeting: meetingOf(changed, newHosts),
    from: { startsAt: event.starts_at, endsAt: event.ends_at, hostIds },
    reason: move.reason ?? null,
  };
  const invitees = await activeInvitees(ctx, event.id);
  await ctx.publishAll(
    inviteeRescheduled,
    invitees.map(({ id: inviteeId }) => ({ ...about, inviteeId })),
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
  return JSON.stringify({ ...place, ...resourceLines(resources) });
}

export function demandMovable({ status }: EventRow): void {
  if (status === 'cancelled') throw conflict('A canceled event can’t be rescheduled.');
}

/** An event may keep the duration it has, also when its page no longer offers it. */
export function validateDuration(
  facts: PageFacts,
  event: EventRow,
  { duration }: Partial<Move>,
): FieldErrors {
  return validateOptions(facts, { duration: duration === event.duration ? undefined : duration });
}

/** The new time, and those who could take the event at it, best first. */
async function findNewPlace(
  ctx: Ctx,
  current: EventWithHosts,
  move: Move,
  durationMinutes: number,
): Promise<{ facts: PageFacts; start: number; free: PageFacts['hosts'] }> {
  const { event, hostIds } = current;
  const instants = instantsOf(move);
  const selection = selectionOf(current, windowAround(instants));
  let facts = await loadPage(ctx, selection);
  if (facts && isLimited(facts)) {
    await lockLimits(ctx, facts.id);
    facts = await loadPage(ctx, selection);
  }
  if (!facts) throw pageGone();
  throwIfInvalid(validateDuration(facts, event, move));

  if (move.anyTime) {
    const stay = facts.hosts.filter(({ id }) => hostIds.includes(id));
    if (stay.length === 0) throw conflict('The host of this event was deactivated. Reassign it first.');
    return { facts, start: futureStart(ctx, move), free: stay };
  }
  const { start, hosts } = await offeredAt(ctx, buildMoves(ctx, facts, current, durationMinutes), instants);
  const free = hosts.flatMap((index) => facts.hosts[index] ?? []);
  if (!mayChangeHost(current)) return { facts, start, free };
  const stays = free.filter(({ id }) => hostIds.includes(id));
  const others = inTurn(free.filter(({ id }) => !hostIds.includes(id)));
  return { facts, start, free: [...stays, ...others] };
}

export function selectionOf({ event, hostIds }: EventWithHosts, window: Range) {
  return {
    address: { eventTypeId: event.event_type_id },
    window,
    hostIds: mayChangeHost({ event, hostIds }) ? null : hostIds,
    exceptId: event.id,
  };
}

/** One of a round robin's hosts may be replaced by another. Those whom a collective link brought together stay together. */
function mayChangeHost({ event, hostIds }: EventWithHosts): boolean {
  return event.type === 'ROUND_ROBIN' && hostIds.length === 1;
}

/** The times to which an event can move. */
function buildMoves(ctx: Ctx, facts: PageFacts, current: EventWithHosts, minutes: number): LoadedPage {
  const queryOf = (page: PageFacts) => moveQuery(page, current, minutes, ctx.now, true);
  return { facts, exceptId: current.event.id, queryOf };
}

/** A group keeps to itself when it moves: the page's other groups are in its way like any event. */
export function moveQuery(
  facts: PageFacts,
  { hostIds }: EventWithHosts,
  durationMinutes: number,
  now: Date,
  asksCalendars = false,
): SlotQuery {
  const alone: PageFacts = facts.type === 'GROUP' ? { ...facts, type: 'ONE_ON_ONE', groupEvents: [] } : facts;
  return slotQueryOf(alone, {
    durationMinutes,
    seats: 1,
    allHosts: hostIds.length > 1,
    nowMs: now.getTime(),
    asksCalendars,
  });
}

export function pageGone() {
  return conflict('The booking page of this event was deleted, so no other times are available.');
}

async function takeFirst(
  candidates: string[][],
  take: (hosts: string[]) => Promise<string[]>,
): Promise<string[] | undefined> {
  for (const hosts of candidates) {
    if ((await take(hosts)).length === hosts.length) return hosts;
    if (hosts.length > 1) break;
  }
  return undefined;
}

/** Who stays is counted anew, too, when the event is longer or shorter than before. */
async function passTurn(
  ctx: Ctx,
  event: EventRow,
  minutes: number,
  before: readonly string[],
  after: readonly string[],
  freeIds: readonly string[],
): Promise<void> {
  const isSame = event.duration === minutes;
  for (const hostId of before) {
    if (isSame && after.includes(hostId)) continue;
    await removeTurn(ctx, event.event_type_id, { hostId, minutes: event.duration });
  }
  for (const hostId of after) {
    if (isSame && before.includes(hostId)) continue;
    await addTurn(ctx, event.event_type_id, { hostId, minutes }, freeIds);
  }
}
