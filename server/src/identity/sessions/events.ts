import { z } from 'zod';
import { eventKind } from '../../platform/events.ts';

const where = { memberId: z.string(), sessionId: z.string(), device: z.string(), address: z.string() };

/** Somebody signed in. */
export const sessionStarted = eventKind(
  'session.started',
  z.object({ ...where, method: z.string(), isStrong: z.boolean() }),
);

/** They did so in a browser in which they had not been before, though in others they had. */
export const deviceAdded = eventKind('device.added', z.object(where));

/** Sessions are over, all of a user's or all but one. */
export const sessionsEnded = eventKind(
  'session.ended',
  z.object({
    memberId: z.string(),
    reason: z.enum(['signed_out', 'ended', 'password', 'factor', 'deactivated']),
  }),
);
