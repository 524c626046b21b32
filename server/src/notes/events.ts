import { z } from 'zod';
import { defineEvent } from '../platform/events.ts';

export const noteCreated = defineEvent(
  'note.created',
  z.object({ eventId: z.string(), noteUuid: z.string() }),
  ({ eventId }) => eventId,
);
