import type { Ctx } from '../../platform/context.ts';
import { findRoom } from './resources.store.ts';
import type { EventRow } from '../core/public.ts';

/**
 * How many seats a locked event has: those with which it began, or as many as its page has by now, if the resources that it took are for so
 * many people. Fewer evict nobody.
 */
export async function countSeats(
  ctx: Ctx,
  { id, max_seats: began }: Pick<EventRow, 'id' | 'max_seats'>,
  { maxActiveInvitees: ofPage }: { readonly maxActiveInvitees: number },
): Promise<number> {
  if (ofPage <= began) return began;
  return Math.max(began, Math.min(ofPage, (await findRoom(ctx, id)) ?? ofPage));
}
