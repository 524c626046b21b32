import type { Ctx } from '../../platform/context.ts';
import { buildReference } from './service.ts';
import { findSignInRules } from './store.ts';

/** How the user of a session proves again who they are. */
export interface SignInRules {
  /** At the provider that began the session. */
  readonly path: string | undefined;
  /** Passwords and passkeys are of no use. */
  readonly isProviderRequired: boolean;
}

export async function readSignInRules(ctx: Ctx): Promise<SignInRules> {
  const { provider_id: id, is_required } = await findSignInRules(ctx);
  const { workspaceId } = ctx;
  return {
    path:
      id === null
        ? undefined
        : `/auth/providers/${buildReference(ctx.secrets, { workspaceId, id })}/start?again=1`,
    isProviderRequired: is_required,
  };
}
