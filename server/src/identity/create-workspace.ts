import { scopes } from '@daybook/contract/scopes';
import { createUser } from '../members/public.ts';
import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { generateWorkspaceId } from '../platform/db/workspace-id.ts';
import { generateSecret } from '../platform/ids.ts';
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
  /** The owner's token; a random one by default. */
  readonly token?: string | undefined;
}

/** The owner's credentials, shown once. */
export interface OwnerCredentials {
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/** A workspace that has no users yet, in the transaction of its first one. */
export async function createEmptyWorkspace(
  ctx: Ctx,
  row: { readonly name: string; readonly timezone: string; readonly hides_brand?: boolean },
): Promise<void> {
  await insertWorkspace(ctx, row);
  await ctx.publish(workspaceCreated, {});
}

/** Creates a workspace with its owner in one transaction. `fill` may add to it before it is visible. */
export function createWorkspace(
  runtime: Runtime,
  workspace: NewWorkspace,
  fill: (ctx: Ctx) => Promise<void> = async () => {},
): Promise<OwnerCredentials> {
  return runInWorkspace(runtime, createSystemActor(generateWorkspaceId()), async (ctx) => {
    await createEmptyWorkspace(ctx, { name: workspace.name, timezone: workspace.timezone });
    const password = generateSecret(16);
    const owner = await createUser(ctx, { ...workspace.owner, role: 'owner', password });
    const { secret } = await issueToken(ctx, {
      memberId: owner.id,
      name: 'First token',
      scopes,
      secret: workspace.token,
    });
    await fill(ctx);
    return { email: owner.email, password, token: secret };
  });
}
