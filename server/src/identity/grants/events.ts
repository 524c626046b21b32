import { z } from 'zod';
import { defineEvent } from '../../platform/events.ts';

/** A user allowed an app to act for them. */
export const appConnected = defineEvent(
  'app.connected',
  z.object({ memberId: z.string(), name: z.string() }),
);
