import { z } from 'zod';
import { defineEvent } from '../../platform/events.ts';

/** A user changed their password, or reset it by a link. */
export const passwordChanged = defineEvent(
  'password.changed',
  z.object({ memberId: z.string(), how: z.enum(['changed', 'reset']) }),
);

/** A reset was requested for a user. The token of its link is sealed in the row. */
export const passwordResetRequested = defineEvent(
  'password.reset_requested',
  z.object({ memberId: z.string(), resetId: z.string() }),
);
