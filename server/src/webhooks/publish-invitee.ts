import type { WebhookEvent } from '@daybook/contract/webhook-payloads';
import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import type { Meeting } from '../scheduled-events/public.ts';
import { emitWebhooks } from './emit.ts';
import { serializeInvitee, type RescheduleFacts } from './invitee.view.ts';
import { findHosts, findInvitees, type InviteeFacts } from './invitees.store.ts';

/** Reactions to what happens to invitees: subscribers get the event as it stood then. */

interface About {
  readonly inviteeId: string;
  readonly meeting: Meeting;
}

export function publishScheduled(ctx: Ctx, events: readonly PublishedEvent<About>[]): Promise<void> {
  return publish(ctx, 'invitee.scheduled', events, ({ invitee }) =>
    serializeInvitee(ctx, uncancelled(invitee), null),
  );
}

export function publishRescheduled(
  ctx: Ctx,
  events: readonly PublishedEvent<About & { from: RescheduleFacts['from']; reason: string | null }>[],
): Promise<void> {
  return publish(ctx, 'invitee.scheduled', events, ({ invitee, payload: { from, reason } }) =>
    serializeInvitee(ctx, uncancelled(invitee), { from, reason }),
  );
}

export function publishCancelled(ctx: Ctx, events: readonly PublishedEvent<About>[]): Promise<void> {
  return publish(ctx, 'invitee.cancelled', events, ({ invitee }) => serializeInvitee(ctx, invitee, null));
}

export function publishUpdated(ctx: Ctx, events: readonly PublishedEvent<About>[]): Promise<void> {
  return publish(ctx, 'invitee.updated', events, ({ invitee }) => ({
    notes: invitee.notes,
    ...serializeInvitee(ctx, uncancelled(invitee), null),
  }));
}

export function publishNoShow(
  ctx: Ctx,
  events: readonly PublishedEvent<About & { readonly noShow: boolean }>[],
): Promise<void> {
  return publish(ctx, 'invitee.no_show', events, ({ invitee, payload: { noShow } }) => ({
    noShow,
    ...serializeInvitee(ctx, uncancelled(invitee), null),
  }));
}

/** With the amount of this refund; `payment` has what was paid back in all. */
export function publishRefunded(
  ctx: Ctx,
  events: readonly PublishedEvent<About & { readonly amount: string }>[],
): Promise<void> {
  return publish(ctx, 'invitee.refunded', events, ({ invitee, payload: { amount } }) => ({
    amount,
    ...serializeInvitee(ctx, invitee, null),
  }));
}

/** They may have cancelled since. */
function uncancelled(invitee: InviteeFacts): InviteeFacts {
  return {
    ...invitee,
    cancelled_at: null,
    cancelled_by: null,
    canceller_type: null,
    cancellation_reason: null,
  };
}

function publish<A extends About>(
  ctx: Ctx,
  event: WebhookEvent,
  events: readonly PublishedEvent<A>[],
  payloadOf: (about: { readonly invitee: InviteeFacts; readonly payload: A }) => object,
): Promise<void> {
  return emitWebhooks(ctx, event, async () => {
    const invitees = await findInvitees(
      ctx,
      events.map(({ payload }) => payload.inviteeId),
    );
    const hosts = await findHosts(
      ctx,
      events.flatMap(({ payload }) => payload.meeting.hostIds),
    );
    return events.flatMap(({ id, payload }) => {
      const row = invitees.get(payload.inviteeId);
      if (!row) return [];
      const { startsAt, endsAt, duration, status, hostIds } = payload.meeting;
      const invitee = {
        ...row,
        starts_at: startsAt,
        ends_at: endsAt,
        duration,
        status,
        hosts: hostIds.flatMap((hostId) => hosts.get(hostId) ?? []),
      };
      const about = { eventTypeId: row.event_type_id, teamId: row.team_id };
      const orderingKey = payload.inviteeId;
      return [{ id, payload: payloadOf({ invitee, payload }), memberIds: hostIds, about, orderingKey }];
    });
  });
}
