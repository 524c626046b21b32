import type { Ctx } from '../../platform/context.ts';
import { updateEvent } from '../core/public.ts';

/** The conference of an event has a link, or lost it. A change like others: calendars that have the event take it. */
export async function setJoinUrl(
  ctx: Ctx,
  { eventId, joinUrl }: { readonly eventId: string; readonly joinUrl: string },
): Promise<void> {
  await updateEvent(ctx, eventId, { location_join_url: joinUrl });
}
