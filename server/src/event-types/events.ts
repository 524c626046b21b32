import { z } from 'zod';
import { defineEvent } from '../platform/events.ts';

/** A group page has more seats than before. */
export const seatsAdded = defineEvent(
  'event_type.seats_added',
  z.object({ eventTypeId: z.string() }),
  ({ eventTypeId }) => eventTypeId,
);
