import { z } from 'zod';
import { eventKind } from '../platform/outbox.ts';

const about = { eventId: z.string(), inviteeId: z.string() };

/** An invitee has a time: newly booked, or moved from another. */
export const inviteeScheduled = eventKind(
  'invitee.scheduled',
  z.object({
    ...about,
    moved: z.object({ fromStart: z.string(), fromEnd: z.string(), reason: z.string().nullable() }).nullable(),
  }),
);

/** Another host has the event. Told once for each invitee; no webhook carries it. */
export const inviteeHandedOver = eventKind(
  'invitee.handed_over',
  z.object({ ...about, fromHostIds: z.array(z.string()) }),
);

/** An invitee's time is given up. Told once for each invitee. */
export const inviteeCancelled = eventKind('invitee.cancelled', z.object(about));

export const inviteeNoShow = eventKind('invitee.no_show', z.object({ ...about, noShow: z.boolean() }));
