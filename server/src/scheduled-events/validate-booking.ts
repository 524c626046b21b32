import type { newBooking } from '@daybook/contract/scheduled-events';
import type { Question } from '@daybook/engine/slots';
import type { z } from 'zod';
import {
  isTogether,
  loadBookable,
  questionOf,
  targetOfLink,
  whyNotWished,
  type PageFacts,
  type Target,
} from '../availability/public.ts';
import type { Ctx } from '../platform/context.ts';
import type { FieldErrors } from '../platform/problems.ts';
import { whyNotOnPage } from './rules.ts';
import { findPageDetails, type PageDetails } from './store.ts';
import { whenIn, windowOf, validateTime, type When } from './time.ts';

type Address = Pick<z.output<typeof newBooking>, 'ownerSlug' | 'eventTypeSlug' | 'sharedLink'>;

/** Once its page is found, a booking need not name it. */
export type Booking = Omit<z.output<typeof newBooking>, keyof Address> & Partial<Address>;

/** A page that is to be booked, and the way that led to it. */
interface Page {
  readonly facts: PageFacts;
  readonly details: PageDetails;
  readonly target: Target;
}

/** What booking would find wrong with the fields that could be read. Without a page it can't tell. */
export async function validateBooking(ctx: Ctx, booking: Partial<Booking>): Promise<FieldErrors> {
  const { ownerSlug, eventTypeSlug, sharedLink } = booking;
  if (ownerSlug === undefined || eventTypeSlug === undefined || !('sharedLink' in booking)) return {};
  const target = await targetOf(ctx, { ownerSlug, eventTypeSlug, sharedLink });
  return validateBookingOn(ctx, target, booking);
}

/** The same on a page that was found already. The time is validated only if all that it depends on could be read. */
export async function validateBookingOn(
  ctx: Ctx,
  target: Target,
  booking: Partial<Booking>,
): Promise<FieldErrors> {
  const when = 'duration' in booking && 'seats' in booking ? whenIn(booking) : undefined;
  const facts = await loadBookable(ctx, target, { window: windowOf(when, ctx.now) });
  const elsewhere = validateLink(facts, target, booking);
  if (Object.keys(elsewhere).length > 0) return elsewhere;
  const page = { facts, target, details: await findPageDetails(ctx, facts.id) };
  return { ...whyNotOn(page, booking), ...whyNotThen(ctx, page, booking, when) };
}

export async function targetOf(ctx: Ctx, { sharedLink, ownerSlug, eventTypeSlug }: Address): Promise<Target> {
  if (sharedLink === undefined) return { address: { ownerSlug, eventTypeSlug } };
  return targetOfLink(ctx, sharedLink);
}

/** A booking that names both a link and a page must name the link's own page. */
export function validateLink(
  facts: PageFacts,
  { link }: Target,
  { ownerSlug = facts.ownerSlug, eventTypeSlug = facts.slug }: Partial<Address>,
): FieldErrors {
  const isOfPage = facts.ownerSlug === ownerSlug && facts.slug === eventTypeSlug;
  return link && !isOfPage ? { sharedLink: ['Is not a link of this page.'] } : {};
}

/** What the page does not accept. Of a booking that is right otherwise, the time is asked for when it is taken. */
export function whyNotBooked(ctx: Ctx, page: Page, booking: Booking): FieldErrors {
  const errors = whyNotOn(page, booking);
  return Object.keys(errors).length === 0
    ? errors
    : { ...errors, ...whyNotThen(ctx, page, booking, booking) };
}

function whyNotOn({ facts, details }: Page, booking: Partial<Booking>): FieldErrors {
  return { ...whyNotWished(facts, booking), ...whyNotOnPage(booking, details) };
}

/** For a duration or seats that the page does not have, it has no times either. */
function whyNotThen(
  ctx: Ctx,
  { facts, target }: Page,
  booking: Partial<Booking>,
  when: When | undefined,
): FieldErrors {
  if (!when || Object.keys(whyNotWished(facts, booking)).length > 0) return {};
  return validateTime(questionAsked(ctx, facts, target, booking), when);
}

export function questionAsked(
  ctx: Ctx,
  facts: PageFacts,
  target: Target,
  { duration = facts.duration, seats = 1 }: Partial<Booking>,
): Question {
  const nowMs = ctx.now.getTime();
  return questionOf(facts, { durationMinutes: duration, seats, together: isTogether(target), nowMs });
}
