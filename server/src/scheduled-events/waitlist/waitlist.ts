import type { waitlistEntry } from '@daybook/contract/waitlist';
import type { Page } from '@daybook/contract/envelopes';
import type { z } from 'zod';
import { returnLinkUse } from '../../event-types/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/problems.ts';
import { loadOwnEvent, lockInviteeEvent, lockOwnEvent } from '../core/public.ts';
import { waitlistLeft } from './events.ts';
import { closeEntries, countWaiting, findEntries, listWaiting, type WaitlistRow } from './store.ts';
import { serializeWaitlistEntry } from './view.ts';

/** For the hosts of an event. */
export async function listWaitlist(
  ctx: Ctx,
  eventId: string,
  page: { limit: number; offset: number },
): Promise<Page<z.output<typeof waitlistEntry>>> {
  await loadOwnEvent(ctx, eventId);
  const rows = await listWaiting(ctx, eventId, page);
  return { items: rows.map(serializeWaitlistEntry), total: await countWaiting(ctx, eventId) };
}

export async function removeFromWaitlist(ctx: Ctx, id: string): Promise<void> {
  const entry = await loadEntry(ctx, id);
  await lockOwnEvent(ctx, entry.event_id);
  await end(ctx, id, 'removed');
}

/** By the person on the waitlist. Their link is the permission. */
export async function leaveWaitlist(ctx: Ctx, id: string): Promise<void> {
  await lockInviteeEvent(ctx, await loadEntry(ctx, id));
  await end(ctx, id, 'left');
}

export async function loadEntry(ctx: Ctx, id: string): Promise<WaitlistRow> {
  const [entry] = await findEntries(ctx, [id]);
  if (!entry) throw notFound('Waitlist entry');
  return entry;
}

/** How many come before, and this one. */
export async function getPosition(ctx: Ctx, { event_id, id }: WaitlistRow): Promise<number> {
  return (await listWaiting(ctx, event_id)).findIndex((entry) => entry.id === id) + 1;
}

/** Read again now that the event is locked: they may have got a seat meanwhile. */
async function end(ctx: Ctx, id: string, status: 'left' | 'removed'): Promise<void> {
  const { event_id: eventId, link_id: linkId, ...entry } = await loadEntry(ctx, id);
  if (entry.status !== 'waiting') throw conflict('They’re no longer on the waitlist.');
  await closeEntries(ctx, [id], { status });
  // Who did not get a seat has not used their link.
  if (linkId) await returnLinkUse(ctx, linkId);
  await ctx.publish(waitlistLeft, { entryId: id, eventId });
}

/** Nobody waits for an event that is cancelled or takes place at another time. It is locked. False when nobody did. */
export async function closeWaitlist(ctx: Ctx, eventId: string): Promise<boolean> {
  const waiting = await listWaiting(ctx, eventId);
  if (waiting.length === 0) return false;
  const ids = waiting.map(({ id }) => id);
  await closeEntries(ctx, ids, { status: 'closed' });
  for (const { link_id: linkId } of waiting) if (linkId) await returnLinkUse(ctx, linkId);
  await ctx.publishAll(
    waitlistLeft,
    ids.map((entryId) => ({ entryId, eventId })),
  );
  return true;
}
