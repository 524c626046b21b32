import type { newBooking } from '@daybook/contract/scheduled-events';
import type { z } from 'zod';
import type { Target } from '../../availability/public.ts';
import { useLink } from '../../event-types/public.ts';
import { isAdmin } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { conflict, forbidden, Problem, throwIfInvalid } from '../../platform/problems.ts';
import { createBookingWithinLimit, type BookingIds } from './create-booking.ts';
import {
  findOwnHold,
  holdPlace,
  releaseHold,
  chooseAnyPlace,
  choosePlace,
  type OfferedSlot,
} from '../times/public.ts';
import { countMail } from './mail-limits.ts';
import { type Payment, requireInviteeLimit } from '../core/public.ts';
import { createSeries, catchSlotTaken } from './series.ts';
import { resolveAnswers } from './resolve-answers.ts';
import {
  listErrors,
  listPaidErrors,
  openPage,
  resolveTarget,
  type Booking,
  type Page,
} from './validate-booking.ts';

/**
 * Books a time on the page that the booking names. The transaction holds what decides: the hosts' time, the event, the invitee,
 * the use of a link; all else follows from what is published. The time is offered by the same function as in availability, and
 * then taken by the database, which alone decides between two who come at once.
 */
export async function bookTime(ctx: Ctx, booking: z.output<typeof newBooking>): Promise<BookingIds> {
  const target = await resolveTarget(ctx, booking);
  const prepared = await (booking.anyTime ? prepareAnyTime : prepareBooking)(ctx, target, booking);
  // Where a host decides about bookings, those who may decide book at once.
  if (prepared.page.details.requiresConfirmation && !canDecide(ctx, prepared.page)) {
    throw forbidden('Hosts confirm bookings on this page. Send a request with POST /booking-requests.');
  }
  return bookPrepared(ctx, prepared, booking);
}

function canDecide({ actor }: Ctx, { facts }: Page): boolean {
  return isAdmin(actor) || facts.hosts.some(({ id }) => id === actor.memberId);
}

/** A booking that is right in itself, and a time that is free as far as is known. */
export interface PreparedBooking {
  readonly page: Page;
  /** Of a series, why its first time can't be had. */
  readonly place: OfferedSlot | Problem;
  /** Of the hold that keeps its time. */
  readonly holdToken: string | undefined;
}

export async function prepareBooking(
  ctx: Ctx,
  target: Target,
  booking: Booking,
  holdToken?: string,
  { isPaid = false }: { readonly isPaid?: boolean } = {},
): Promise<PreparedBooking> {
  const hold = await findOwnHold(ctx, holdToken);
  const page = await openPage(ctx, target, booking, hold?.id);
  const validate = isPaid ? listPaidErrors : listErrors;
  throwIfInvalid(await validate(ctx, page, booking, hold ? undefined : booking));
  const choose = () => choosePlace(ctx, page, booking, hold);
  const place = await (booking.recurrence ? catchSlotTaken(choose) : choose());
  return { page, place, holdToken: hold && holdToken };
}

/** Of what is booked once. */
export function getPlace({ place }: PreparedBooking): OfferedSlot {
  if (place instanceof Problem) throw place;
  return place;
}

/** A time that a host chose, offered or not. Whether it is free is decided by the constraint alone, and by calendars. */
async function prepareAnyTime(ctx: Ctx, target: Target, booking: Booking): Promise<PreparedBooking> {
  const page = await openPage(ctx, target, booking);
  if (!canDecide(ctx, page)) throw forbidden('Only hosts of the page, owners and admins can do this.');
  throwIfInvalid(await listErrors(ctx, page, booking, undefined));
  return { page, place: chooseAnyPlace(ctx, page, booking), holdToken: undefined };
}

export async function bookPrepared(
  ctx: Ctx,
  prepared: PreparedBooking,
  booking: Booking,
  { isConfirmed = false, paid }: Terms = {},
): Promise<BookingIds> {
  const { page, place, holdToken } = prepared;
  // Until this transaction ends, others who want the held time slot wait for it.
  if (holdToken) await releaseHold(ctx, holdToken);
  const { details, target } = page;
  const answers = await resolveAnswers(ctx, page, booking, { isPaid: paid !== undefined });
  const entry = { answers, link: target.link, isConfirmed, paid };
  const { recurrence } = booking;
  const booked = recurrence
    ? await createSeries(ctx, page, place, { ...booking, recurrence }, entry)
    : await createBookingWithinLimit(ctx, { ...getPlace(prepared), details }, booking, entry);
  await countLinkUse(ctx, page);
  if (!paid) await countBookingMail(ctx, page, booking, isConfirmed);
  return booked;
}

/** On what terms a booking is taken. */
interface Terms {
  readonly isConfirmed?: boolean;
  /** The mail of a booking that is paid for was counted when its time was held. */
  readonly paid?: Payment;
}

export async function countLinkUse(ctx: Ctx, { target: { link } }: Page): Promise<void> {
  if (link?.isLimited && !(await useLink(ctx, link.id))) throw conflict('This link was already used.');
}

/** Who has just proved that an address is theirs wants its mail. */
export async function countBookingMail(
  ctx: Ctx,
  { facts }: Page,
  { email, guests }: Booking,
  isConfirmed: boolean,
): Promise<void> {
  await countMail(ctx, facts.id, isConfirmed ? [] : [email], guests ?? []);
}

/** Keeps the time of a booking while it is paid for. The seats of a group are not held: the first who pays has them. */
export async function holdBooking(
  ctx: Ctx,
  prepared: PreparedBooking,
  booking: Booking,
  { isConfirmed, token, minutes }: { isConfirmed: boolean; token: string; minutes: number },
): Promise<void> {
  const { page, holdToken } = prepared;
  const place = getPlace(prepared);
  if (holdToken) await releaseHold(ctx, holdToken);
  const { email } = booking;
  await requireInviteeLimit(ctx, place.facts, page.details.inviteeLimit, { email, start: place.start });
  if (place.facts.type !== 'GROUP') await holdPlace(ctx, place, token, minutes);
  await countBookingMail(ctx, page, booking, isConfirmed);
}
