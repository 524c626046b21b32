import type { Target } from '../availability/public.ts';
import { formatWireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { toMinor } from '../platform/money.ts';
import { failed, Problem } from '../platform/problems.ts';
import { signReference } from '../platform/sealed-reference.ts';
import { buildPayUrl } from '../platform/urls.ts';
import {
  admitVisitor,
  holdBooking,
  requestBooking,
  bookOrJoinWaitlist,
  type BookingIds,
  type Booking,
  type Confirmation,
  type PreparedBooking,
  type Proof,
  type RequestRow,
  type VisitorBooking,
  type WaitlistRow,
} from '../scheduled-events/public.ts';
import { listOwnPayments, replaceOwnPayments } from './own-payments.ts';
import { findOnlineProvider } from './providers.ts';
import { findAccount, insertPayment } from './store.ts';

/** How long a time slot is held for the payer. The page of the provider closes some minutes before. */
export const holdMinutes = 35;

/** The time is held; it is booked once it is paid for. */
export interface Checkout {
  readonly url: string;
  readonly expiresAt: string;
}

type Outcome =
  | BookingIds
  | { readonly confirmation: Confirmation }
  | { readonly payment: Checkout }
  | { readonly request: RequestRow }
  | { readonly waiting: WaitlistRow };

/** Books for a visitor; or requests it, where a host decides; or, where the price is paid online, holds the time and says where to pay. */
export async function bookOrPay(
  ctx: Ctx,
  target: Target,
  booking: VisitorBooking,
  holdToken?: string,
): Promise<Outcome> {
  const admitted = await admitAgain(ctx, target, booking, holdToken);
  if ('confirmation' in admitted || 'waiting' in admitted) return admitted;
  const { prepared, isConfirmed } = admitted;
  if (prepared.page.details.requiresConfirmation) {
    return { request: await requestBooking(ctx, prepared, booking, isConfirmed) };
  }
  const price = priceOf(prepared);
  if (!price) return bookOrJoinWaitlist(ctx, target, admitted, booking);
  return { payment: await openCheckout(ctx, prepared, booking, price, isConfirmed) };
}

/** A time that is taken because this visitor holds it already, for another payment, is theirs. */
async function admitAgain(ctx: Ctx, target: Target, booking: VisitorBooking, holdToken?: string) {
  try {
    return await admitVisitor(ctx, target, booking, holdToken);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 409) throw error;
    const { email, date, start } = booking;
    const earlier = await listOwnPayments(ctx, email);
    const same = earlier.find((row) => row.booking?.date === date && row.booking.start === start);
    if (!same) throw error;
    return admitVisitor(ctx, target, booking, same.id);
  }
}

interface Price {
  readonly provider: string;
  readonly amount: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/** What is to be paid online; undefined where that is nothing. */
function priceOf({ page: { target, details } }: PreparedBooking): Price | undefined {
  const amount = target.link?.price ?? details.price;
  const { paymentProvider: provider, currency } = details;
  if (amount === null || currency === null || !findOnlineProvider(provider)) return undefined;
  const amountMinor = toMinor(amount, currency);
  return amountMinor > 0 ? { provider, amount, amountMinor, currency } : undefined;
}

async function openCheckout(
  ctx: Ctx,
  prepared: PreparedBooking,
  { confirmation: _, code: __, ...booking }: Booking & Proof,
  { provider, amount, amountMinor, currency }: Price,
  isConfirmed: boolean,
): Promise<Checkout> {
  if (!(await findAccount(ctx, provider))) throw failed(503, notSetUp);
  const { target, facts, details } = prepared.page;
  await replaceOwnPayments(ctx, facts.id, booking.email, prepared.holdToken);
  const id = generateUuid();
  const expiresAt = formatWireTime(new Date(ctx.now.getTime() + holdMinutes * 60_000));
  await holdBooking(ctx, prepared, booking, { isConfirmed, token: id, minutes: holdMinutes });
  await insertPayment(ctx, {
    id,
    event_type_id: facts.id,
    provider,
    amount,
    amount_minor: amountMinor,
    currency,
    refund_policy: details.refundPolicy,
    // Whatever becomes the default, this is what was bought.
    booking: { ...booking, duration: booking.duration ?? facts.duration },
    link: target.link ?? null,
    email: booking.email,
    is_confirmed: isConfirmed,
    expires_at: expiresAt,
  });
  return { url: buildCheckoutUrl(ctx, id), expiresAt };
}

export const notSetUp = 'This page can’t take payments at the moment. Please contact your host.';
export const checkoutPurpose = 'checkout';

/** Only this installation can make its token, which is the permission to pay and to give up. */
export function buildCheckoutUrl(ctx: Pick<Ctx, 'pagesUrl' | 'secrets' | 'workspaceId'>, id: string): string {
  return buildPayUrl(ctx, signReference(ctx.secrets, checkoutPurpose, { workspaceId: ctx.workspaceId, id }));
}
