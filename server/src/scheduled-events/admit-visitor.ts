import type { Target } from '../availability/public.ts';
import type { Ctx } from '../platform/context.ts';
import { prepareBooking, type Prepared } from './book.ts';
import { checkCode, needsCode, sendCode, type Confirmation, type Proof } from './confirm-address.ts';
import type { Booking } from './validate-booking.ts';

/** A visitor whose booking is right and whose time is free, as far as is known. */
export interface Admitted {
  readonly prepared: Prepared;
  /** They have proved that the address is theirs. */
  readonly isConfirmed: boolean;
}

/** Admits a visitor to a booking; or, where their address has to be confirmed, mails a code to it, with which they book again. */
export async function admitVisitor(
  ctx: Ctx,
  target: Target,
  booking: Booking & Proof,
  holdToken?: string,
): Promise<Admitted | { readonly confirmation: Confirmation }> {
  const prepared = await prepareBooking(ctx, target, booking, holdToken);
  const isConfirmed = await checkCode(ctx, prepared.page, booking);
  if (!isConfirmed && (await needsCode(ctx, prepared.page, booking.email))) {
    return { confirmation: await sendCode(ctx, prepared.page, booking) };
  }
  return { prepared, isConfirmed };
}
