import { z } from 'zod';
import { defineEvent } from '../../platform/events.ts';

/** A note or comment that concerns others: a new comment, or a text that mentions users whom it did not mention before. */
export const noteWritten = defineEvent(
  'crm.note.written',
  z.object({ noteId: z.string(), isNew: z.boolean(), mentionedIds: z.array(z.string()) }),
);
