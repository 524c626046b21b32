import { z } from 'zod';
import { defineEvent } from '../platform/events.ts';

/** The conference of an event has a link, or lost it (empty). */
export const conferenceChanged = defineEvent(
  'conference.changed',
  z.object({
    eventId: z.string(),
    joinUrl: z.string(),
    /** Mail went out that says that the link follows. */
    isPromised: z.boolean(),
  }),
  ({ eventId }) => eventId,
);
