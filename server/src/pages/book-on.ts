import type { Ctx } from '../platform/context.ts';
import { book } from '../scheduled-events/public.ts';
import { loadBooking, loadPublicPage, targetOf, type Way } from './find.ts';
import { publicBookingView } from './view.ts';

/** A booking without its page, which is named by the way the visitor came. */
export type VisitorBooking = Omit<Parameters<typeof book>[1], 'ownerSlug' | 'eventTypeSlug' | 'sharedLink'>;

export async function bookOn(ctx: Ctx, way: Way, booking: VisitorBooking) {
  const page = await loadPublicPage(ctx, await targetOf(ctx, way));
  const { inviteeId } = await book(ctx, {
    ...booking,
    ownerSlug: page.ownerSlug,
    eventTypeSlug: page.slug,
    ...('token' in way && { sharedLink: way.token }),
  });
  return publicBookingView(ctx, await loadBooking(ctx, inviteeId));
}
