import { z } from 'zod';
import { defineEvent } from '../../platform/events.ts';

const where = { memberId: z.string(), sessionId: z.string(), device: z.string(), address: z.string() };

/** Somebody signed in. */
export const sessionStarted = defineEvent(
  'session.started',
  z.object({ ...where, method: z.string(), isStrong: z.boolean() }),
);

/** A user signed in on a device for the first time, and has used others before. */
export const deviceAdded = defineEvent('device.added', z.object(where));

/** One or more sessions of a user ended. */
export const sessionsEnded = defineEvent(
  'session.ended',
  z.object({
    memberId: z.string(),
    reason: z.enum(['signed_out', 'ended', 'password', 'factor', 'email', 'deactivated']),
  }),
);
