import { createUser } from '../members/public.ts';
import { createSigningInActor, createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { generateWorkspaceId } from '../platform/db/workspace-id.ts';
import { generateSecret, generateUuid } from '../platform/ids.ts';
import { conflict, notFound } from '../platform/problems.ts';
import { signUpRequested, workspaceCreated } from './events.ts';
import { requireLocalSignIn } from './factors/public.ts';
import { splitName } from './invitations/public.ts';
import { findLink, upsertLink } from './links/public.ts';
import { startSession, type Client } from './sessions/public.ts';
import { closeSignUp, insertSignUp, lockSignUp } from './sign-up.store.ts';
import { insertWorkspace } from './store.ts';
import { isLimitExceeded, throttleAddress } from './throttle/public.ts';

const linkHours = 24;

export interface SignUp {
  readonly email: string;
  readonly name: string;
  readonly organization: string;
  readonly language: string;
  readonly timezone: string;
}

/**
 * Creates an empty workspace and mails a link that confirms the address. Known addresses are treated like unknown ones, since
 * they may have another workspace.
 */
export async function requestSignUp(runtime: Runtime, given: SignUp, address: string): Promise<void> {
  requireOpen(runtime);
  const email = given.email.toLowerCase();
  const names = splitName(given.name);
  await throttleAddress(runtime, 'mail', address);
  if (await isLimitExceeded(runtime, 'reset', `sign-up ${email}`)) return;
  await runInWorkspace(runtime, createSystemActor(generateWorkspaceId()), async (ctx) => {
    const [id, token] = [generateUuid(), generateSecret(40) + ctx.secrets.code(ctx.workspaceId)];
    await insertWorkspace(ctx, { name: given.organization, timezone: given.timezone });
    await insertSignUp(ctx, {
      id,
      email,
      first_name: names.firstName,
      last_name: names.lastName,
      language: given.language,
      timezone: given.timezone,
      token_sealed: ctx.secrets.seal(token),
      expires_at: new Date(ctx.now.getTime() + linkHours * 3_600_000).toISOString(),
    });
    await upsertLink(ctx, { sign_up_id: id }, token);
    await ctx.publish(signUpRequested, { signUpId: id });
  });
}

/** Throws 404 or 409 when the link is not valid. */
export function checkSignUp(runtime: Runtime, token: string): Promise<{ email: string }> {
  return withSignUp(runtime, token, '', async (_ctx, { email }) => ({ email }));
}

/** Completes the workspace with its owner, who chooses the password now: the person who asked for it may be someone else. Signs them in. */
export function confirmSignUp(
  runtime: Runtime,
  token: string,
  password: string,
  client: Client,
): Promise<readonly string[]> {
  return withSignUp(runtime, token, client.address, async (ctx, signUp) => {
    await ctx.publish(workspaceCreated, {});
    const owner = await createUser(ctx, {
      email: signUp.email,
      firstName: signUp.first_name,
      lastName: signUp.last_name,
      role: 'owner',
      language: signUp.language,
      timezone: signUp.timezone,
      password,
    });
    await closeSignUp(ctx, signUp.id);
    return startSession(ctx, owner.id, client, { method: 'sign_up', isStrong: false });
  });
}

type SignUpRow = NonNullable<Awaited<ReturnType<typeof lockSignUp>>>;

async function withSignUp<T>(
  runtime: Runtime,
  token: string,
  address: string,
  work: (ctx: Ctx, signUp: SignUpRow) => Promise<T>,
): Promise<T> {
  requireOpen(runtime);
  const link = await findLink(runtime.database, token);
  const id = link?.sign_up_id;
  if (!link || !id) throw notFound('Link');
  return runInWorkspace(runtime, createSigningInActor(link.workspace_id, address), async (ctx) => {
    const signUp = await lockSignUp(ctx, id);
    if (!signUp) throw notFound('Link');
    if (signUp.confirmed_at !== null) throw conflict('This link was already used. Sign in instead.');
    if (Date.parse(signUp.expires_at) <= ctx.now.getTime()) {
      throw conflict('This link has expired. Sign up again.');
    }
    return work(ctx, signUp);
  });
}

function requireOpen(runtime: Runtime): void {
  if (!runtime.config.signUpIsOpen) throw notFound('Page');
  requireLocalSignIn(runtime);
}
