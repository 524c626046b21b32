import { z } from 'zod';
import { eventKind } from '../platform/events.ts';

export const noteCreated = eventKind(
  'note.created',
  z.object({ eventId: z.string(), noteUuid: z.string() }),
  ({ eventId }) => eventId,
);
