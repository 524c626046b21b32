import { z } from 'zod';
import { defineEvent } from '../platform/events.ts';

/** A room is for more people than before. */
export const roomAdded = defineEvent(
  'resource.room_added',
  z.object({ resourceId: z.string() }),
  ({ resourceId }) => resourceId,
);
