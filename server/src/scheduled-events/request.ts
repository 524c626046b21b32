import type { newBooking } from '@daybook/contract/scheduled-events';
import { minuteToMs } from '@daybook/engine/dates';
import type { z } from 'zod';
import { hashSecret } from '../platform/auth/token.ts';
import { wireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { newEventId, newLinkToken } from '../platform/ids.ts';
import { conflict, failed } from '../platform/problems.ts';
import { countBookingMail, countLinkUse, placeOf, prepareBooking, type Prepared } from './book.ts';
import { checkCalendars } from './check-calendars.ts';
import { requestCreated } from './events.ts';
import { releaseHold } from './hold.ts';
import { insertHold, lockHolds } from './holds.store.ts';
import { priceOf } from './new-invitee.ts';
import { demandInviteeLimit } from './policies.ts';
import { expireRequest } from './requests.jobs.ts';
import {
  countOpenRequests,
  countRequestsOfVisitor,
  findRequests,
  insertRequest,
  type RequestRow,
} from './requests.store.ts';
import { takePlace } from './take-time.ts';
import { gone, hostTime } from './time.ts';
import { takeAnswers } from './take-answers.ts';
import { targetOf, type Booking } from './validate-booking.ts';

/** A request keeps its time for hours, so that one address can't have many. */
const maxOpen = 3;
/** Nor one network, whatever addresses it names and whichever pages: an office has some, an attacker all times of a week. */
const maxOpenOfVisitor = 10;

/** With a token, for somebody. */
export async function createRequest(ctx: Ctx, booking: z.output<typeof newBooking>): Promise<RequestRow> {
  const prepared = await prepareBooking(ctx, await targetOf(ctx, booking), booking);
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
  prepared: Prepared,
  booking: Booking,
  isConfirmed = false,
): Promise<RequestRow> {
  const { page, holdToken } = prepared;
  const place = placeOf(prepared);
  const { facts, details, target } = page;
  if (holdToken) await releaseHold(ctx, holdToken);
  await lockHolds(ctx, facts.id);
  if ((await countOpenRequests(ctx, facts.id, booking.email)) >= maxOpen)
    throw tooManyOpen(details.confirmWithin);
  const visitorHash = hashSecret(ctx.actor.id);
  if (ctx.actor.kind === 'visitor' && (await countRequestsOfVisitor(ctx, visitorHash)) >= maxOpenOfVisitor)
    throw tooManyOpen(details.confirmWithin);
  const { email } = booking;
  await demandInviteeLimit(ctx, place.facts, details.inviteeLimit, { email, start: place.start });

  const id = newEventId();
  const expiresAt = expiryOf(ctx, details.confirmWithin, place.start);
  await insertHold(ctx, {
    id,
    event_type_id: facts.id,
    // Nobody has its token: only an answer to the request ends it.
    token_hash: hashSecret(newLinkToken()),
    visitor_hash: visitorHash,
    expires_at: wireTime(expiresAt),
  });
  const time = { ...hostTime(place.facts, id, place.start, place.durationMinutes), hold_id: id };
  const { hosts } = checkCalendars(ctx, time, place);
  const taken = await takePlace(ctx, time, { ...place, hosts });
  if (!taken) throw gone();
  await insertRequest(ctx, {
    id,
    event_type_id: facts.id,
    starts_at: time.starts_at,
    ends_at: time.ends_at,
    host_ids: taken.hostIds,
    booking: JSON.stringify(booking),
    answers: JSON.stringify(await takeAnswers(ctx, page, booking)),
    email,
    email_confirmed: isConfirmed,
    link_id: target.link?.id ?? null,
    price: priceOf(details, target.link),
    expires_at: wireTime(expiresAt),
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
