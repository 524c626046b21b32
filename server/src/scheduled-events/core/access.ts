import { timingSafeEqual } from 'node:crypto';
import { isAdmin } from '../../platform/auth/actor.ts';
import { hashSecret } from '../../platform/auth/token.ts';
import type { Ctx } from '../../platform/context.ts';
import { forbidden, notFound } from '../../platform/problems.ts';
import { findEvent, findInvitee, listHostIds, lockEvent, type EventRow, type InviteeRow } from './store.ts';

/** An event with its hosts, locked until the transaction ends where a function says so. */
export interface EventWithHosts {
  readonly event: EventRow;
  readonly hostIds: string[];
}

/** An event that the actor may change, because they host it or are an admin. */
export async function lockOwnEvent(ctx: Ctx, id: string): Promise<EventWithHosts> {
  const locked = await lockEventWithHosts(ctx, id);
  requireHost(ctx, locked.hostIds);
  return locked;
}

/** The same without a lock, for reading. */
export async function loadOwnEvent(ctx: Ctx, id: string): Promise<EventWithHosts> {
  const event = await findEvent(ctx, id);
  if (!event) throw notFound('Event');
  const hostIds = await listHostIds(ctx, id);
  requireHost(ctx, hostIds);
  return { event, hostIds };
}

/** The event of an invitee who has shown the key of their own page: that is the permission. */
export async function lockInviteeEvent(
  ctx: Ctx,
  { event_id: id }: Pick<InviteeRow, 'event_id'>,
): Promise<EventWithHosts> {
  return lockEventWithHosts(ctx, id);
}

/** For callers who decide about the permission themselves. */
export async function lockEventWithHosts(ctx: Ctx, id: string): Promise<EventWithHosts> {
  const event = await lockEvent(ctx, id);
  if (!event) throw notFound('Event');
  return { event, hostIds: await listHostIds(ctx, id) };
}

/** With a wrong key there is no booking: whether it exists is nobody's business. */
export async function loadInviteeByKey(ctx: Ctx, id: string, key: string): Promise<InviteeRow> {
  const invitee = await findInvitee(ctx, id);
  if (!invitee || !timingSafeEqual(invitee.key_hash, hashSecret(key))) throw notFound('Booking');
  return invitee;
}

export function requireHost(ctx: Ctx, hostIds: readonly string[]): void {
  if (isAdmin(ctx.actor) || hostIds.includes(ctx.actor.memberId)) return;
  throw forbidden('Only the event’s hosts, owners and admins can do this.');
}
