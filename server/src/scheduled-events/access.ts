import { isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { forbidden, notFound } from '../platform/problems.ts';
import { hostIdsOf, lockEvent, type EventRow } from './store.ts';

/** An event that the actor may change, held until the transaction ends, with its hosts. */
export async function lockOwnEvent(ctx: Ctx, id: string): Promise<{ event: EventRow; hostIds: string[] }> {
  const event = await lockEvent(ctx, id);
  if (!event) throw notFound('Event');
  const hostIds = await hostIdsOf(ctx, id);
  demandHost(ctx, hostIds);
  return { event, hostIds };
}

export function demandHost(ctx: Ctx, hostIds: readonly string[]): void {
  if (isAdmin(ctx.actor) || hostIds.includes(ctx.actor.memberId)) return;
  throw forbidden('Only a host of the event, an owner or an admin may do this.');
}
