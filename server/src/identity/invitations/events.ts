import { z } from 'zod';
import { eventKind } from '../../platform/events.ts';

const about = { invitationId: z.string(), email: z.string(), role: z.string() };

/** Somebody was invited, or invited once more. The link's secret is in the row. */
export const invitationSent = eventKind('invitation.sent', z.object(about));

/** They came in, and are a user now. */
export const invitationAccepted = eventKind(
  'invitation.accepted',
  z.object({ ...about, memberId: z.string() }),
);

export const invitationWithdrawn = eventKind('invitation.withdrawn', z.object(about));
