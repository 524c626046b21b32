import type { Ctx } from '../platform/context.ts';
import type { FieldErrors } from '../platform/problems.ts';
import { book, holdTime, validateBooking } from '../scheduled-events/public.ts';
import { loadBooking, loadPublicPage, targetOf, type Way } from './find.ts';
import { publicBookingView } from './view.ts';

/** A booking without its page, which is named by the way the visitor came. */
export type VisitorBooking = Omit<Parameters<typeof book>[1], 'ownerSlug' | 'eventTypeSlug' | 'sharedLink'>;

export async function bookOn(ctx: Ctx, way: Way, booking: VisitorBooking, holdToken?: string) {
  const { inviteeId } = await book(ctx, { ...booking, ...(await pageOn(ctx, way)) }, holdToken);
  return publicBookingView(ctx, await loadBooking(ctx, inviteeId));
}

type VisitorTime = Omit<Parameters<typeof holdTime>[1], 'ownerSlug' | 'eventTypeSlug' | 'sharedLink'>;

export async function holdOn(ctx: Ctx, way: Way, time: VisitorTime, token: string): Promise<{ id: string }> {
  return holdTime(ctx, { ...time, ...(await pageOn(ctx, way)) }, token);
}

/** What booking would find wrong. */
export async function validateOn(ctx: Ctx, way: Way, booking: Partial<VisitorBooking>): Promise<FieldErrors> {
  return validateBooking(ctx, { ...booking, ...(await pageOn(ctx, way)) });
}

async function pageOn(ctx: Ctx, way: Way) {
  const { ownerSlug, slug } = await loadPublicPage(ctx, await targetOf(ctx, way));
  return { ownerSlug, eventTypeSlug: slug, sharedLink: 'token' in way ? way.token : undefined };
}
