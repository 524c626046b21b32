import { explainDeniedCall } from '@daybook/contract/permissions';
import { routes } from '@daybook/contract/routes';
import type { session } from '@daybook/contract/session';
import type { z } from 'zod';
import { readUser } from '../members/public.ts';
import type { Config } from '../platform/config.ts';
import type { Ctx } from '../platform/context.ts';
import { buildImageUrl } from '../platform/urls.ts';
import { serializePreferences, readPreferences } from './preferences/public.ts';
import { readSignInRules } from './providers/public.ts';
import { hasDemo, readWorkspace } from './store.ts';

/** Everything that a dashboard needs at its start, in one answer. */
export async function readSession(ctx: Ctx, config: Config): Promise<z.output<typeof session>> {
  const { actor } = ctx;
  const user = await readUser(ctx, actor.memberId);
  const workspace = await readWorkspace(ctx);
  const rules = await readSignInRules(ctx);
  const isOwnProof = !config.singleSignOn?.isOnlyWay && !rules.isProviderRequired;
  const signInPath = rules.path ?? (config.singleSignOn ? '/auth/oidc/start?again=1' : null);
  return {
    ...user,
    user,
    workspace: {
      uuid: workspace.workspace_id,
      name: workspace.name,
      timezone: workspace.timezone,
      logoUrl: buildImageUrl(ctx, workspace.logo),
      brandColor: workspace.brand_color,
      requireSecondFactor: workspace.require_second_factor,
      subscription: { status: workspace.plan_active ? 'active' : 'inactive', plan: workspace.plan },
      isDemo: await hasDemo(ctx),
    },
    scopes: [...actor.scopes].sort(),
    preferences: serializePreferences(await readPreferences(ctx, actor.memberId)),
    features: {
      crm: workspace.crm_enabled,
      passwords: isOwnProof,
      passkeys: isOwnProof,
      singleSignOn: signInPath !== null,
      signUp: config.signUpIsOpen,
    },
    signInPath,
    may: [...routes].flatMap(([name, route]) => (explainDeniedCall(route, actor) ? [] : [name])).sort(),
    lacksSecondFactor: actor.lacksFactor ?? false,
  };
}
