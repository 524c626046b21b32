import type { newBooking } from '@daybook/contract/scheduled-events';
import { minuteToMs } from '@daybook/engine/dates';
import type { z } from 'zod';
import { hashSecret } from '../../platform/auth/token.ts';
import { formatWireTime } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { generateEventId, generateLinkToken } from '../../platform/ids.ts';
import { conflict, failed } from '../../platform/problems.ts';
import {
  countBookingMail,
  countLinkUse,
  getPlace,
  prepareBooking,
  type PreparedBooking,
  getPrice,
  resolveAnswers,
  resolveTarget,
  type Booking,
} from '../bookings/public.ts';
import {
  requireCalendarAnswers,
  releaseHold,
  insertHold,
  lockHolds,
  reservePlace,
  slotTaken,
  buildHostTime,
} from '../times/public.ts';
import { requestCreated } from './events.ts';
import { requireInviteeLimit } from '../core/public.ts';
import { expireRequest } from './jobs.ts';
import {
  countOpenRequests,
  countRequestsOfVisitor,
  findRequests,
  insertRequest,
  type RequestRow,
} from './store.ts';

/** A request keeps its time for hours, so that one address can't have many. */
const maxOpen = 3;
/** Nor one network, whatever addresses it names and whichever pages: an office has some, an attacker all times of a week. */
const maxOpenOfVisitor = 10;

/** With a token, for somebody. */
export async function createRequest(ctx: Ctx, booking: z.output<typeof newBooking>): Promise<RequestRow> {
  const prepared = await prepareBooking(ctx, await resolveTarget(ctx, booking), booking);
  if (!prepared.page.details.requiresConfirmation) {
    throw conflict('This page doesn’t take requests. Book it with POST /event.');
  }
  return requestBooking(ctx, prepared, booking);
}

/**
 * Keeps a time until a host has decided. It is offered and taken as by a booking, and bound by the same constraint; nothing follows
 * from it before it is one.
 */
export async function requestBooking(
  ctx: Ctx,
  prepared: PreparedBooking,
  booking: Booking,
  isConfirmed = false,
): Promise<RequestRow> {
  const { page, holdToken } = prepared;
  const place = getPlace(prepared);
  const { facts, details, target } = page;
  if (holdToken) await releaseHold(ctx, holdToken);
  await lockHolds(ctx, facts.id);
  if ((await countOpenRequests(ctx, facts.id, booking.email)) >= maxOpen)
    throw tooManyOpen(details.confirmWithin);
  const visitorHash = hashSecret(ctx.actor.id);
  if (ctx.actor.kind === 'visitor' && (await countRequestsOfVisitor(ctx, visitorHash)) >= maxOpenOfVisitor)
    throw tooManyOpen(details.confirmWithin);
  const { email } = booking;
  await requireInviteeLimit(ctx, place.facts, details.inviteeLimit, { email, start: place.start });

  const id = generateEventId();
  const expiresAt = expiryOf(ctx, details.confirmWithin, place.start);
  await insertHold(ctx, {
    id,
    event_type_id: facts.id,
    // Nobody has its token: only an answer to the request ends it.
    token_hash: hashSecret(generateLinkToken()),
    visitor_hash: visitorHash,
    expires_at: formatWireTime(expiresAt),
  });
  const time = { ...buildHostTime(place.facts, id, place.start, place.durationMinutes), hold_id: id };
  const { hosts } = requireCalendarAnswers(ctx, time, place);
  const taken = await reservePlace(ctx, time, { ...place, hosts });
  if (!taken) throw slotTaken();
  await insertRequest(ctx, {
    id,
    event_type_id: facts.id,
    starts_at: time.starts_at,
    ends_at: time.ends_at,
    host_ids: taken.hostIds,
    booking: JSON.stringify(booking),
    answers: JSON.stringify(await resolveAnswers(ctx, page, booking)),
    email,
    email_confirmed: isConfirmed,
    link_id: target.link?.id ?? null,
    price: getPrice(details, target.link),
    expires_at: formatWireTime(expiresAt),
  });
  await countLinkUse(ctx, page);
  await countBookingMail(ctx, page, booking, isConfirmed);
  await ctx.enqueue(expireRequest, { workspaceId: ctx.workspaceId, requestId: id }, { runAt: expiresAt });
  await ctx.publish(requestCreated, { requestId: id });
  const [request] = await findRequests(ctx, [id]);
  if (!request) throw new Error('The request was written a moment ago.');
  return request;
}

/** The first of them ends within the time that hosts have for an answer, at the latest. */
const tooManyOpen = (minutes: number) =>
  failed(429, 'Too many open requests. Try again when a host has answered one of them.', {
    'retry-after': String(minutes * 60),
  });

/** After the set time, and at the latest when it would begin. */
function expiryOf({ now }: Ctx, minutes: number, start: number): Date {
  return new Date(Math.min(now.getTime() + minutes * 60_000, minuteToMs(start)));
}
