import { z } from 'zod';
import { eventKind } from '../platform/events.ts';

/** A room is for more people than before. */
export const roomAdded = eventKind(
  'resource.room_added',
  z.object({ resourceId: z.string() }),
  ({ resourceId }) => resourceId,
);
