import type { Target } from '../availability/public.ts';
import type { Ctx } from '../platform/context.ts';
import { prepareBooking, takeBooking, type Booked } from './book.ts';
import { checkCode, needsCode, sendCode, type Confirmation, type Proof } from './confirm-address.ts';
import { requestBooking } from './request.ts';
import type { RequestRow } from './requests.store.ts';
import type { Booking } from './validate-booking.ts';

/**
 * Books for a visitor; or, where their address has to be confirmed, mails a code to it, with which they book again; or, where a
 * host decides, requests it.
 */
export async function bookAsVisitor(
  ctx: Ctx,
  target: Target,
  booking: Booking & Proof,
  holdToken?: string,
): Promise<Booked | { readonly confirmation: Confirmation } | { readonly request: RequestRow }> {
  const prepared = await prepareBooking(ctx, target, booking, holdToken);
  const isConfirmed = await checkCode(ctx, prepared.page, booking);
  if (!isConfirmed && (await needsCode(ctx, prepared.page, booking.email))) {
    return { confirmation: await sendCode(ctx, prepared.page, booking) };
  }
  if (prepared.page.details.requiresConfirmation) {
    return { request: await requestBooking(ctx, prepared, booking, isConfirmed) };
  }
  return takeBooking(ctx, prepared, booking, isConfirmed);
}
