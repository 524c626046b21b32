import { z } from 'zod';
import { eventKind } from '../platform/outbox.ts';

/** Somebody wrote a note on an event. */
export const noteCreated = eventKind(
  'note.created',
  z.object({ eventId: z.string(), noteUuid: z.string(), note: z.string() }),
);
