import { z } from 'zod';
import { eventKind } from '../../platform/events.ts';

/** Somebody changed their own password, or set it anew by the link of a mail. */
export const passwordChanged = eventKind(
  'password.changed',
  z.object({ memberId: z.string(), how: z.enum(['changed', 'reset']) }),
);

/** Somebody asked for a link with which a password can be set anew. Its secret is in the row. */
export const passwordResetRequested = eventKind(
  'password.reset_requested',
  z.object({ memberId: z.string(), resetId: z.string() }),
);
