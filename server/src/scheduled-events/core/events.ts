import { z } from 'zod';
import { defineEvent } from '../../platform/events.ts';

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

/** Of a series everybody gets one mail, which follows from `series.scheduled` or `series.cancelled`. */
const inSeries = { ...about, seriesId: z.string().optional() };

export const inviteeScheduled = defineEvent(
  'invitee.scheduled',
  // Of many who are booked into one event at once, the hosts get mail of the first.
  z.object({ ...inSeries, hostsKnow: z.boolean().optional() }),
  streamOf,
);

/** The same place at another time, possibly with another host. Webhooks call it `invitee.scheduled`, too. */
export const inviteeRescheduled = defineEvent(
  'invitee.rescheduled',
  z.object({
    ...about,
    from: z.object({ startsAt: z.string(), endsAt: z.string(), hostIds: z.array(z.string()) }),
    reason: z.string().nullable(),
  }),
  streamOf,
);

/** Another host has the event. No webhook carries it. */
export const inviteeHandedOver = defineEvent(
  'invitee.handed_over',
  z.object({ ...about, fromHostIds: z.array(z.string()), toHostId: z.string().optional() }),
  streamOf,
);

/** Title, place, guests or notes of the event were changed. */
export const inviteeUpdated = defineEvent(
  'invitee.updated',
  z.object({ ...about, addedGuests: z.array(z.string()), removedGuests: z.array(z.string()) }),
  streamOf,
);

export const inviteeCancelled = defineEvent('invitee.cancelled', z.object(inSeries), streamOf);

const occurrences = z.object({ seriesId: z.string(), occurrences: z.array(z.object(about)).min(1) });
const seriesStream = ({ seriesId }: z.output<typeof occurrences>): string => seriesId;

/** All bookings of a series, in the order of their times. Each was published by itself as well. */
export const seriesScheduled = defineEvent('series.scheduled', occurrences, seriesStream);

/** All that were left of a series, but those that are too soon to be cancelled. */
export const seriesCancelled = defineEvent(
  'series.cancelled',
  occurrences.extend({
    stillBooked: z.array(z.object({ startTime: z.string(), endTime: z.string() })).optional(),
  }),
  seriesStream,
);

export const inviteeNoShow = defineEvent(
  'invitee.no_show',
  z.object({ ...about, noShow: z.boolean() }),
  streamOf,
);

/** Money of theirs was paid back. The amount is text in their currency. */
export const inviteeRefunded = defineEvent(
  'invitee.refunded',
  z.object({ ...about, amount: z.string() }),
  streamOf,
);

/** An event as it stands when something happens to one of its invitees. */
export type Meeting = z.output<typeof inviteeScheduled.payload>['meeting'];
