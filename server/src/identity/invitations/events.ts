import { z } from 'zod';
import { defineEvent } from '../../platform/events.ts';

const about = { invitationId: z.string(), email: z.string(), role: z.string() };

/** An invitation was created or sent again. The token of its link is sealed in the row. */
export const invitationSent = defineEvent('invitation.sent', z.object(about));

/** The invited person is a user now. */
export const invitationAccepted = defineEvent(
  'invitation.accepted',
  z.object({ ...about, memberId: z.string() }),
);

export const invitationWithdrawn = defineEvent('invitation.withdrawn', z.object(about));
