import type { Ctx } from '../../platform/context.ts';
import { hashSecret } from '../../platform/auth/token.ts';
import { generateEventId, generateLinkToken } from '../../platform/ids.ts';
import { insertHold, reserveTime, slotTaken } from '../times/public.ts';
import { expireRequest } from './jobs.ts';
import { insertRequest } from './store.ts';
import type { Answer, Booking } from '../bookings/public.ts';

/** A booking that waits to be confirmed, and was asked for elsewhere. */
export interface RequestElsewhere {
  readonly eventTypeId: string;
  readonly hostIds: readonly string[];
  readonly startsAt: string;
  readonly endsAt: string;
  readonly booking: Booking;
  readonly answers: readonly Answer[];
  readonly price: string | null;
}

/**
 * Writes down a request that was made elsewhere, and keeps its time until it would begin. It publishes nothing, since everyone
 * concerned knows of it. Throws 409 when a host has something else at the time.
 */
export async function importRequest(ctx: Ctx, request: RequestElsewhere): Promise<string> {
  const { eventTypeId, hostIds, startsAt, endsAt, booking } = request;
  const id = generateEventId();
  await insertHold(ctx, {
    id,
    event_type_id: eventTypeId,
    // Nobody has its token: only an answer to the request ends it.
    token_hash: hashSecret(generateLinkToken()),
    visitor_hash: hashSecret(ctx.actor.id),
    expires_at: startsAt,
  });
  const time = {
    event_id: id,
    hold_id: id,
    event_type_id: eventTypeId,
    starts_at: startsAt,
    ends_at: endsAt,
    busy_from: startsAt,
    busy_to: endsAt,
  };
  const taken = await reserveTime(ctx, time, hostIds);
  if (taken.length < hostIds.length) throw slotTaken();
  await insertRequest(ctx, {
    id,
    event_type_id: eventTypeId,
    starts_at: startsAt,
    ends_at: endsAt,
    host_ids: [...hostIds],
    booking: JSON.stringify(booking),
    answers: JSON.stringify(request.answers),
    email: booking.email,
    email_confirmed: false,
    link_id: null,
    price: request.price,
    expires_at: startsAt,
  });
  await ctx.enqueue(
    expireRequest,
    { workspaceId: ctx.workspaceId, requestId: id },
    { runAt: new Date(startsAt) },
  );
  return id;
}
