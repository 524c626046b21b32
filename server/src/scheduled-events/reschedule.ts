import { loadPage, questionOf, whyNotWished, type PageFacts } from '../availability/public.ts';
import type { Ctx } from '../platform/context.ts';
import { conflict, invalid } from '../platform/problems.ts';
import { lockOwnEvent } from './access.ts';
import { inviteeScheduled } from './events.ts';
import { inTurn } from './rules.ts';
import { searchText } from './search.ts';
import {
  activeInvitees,
  countTurn,
  dropHosts,
  lockLimits,
  takeTime,
  updateEvent,
  type EventRow,
} from './store.ts';
import { gone, hostTime, instantsOf, offeredAt, windowAround, type When } from './time.ts';

export interface Move extends When {
  readonly duration?: number | undefined;
  readonly reason?: string | null | undefined;
}

/** Moves an event: the old time out, the new one in, in one transaction, by the rules of a booking. */
export async function reschedule(ctx: Ctx, id: string, move: Move): Promise<void> {
  const { event, hostIds } = await lockOwnEvent(ctx, id);
  if (event.status === 'cancelled') throw conflict('A cancelled event can’t be moved.');
  const durationMinutes = move.duration ?? event.duration;
  const { facts, start, candidates } = await findNewPlace(ctx, event, hostIds, move, durationMinutes);

  await dropHosts(ctx, id);
  const time = hostTime(facts, id, start, durationMinutes);
  const newHosts = await takeFirst(candidates, (hosts) => takeTime(ctx, time, hosts));
  if (event.type === 'ROUND_ROBIN') await passTurn(ctx, event, hostIds, newHosts);
  await updateEvent(ctx, id, {
    starts_at: time.starts_at,
    ends_at: time.ends_at,
    duration: durationMinutes,
    search: await searchText(ctx, id, event.title),
  });
  const moved = { fromStart: event.starts_at, fromEnd: event.ends_at, reason: move.reason ?? null };
  for (const invitee of await activeInvitees(ctx, id)) {
    await ctx.tell(inviteeScheduled, { eventId: id, inviteeId: invitee.id, moved });
  }
}

/** Sets of hosts who could take the event at its new time, best first. */
async function findNewPlace(
  ctx: Ctx,
  event: EventRow,
  hostIds: readonly string[],
  move: Move,
  durationMinutes: number,
): Promise<{ facts: PageFacts; start: number; candidates: string[][] }> {
  const instants = instantsOf(move);
  const mayChangeHost = event.type === 'ROUND_ROBIN';
  const selection = {
    address: { eventTypeId: event.event_type_id },
    window: windowAround(instants),
    hostIds: mayChangeHost ? null : hostIds,
    exceptEventId: event.id,
  };
  let facts = await loadPage(ctx, selection);
  if (facts && hasLimit(facts)) {
    await lockLimits(ctx, facts.id);
    facts = await loadPage(ctx, selection);
  }
  if (!facts) throw conflict('The page of this event is gone, so it has no other times.');
  const errors = whyNotWished(facts, {
    duration: move.duration === event.duration ? undefined : move.duration,
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);

  // A group keeps to itself when it moves: the page's other groups are in its way like any event.
  const alone: PageFacts = facts.type === 'GROUP' ? { ...facts, type: 'ONE_ON_ONE', groupEvents: [] } : facts;
  const question = questionOf(alone, {
    durationMinutes,
    seats: 1,
    together: hostIds.length > 1,
    nowMs: ctx.now.getTime(),
  });
  const { start, hosts } = offeredAt(question, instants);
  const free = hosts.flatMap((index) => alone.hosts[index] ?? []);
  if (!mayChangeHost) return { facts, start, candidates: [free.map(({ id }) => id)] };
  const stays = free.filter(({ id }) => hostIds.includes(id));
  const others = inTurn(free.filter(({ id }) => !hostIds.includes(id)));
  return { facts, start, candidates: [...stays, ...others].map(({ id }) => [id]) };
}

function hasLimit(facts: PageFacts): boolean {
  return [facts, ...facts.hosts].some(
    ({ dailyLimit, weeklyLimit }) => dailyLimit !== null || weeklyLimit !== null,
  );
}

async function takeFirst(
  candidates: string[][],
  take: (hosts: string[]) => Promise<string[]>,
): Promise<string[]> {
  for (const hosts of candidates) {
    if ((await take(hosts)).length === hosts.length) return hosts;
    if (hosts.length > 1) break;
  }
  throw gone();
}

async function passTurn(
  ctx: Ctx,
  event: EventRow,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  for (const id of before) if (!after.includes(id)) await countTurn(ctx, event.event_type_id, id, -1);
  for (const id of after) if (!before.includes(id)) await countTurn(ctx, event.event_type_id, id, 1);
}
