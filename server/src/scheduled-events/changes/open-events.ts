import type { leftBookings } from '@daybook/contract/members';
import type { z } from 'zod';
import { findMember, type DepartureOptions } from '../../members/public.ts';
import { requireAdmin } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { insufficientScope, invalidField, notFound } from '../../platform/problems.ts';
import { lockOwnEvent } from '../core/public.ts';
import { cancelLocked } from './cancel.ts';
import { reassignFrom } from './reassign-event.ts';
import {
  countEvents,
  findFullEvents,
  listEventIds,
  type EventFilter,
  serializeEvent,
  type EventView,
} from '../reads/public.ts';

/** More than this would keep the transaction, and those who wait for its events, too long. */
const maxAtOnce = 200;
const maxListed = 100;
const maxEver = 10_000;

/** Confirmed events that have not begun. */
function openEventsOf(ctx: Ctx, memberId: string): EventFilter {
  return { hostIds: [memberId], status: 'confirmed', minStartTime: ctx.now.toISOString() };
}

export async function listOpenEvents(
  ctx: Ctx,
  memberId: string,
  page: { limit: number; offset: number },
): Promise<{ items: EventView[]; total: number }> {
  if (memberId !== ctx.actor.memberId) requireAdmin(ctx.actor);
  if (!(await findMember(ctx, memberId))) throw notFound('User');
  const filter = openEventsOf(ctx, memberId);
  const events = await findFullEvents(ctx, await listEventIds(ctx, filter, { sort: 'asc', ...page }));
  return { items: events.map((event) => serializeEvent(ctx, event)), total: await countEvents(ctx, filter) };
}

export function countOpenEvents(ctx: Ctx, memberId: string): Promise<number> {
  return countEvents(ctx, openEventsOf(ctx, memberId));
}

/** The first of them, and more than any host has. */
export function listOpenEventIds(ctx: Ctx, memberId: string): Promise<string[]> {
  return listEventIds(ctx, openEventsOf(ctx, memberId), { sort: 'asc', limit: maxEver, offset: 0 });
}

/** Hands over or cancels what a host who leaves has open. Undefined when there is nothing to tell. */
export async function reassignOpenEvents(
  ctx: Ctx,
  memberId: string,
  leave: DepartureOptions,
): Promise<z.output<typeof leftBookings> | undefined> {
  if (leave.bookings !== 'keep') requireLeave(ctx);
  const filter = openEventsOf(ctx, memberId);
  const total = await countEvents(ctx, filter);
  if (total === 0) return undefined;
  if (leave.bookings === 'keep') {
    const ids = await listEventIds(ctx, filter, { sort: 'asc', limit: maxListed, offset: 0 });
    return leftView(ctx, { open: total }, new Map(ids.map((id) => [id, null])));
  }
  if (total > maxAtOnce) throw invalidField('bookings', tooMany(total));

  const ids = await listEventIds(ctx, filter, { sort: 'asc', limit: maxAtOnce, offset: 0 });
  const open = new Map<string, string>();
  let gone = 0;
  for (const id of ids) {
    const reason = await leaveOpenEvent(ctx, id, memberId, leave);
    if (reason === undefined) gone += 1;
    else open.set(id, reason);
  }
  const counts = leave.bookings === 'cancel' ? { cancelled: gone } : { handedOver: gone };
  return leftView(ctx, { ...counts, open: open.size }, open);
}

function requireLeave(ctx: Ctx): void {
  const scopes = ['admin:full', 'events:write'] as const;
  if (!scopes.some((scope) => ctx.actor.scopes.has(scope))) throw insufficientScope(scopes);
}

function tooMany(total: number): string {
  return `You can reassign or cancel at most ${maxAtOnce} bookings at once, and this user has ${total}. Reassign or cancel some first.`;
}

/** Why the event stays as it is; undefined when it is taken care of. */
export async function leaveOpenEvent(
  ctx: Ctx,
  id: string,
  memberId: string,
  { bookings, handoverTo, cancellationReason }: DepartureOptions,
): Promise<string | undefined> {
  const locked = await lockOwnEvent(ctx, id);
  // The transaction that had the lock before may have canceled or reassigned it.
  if (locked.event.status === 'cancelled' || !locked.hostIds.includes(memberId)) return undefined;
  if (bookings === 'handover') return reassignFrom(ctx, locked, memberId, handoverTo);
  await cancelLocked(ctx, locked, cancellationReason ?? null);
  return undefined;
}

async function leftView(
  ctx: Ctx,
  counts: { readonly open: number; readonly cancelled?: number; readonly handedOver?: number },
  reasons: ReadonlyMap<string, string | null>,
): Promise<z.output<typeof leftBookings>> {
  const events = await findFullEvents(ctx, [...reasons.keys()].slice(0, maxListed));
  return {
    handedOver: 0,
    cancelled: 0,
    ...counts,
    collection: events.map(({ id, starts_at: startTime }) => ({
      uuid: id,
      startTime,
      reason: reasons.get(id) ?? null,
    })),
  };
}
