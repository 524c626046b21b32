import { z } from 'zod';
import { defineEvent } from '../platform/events.ts';

/** Channels react to it. */
export const notificationCreated = defineEvent(
  'notification.created',
  z.object({ notificationId: z.string() }),
);
