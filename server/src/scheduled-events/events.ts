import { z } from 'zod';
import { eventKind } from '../platform/events.ts';

/**
 * What happened to an invitee: published once for each of them. `meeting` is the event as it stood then, since it may have
 * changed again before the effects run; what never changes is read when they do.
 */
const about = {
  eventId: z.string(),
  inviteeId: z.string(),
  meeting: z.object({
    startsAt: z.string(),
    endsAt: z.string(),
    duration: z.number(),
    status: z.string(),
    sequence: z.number(),
    hostIds: z.array(z.string()),
  }),
};

/** All who publish these have locked the event's row, so that its stream is in the order in which things happened. */
const streamOf = ({ eventId }: { readonly eventId: string }): string => eventId;

export const inviteeScheduled = eventKind('invitee.scheduled', z.object(about), streamOf);

/** The same place at another time, possibly with another host. Webhooks call it `invitee.scheduled`, too. */
export const inviteeRescheduled = eventKind(
  'invitee.rescheduled',
  z.object({
    ...about,
    from: z.object({ startsAt: z.string(), endsAt: z.string(), hostIds: z.array(z.string()) }),
    reason: z.string().nullable(),
  }),
  streamOf,
);

/** Another host has the event. No webhook carries it. */
export const inviteeHandedOver = eventKind(
  'invitee.handed_over',
  z.object({ ...about, fromHostIds: z.array(z.string()) }),
  streamOf,
);

/** Title, place, guests or notes of the event were changed. */
export const inviteeUpdated = eventKind(
  'invitee.updated',
  z.object({ ...about, addedGuests: z.array(z.string()), removedGuests: z.array(z.string()) }),
  streamOf,
);

export const inviteeCancelled = eventKind('invitee.cancelled', z.object(about), streamOf);

export const inviteeNoShow = eventKind(
  'invitee.no_show',
  z.object({ ...about, noShow: z.boolean() }),
  streamOf,
);

/** Money of theirs was paid back. The amount is text in their currency. */
export const inviteeRefunded = eventKind(
  'invitee.refunded',
  z.object({ ...about, amount: z.string() }),
  streamOf,
);

/** An event as it stands when something happens to one of its invitees. */
export type Meeting = z.output<typeof inviteeScheduled.payload>['meeting'];

const request = z.object({ requestId: z.string() });
const requestStream = ({ requestId }: z.output<typeof request>): string => requestId;

/** Somebody wants a time on a page whose host decides. */
export const requestCreated = eventKind('booking_request.created', request, requestStream);

/** Confirmed, declined, withdrawn or expired: once, whoever comes at the same time. */
export const requestClosed = eventKind('booking_request.closed', request, requestStream);

/** A visitor must confirm their address. The code is sealed in the row. */
export const addressCodeRequested = eventKind(
  'address.code_requested',
  z.object({ confirmationId: z.string() }),
);
