import type { Target } from '../../availability/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { Problem } from '../../platform/problems.ts';
import {
  prepareBooking,
  bookPrepared,
  type PreparedBooking,
  checkCode,
  isCodeNeeded,
  sendCode,
  type Confirmation,
  type Proof,
  type BookingIds,
  tryOrUndo,
  type Booking,
} from '../bookings/public.ts';
import { findFullEvent, joinWaitlist, type FullEvent } from './join-waitlist.ts';
import type { WaitlistRow } from './store.ts';

/** What a visitor sends. */
export type VisitorBooking = Booking & Proof & { readonly waitlist?: boolean | undefined };

/** A visitor whose booking is right and whose time is free, as far as is known. */
export interface AdmittedVisitor {
  readonly prepared: PreparedBooking;
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
): Promise<AdmittedVisitor | { readonly confirmation: Confirmation } | { readonly waiting: WaitlistRow }> {
  const full = waitlist ? await findFullEvent(ctx, target, booking) : undefined;
  const prepare = () => prepareBooking(ctx, target, booking, holdToken);
  const prepared = full ?? (await (waitlist ? catchFull(ctx, target, booking, prepare) : prepare()));
  const isConfirmed = await checkCode(ctx, prepared.page, booking);
  if (!isConfirmed && (await isCodeNeeded(ctx, prepared.page, booking.email))) {
    return { confirmation: await sendCode(ctx, prepared.page, booking) };
  }
  if ('place' in prepared) return { prepared, isConfirmed };
  return { waiting: await joinWaitlist(ctx, prepared, booking, isConfirmed) };
}

/** Books whom it admitted; or lets them wait, where somebody else took the last seats in this moment. */
export async function bookOrJoinWaitlist(
  ctx: Ctx,
  target: Target,
  { prepared, isConfirmed }: AdmittedVisitor,
  { waitlist, ...booking }: VisitorBooking,
): Promise<BookingIds | { readonly waiting: WaitlistRow }> {
  const take = () => bookPrepared(ctx, prepared, booking, { isConfirmed });
  const taken = await (waitlist ? catchFull(ctx, target, booking, take) : take());
  if ('inviteeId' in taken) return taken;
  return { waiting: await joinWaitlist(ctx, taken, booking, isConfirmed) };
}

/** What was tried; or, where its time is gone by now, the full event that has it. */
async function catchFull<T>(
  ctx: Ctx,
  target: Target,
  booking: Booking,
  work: () => Promise<T>,
): Promise<T | FullEvent> {
  const result = await tryOrUndo(ctx, work);
  if (!(result instanceof Problem)) return result;
  const full = result.status === 409 ? await findFullEvent(ctx, target, booking) : undefined;
  if (!full) throw result;
  return full;
}
