import { scopes } from '@daybook/contract/scopes';
import { createUser } from '../members/public.ts';
import { systemActor } from '../platform/auth/actor.ts';
import { inWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { newWorkspaceId } from '../platform/db/workspace-id.ts';
import { newSecret } from '../platform/ids.ts';
import { workspaceCreated } from './events.ts';
import { insertWorkspace } from './store.ts';
import { issueToken } from './tokens.ts';

export interface NewWorkspace {
  readonly name: string;
  readonly timezone: string;
  readonly owner: {
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly timezone: string;
    readonly language: string;
  };
  /** The owner's token, when it is not to be a random one. */
  readonly token?: string | undefined;
}

/** What the owner needs to get in; shown once. */
export interface Keys {
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/** Makes a workspace with its owner in one transaction. `furnish` may add to it before anyone sees it. */
export function createWorkspace(
  runtime: Runtime,
  workspace: NewWorkspace,
  furnish: (ctx: Ctx) => Promise<void> = async () => {},
): Promise<Keys> {
  return inWorkspace(runtime, systemActor(newWorkspaceId()), async (ctx) => {
    await insertWorkspace(ctx, { name: workspace.name, timezone: workspace.timezone });
    await ctx.publish(workspaceCreated, {});
    const password = newSecret(16);
    const owner = await createUser(ctx, { ...workspace.owner, role: 'owner', password });
    const { secret } = await issueToken(ctx, {
      memberId: owner.id,
      name: 'First token',
      scopes,
      secret: workspace.token,
    });
    await furnish(ctx);
    return { email: owner.email, password, token: secret };
  });
}
