import { floorToMinute } from '@daybook/engine/dates';
import { loadPage } from '../../availability/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { conflict } from '../../platform/problems.ts';
import { requireHost } from '../core/public.ts';
import { lockOpenRequest } from './end-request.ts';
import { createBooking, type BookingIds, toIndividualPage, findPageDetails } from '../bookings/public.ts';
import { requestClosed } from './events.ts';
import { deleteRequestHold } from '../times/public.ts';
import { closeRequest } from './store.ts';

/** Books what was requested: its time, hosts and answers, whatever the page says by now. */
export async function confirmRequest(ctx: Ctx, id: string): Promise<BookingIds> {
  const request = await lockOpenRequest(ctx, id);
  requireHost(ctx, request.host_ids);
  const start = floorToMinute(Date.parse(request.starts_at));
  const facts = await loadPage(ctx, {
    address: { eventTypeId: request.event_type_id },
    window: { start, end: start + 1 },
    hostIds: request.host_ids,
    exceptId: id,
  });
  if (!facts)
    throw conflict('The booking page of this request was deleted, so it can’t be confirmed. Decline it.');
  const { hosts } = facts;
  if (hosts.length < request.host_ids.length) {
    throw conflict('A host of this request was deactivated, so it can’t be confirmed. Decline it.');
  }

  const details = await findPageDetails(ctx, facts.id);
  const durationMinutes = floorToMinute(Date.parse(request.ends_at)) - start;
  // Until this transaction ends, others who want the time slot wait for it.
  await deleteRequestHold(ctx, id);
  // Group pages take no requests: if the page became one meanwhile, the invitee still asked to come alone.
  const booked = await createBooking(
    ctx,
    { facts: toIndividualPage(facts), details, start, durationMinutes, hosts, allHosts: true },
    request.booking,
    {
      answers: request.answers,
      link: request.link_id === null ? undefined : { id: request.link_id, price: request.price },
      agreedPrice: request.price,
      isConfirmed: request.email_confirmed,
    },
  );
  const { eventId: event_id, inviteeId: invitee_id } = booked;
  await closeRequest(ctx, id, { status: 'confirmed', event_id, invitee_id });
  await ctx.publish(requestClosed, { requestId: id });
  return booked;
}
