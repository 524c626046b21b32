import { z } from 'zod';
import { defineEvent } from '../platform/events.ts';

/** Other slices create what every workspace has. */
export const workspaceCreated = defineEvent('workspace.created', z.object({}));

/** Somebody wants a workspace of their own, and has yet to confirm their address. The link's secret is in the row. */
export const signUpRequested = defineEvent('sign_up.requested', z.object({ signUpId: z.string() }));

/** A user has a new token, one of theirs has a new secret, or somebody else revoked one. `by`: an address; empty for the operator. */
export const tokenChanged = defineEvent(
  'token.changed',
  z.object({
    memberId: z.string(),
    name: z.string(),
    what: z.enum(['created', 'replaced', 'revoked']),
    by: z.string(),
  }),
);
