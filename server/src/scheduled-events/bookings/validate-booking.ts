import type { newBooking } from '@daybook/contract/scheduled-events';
import type { z } from 'zod';
import {
  loadBookablePage,
  loadLinkTarget,
  validateOptions,
  type PageFacts,
  type Target,
} from '../../availability/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { throwIfInvalid, type FieldErrors } from '../../platform/problems.ts';
import { validateAddresses, listPageErrors } from './rules.ts';
import { findPageDetails, type PageDetails } from './page-details.store.ts';
import { validateTime, parseWhen, computeWindow, type LocalTime, buildTimes } from '../times/public.ts';

export type Booking = z.output<typeof newBooking>;

/** What names the page. */
type Address = Pick<Booking, 'ownerSlug' | 'eventTypeSlug' | 'sharedLink'>;

/** A page that is to be booked, and the way that led to it. */
export interface Page {
  readonly target: Target;
  readonly facts: PageFacts;
  readonly details: PageDetails;
}

/** What booking would refuse, of a body that breaks the contract: about the fields that could be parsed. */
export async function validateBooking(ctx: Ctx, fields: Partial<Booking>): Promise<FieldErrors> {
  if (!('sharedLink' in fields)) return {};
  const errors = validateAddress(fields);
  if (Object.keys(errors).length > 0) return errors;
  return validateBookingOn(ctx, await resolveTarget(ctx, fields), fields);
}

/** A link names its page by itself. */
function validateAddress({ sharedLink, ownerSlug, eventTypeSlug }: Address): FieldErrors {
  const missing = ['This field is required.'];
  return {
    ...(sharedLink === undefined && ownerSlug === undefined && { ownerSlug: missing }),
    ...(sharedLink === undefined && eventTypeSlug === undefined && { eventTypeSlug: missing }),
  };
}

/** The same on a page that was found already. The time is validated only if all that it depends on could be parsed. */
export async function validateBookingOn(
  ctx: Ctx,
  target: Target,
  fields: Partial<Booking>,
): Promise<FieldErrors> {
  const isTimed = 'duration' in fields && 'seats' in fields && !fields.anyTime;
  const when = isTimed ? parseWhen(fields) : undefined;
  const errors = await listErrors(ctx, await openPage(ctx, target, when), fields, when);
  // Without its id, which could not be parsed, nothing is known of the location.
  if (!('locationId' in fields)) delete errors['location'];
  return errors;
}

export async function resolveTarget(ctx: Ctx, address: Address): Promise<Target> {
  throwIfInvalid(validateAddress(address));
  const { sharedLink, ownerSlug = '', eventTypeSlug = '' } = address;
  return sharedLink === undefined
    ? { address: { ownerSlug, eventTypeSlug } }
    : loadLinkTarget(ctx, sharedLink);
}

export async function openPage(
  ctx: Ctx,
  target: Target,
  when: LocalTime | undefined,
  exceptId?: string,
): Promise<Page> {
  const facts = await loadBookablePage(ctx, target, { window: computeWindow(when, ctx.now), exceptId });
  return { target, facts, details: await findPageDetails(ctx, facts.id) };
}

/** Everything that the page does not accept, by field. That somebody else has the time is not an error of a field. */
export async function listErrors(
  ctx: Ctx,
  page: Page,
  fields: Partial<Booking>,
  when: LocalTime | undefined,
): Promise<FieldErrors> {
  const { target, facts, details } = page;
  // A booking that names both a link and a page must name the link's own page.
  const { ownerSlug = facts.ownerSlug, eventTypeSlug = facts.slug } = fields;
  const isOfPage = facts.ownerSlug === ownerSlug && facts.slug === eventTypeSlug;
  if (target.link && !isOfPage) return { sharedLink: ['Must be a link to this page.'] };
  return {
    ...listPageErrors(fields, details),
    ...(fields.recurrence &&
      hasSingleTimes(target) && {
        recurrence: ['This link offers specific times. Book one of them, without a series.'],
      }),
    ...(await timeErrorsOn(ctx, page, fields, when)),
  };
}

/** Of a booking that was paid for: what the page asked for when it was is not asked again, only whether there is a time for it. */
export async function listPaidErrors(
  ctx: Ctx,
  page: Page,
  fields: Partial<Booking>,
  when: LocalTime | undefined,
): Promise<FieldErrors> {
  return {
    ...validateAddresses(fields, page.details.blockedAddresses),
    ...(when && (await timeErrorsOn(ctx, page, fields, when))),
  };
}

async function timeErrorsOn(
  ctx: Ctx,
  page: Page,
  fields: Partial<Booking>,
  when: LocalTime | undefined,
): Promise<FieldErrors> {
  const { facts } = page;
  const length = { ...validateOptions(facts, fields), ...validateSeats(facts, fields.seats) };
  // With a duration or seats that the page does not have, it has no times either.
  if (!when || Object.keys(length).length > 0) return length;
  return validateTime(ctx, buildTimes(ctx, page, fields), when);
}

/** A link with certain times offers one of them, not several: it takes no series, whatever the page allows. */
export function hasSingleTimes({ link }: Target): boolean {
  return Boolean(link?.onlyStarts);
}

/** More seats than any event of the page has, or had when it was begun. */
function validateSeats({ type, maxActiveInvitees, groupEvents }: PageFacts, seats = 1): FieldErrors {
  const most = Math.max(maxActiveInvitees, ...groupEvents.map(({ seatsLeft }) => seatsLeft));
  return type === 'GROUP' && seats > most ? { seats: [`This page has ${most} seats.`] } : {};
}
