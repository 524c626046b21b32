import { formatMoney } from '@daybook/booking/locale';
import type { CheckoutModel } from '@daybook/booking/checkout-model';
import { renderCheckout } from '@daybook/booking/render';
import { CLOCK_TEXTS, floorToMinute, MINUTES_PER_DAY, modulo, parseDate } from '@daybook/engine/dates';
import { toWallTime } from '@daybook/engine/zones';
import {
  checkoutPurpose,
  endPayment,
  findPayment,
  PaymentError,
  startPayment,
  type PaymentRow,
} from '../payments/public.ts';
import { createVisitorActor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { notFound } from '../platform/problems.ts';
import { openSignedReference, type Reference } from '../platform/sealed-reference.ts';
import { buildImagePath, buildSchedulingUrl } from '../platform/urls.ts';
import { getZone } from '../platform/zones.ts';
import { findCheckoutPage } from './checkout.store.ts';
import { loadBooking } from './find.ts';
import { resolveReader } from './reader.ts';
import { buildConfirmationPath } from './view.ts';

/** Where a visitor pays, and comes back to. What happened to the money is not known from their coming back. */
export async function showCheckout(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  return show(runtime, visit, referenceOf(runtime, visit), false);
}

/** Leads to the provider's page, or gives the time up. */
export async function handleCheckoutForm(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const reference = referenceOf(runtime, visit);
  try {
    if (visit.form?.get('do') === 'give-up') await endPayment(runtime, reference);
    else {
      const url = await startPayment(runtime, reference);
      if (url !== undefined) return { redirect: url };
    }
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    runtime.log.warn({ payment: reference.id, reason: error.message }, 'a visitor could not pay');
    return show(runtime, visit, reference, true);
  }
  return { redirect: visit.path };
}

function referenceOf({ secrets }: Runtime, { params: { token = '' } }: Visit): Reference {
  const reference = openSignedReference(secrets, checkoutPurpose, token);
  if (!reference) throw notFound('Booking');
  return reference;
}

function show(
  runtime: Runtime,
  visit: Visit,
  { workspaceId, id }: Reference,
  hasFailed: boolean,
): Promise<PageResponse> {
  return readInWorkspace(runtime, createVisitorActor(workspaceId, visit.ip), async (ctx) => {
    const payment = await findPayment(ctx, id);
    const page = payment && (await findCheckoutPage(ctx, payment.event_type_id));
    if (!payment || !page) throw notFound('Booking');
    if (payment.invitee_id !== null)
      return { redirect: buildConfirmationPath(ctx, await loadBooking(ctx, payment.invitee_id)) };
    const { site, cookies } = resolveReader(runtime, visit, {
      language: payment.booking?.language ?? 'en',
      hidesBrand: page.hidesBrand,
    });
    const { pathname } = new URL(
      buildSchedulingUrl(ctx, { slug: page.ownerSlug, isTeam: page.isTeam }, page.slug),
    );
    const html = renderCheckout({
      site,
      state: stateOf(ctx, payment, visit),
      hasFailed,
      title: page.title,
      color: page.color,
      organization: { name: page.organization, logo: buildImagePath(page.logo) },
      when: whenOf(payment),
      until: untilOf(payment),
      price: formatMoney(site.locale, payment.amount, payment.currency),
      policy: payment.refund_policy,
      bookAgain: pathname,
    });
    const frameAncestors = page.embedOrigins;
    return {
      nonce: visit.nonce,
      html,
      cookies,
      isSecret: true,
      formLeavesSite: true,
      frameAncestors,
      ...(hasFailed && { status: 503 }),
    };
  });
}

/** A visitor who comes back from the provider waits for its webhook while their time slot is held. If they have not paid, they can pay again. */
function stateOf(
  ctx: Ctx,
  { state, expires_at: until, session_url: sessionUrl }: PaymentRow,
  { query }: Visit,
): CheckoutModel['state'] {
  if (state === 'paid') return 'refunded';
  if (state === 'expired' || Date.parse(until) <= ctx.now.getTime()) return 'expired';
  return query['returned'] === '1' && sessionUrl !== null ? 'waiting' : 'open';
}

function whenOf({ booking }: PaymentRow): CheckoutModel['when'] {
  const day = booking ? parseDate(booking.date) : undefined;
  return booking && day !== undefined ? { day, clock: booking.start, zone: booking.timeZone } : null;
}

function untilOf({ booking, expires_at: until }: PaymentRow): string {
  const wall = toWallTime(getZone(booking?.timeZone ?? 'UTC'), floorToMinute(Date.parse(until)));
  return CLOCK_TEXTS[modulo(wall, MINUTES_PER_DAY)] ?? '';
}
