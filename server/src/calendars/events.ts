import { z } from 'zod';
import { eventKind } from '../platform/events.ts';

/** A calendar can not be read any more, and its owner should know. */
export const connectionFailing = eventKind('calendar.failing', z.object({ connectionId: z.string() }));
