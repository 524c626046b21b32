import type { Target } from '../availability/public.ts';
import type { Ctx } from '../platform/context.ts';
import { prepareBooking, type Prepared } from './book.ts';
import { checkCode, needsCode, sendCode, type Confirmation, type Proof } from './confirm-address.ts';
import { findFullEvent, joinWaitlist } from './join-waitlist.ts';
import type { Booking } from './validate-booking.ts';
import type { WaitlistRow } from './waitlist.store.ts';

/** A visitor whose booking is right and whose time is free, as far as is known. */
/** What a visitor sends. */
export type VisitorBooking = Booking & Proof & { readonly waitlist?: boolean | undefined };

export interface Admitted {
  readonly prepared: Prepared;
  /** They have proved that the address is theirs. */
  readonly isConfirmed: boolean;
}

/**
 * Admits a visitor to a booking; or puts them on the waitlist of an event that is full; or, where their address has to be confirmed, mails
 * a code to it, with which they book again.
 */
export async function admitVisitor(
  ctx: Ctx,
  target: Target,
  { waitlist, ...booking }: VisitorBooking,
  holdToken?: string,
): Promise<Admitted | { readonly confirmation: Confirmation } | { readonly waiting: WaitlistRow }> {
  const full = waitlist ? await findFullEvent(ctx, target, booking) : undefined;
  const prepared = full ?? (await prepareBooking(ctx, target, booking, holdToken));
  const isConfirmed = await checkCode(ctx, prepared.page, booking);
  if (!isConfirmed && (await needsCode(ctx, prepared.page, booking.email))) {
    return { confirmation: await sendCode(ctx, prepared.page, booking) };
  }
  if ('place' in prepared) return { prepared, isConfirmed };
  return { waiting: await joinWaitlist(ctx, prepared, booking, isConfirmed) };
}
