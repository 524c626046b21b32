import type { newBooking } from '@daybook/contract/scheduled-events';
import type { SlotQuery } from '@daybook/engine/slots';
import type { z } from 'zod';
import {
  requiresAllHosts,
  loadBookablePage,
  slotQueryOf,
  targetOfLink,
  validateOptions,
  type PageFacts,
  type Target,
} from '../availability/public.ts';
import type { Ctx } from '../platform/context.ts';
import type { FieldErrors } from '../platform/problems.ts';
import { whyNotOnPage } from './rules.ts';
import { findPageDetails, type PageDetails } from './store.ts';
import { whenIn, windowOf, validateTime, type When } from './time.ts';

type Booking = z.output<typeof newBooking>;
type Address = Pick<Booking, 'ownerSlug' | 'eventTypeSlug' | 'sharedLink'>;

/** A page that is to be booked, and the way that led to it. */
interface Page {
  readonly facts: PageFacts;
  readonly details: PageDetails;
  readonly target: Target;
}

/** What booking would find wrong. Nothing is said of a time unless all that it depends on can be read. */
export async function validateBooking(ctx: Ctx, booking: Partial<Booking>): Promise<FieldErrors> {
  const { ownerSlug, eventTypeSlug, sharedLink } = booking;
  if (ownerSlug === undefined || eventTypeSlug === undefined || !('sharedLink' in booking)) return {};
  const address = { ownerSlug, eventTypeSlug, sharedLink };
  const target = await targetOf(ctx, address);
  const when = 'duration' in booking && 'seats' in booking ? whenIn(booking) : undefined;
  const facts = await loadBookablePage(ctx, target, { window: windowOf(when, ctx.now) });
  const elsewhere = validateLink(facts, target, address);
  if (Object.keys(elsewhere).length > 0) return elsewhere;
  const page = { facts, target, details: await findPageDetails(ctx, facts.id) };
  const errors = whyNotOn(page, booking);
  // Of a location whose id can't be read, nothing is known.
  if (!('locationId' in booking)) delete errors['location'];
  return { ...errors, ...whyNotThen(ctx, page, booking, when) };
}

export async function targetOf(ctx: Ctx, { sharedLink, ownerSlug, eventTypeSlug }: Address): Promise<Target> {
  if (sharedLink === undefined) return { address: { ownerSlug, eventTypeSlug } };
  return targetOfLink(ctx, sharedLink);
}

export function validateLink(facts: PageFacts, { link }: Target, address: Address): FieldErrors {
  const isOfPage = facts.ownerSlug === address.ownerSlug && facts.slug === address.eventTypeSlug;
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
  return { ...validateOptions(facts, booking), ...whyNotOnPage(booking, details) };
}

/** For a duration or seats that the page does not have, it has no times either. */
function whyNotThen(
  ctx: Ctx,
  { facts, target }: Page,
  booking: Partial<Booking>,
  when: When | undefined,
): FieldErrors {
  if (!when || Object.keys(validateOptions(facts, booking)).length > 0) return {};
  return validateTime(slotQueryFor(ctx, facts, target, booking), when);
}

export function slotQueryFor(
  ctx: Ctx,
  facts: PageFacts,
  target: Target,
  { duration = facts.duration, seats = 1 }: Partial<Booking>,
): SlotQuery {
  const nowMs = ctx.now.getTime();
  return slotQueryOf(facts, { durationMinutes: duration, seats, allHosts: requiresAllHosts(target), nowMs });
}
