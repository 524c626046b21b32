import { findMember, setPasswordHash, validatePassword } from '../../members/public.ts';
import { createSigningInActor, createSystemActor } from '../../platform/auth/actor.ts';
import { hashPassword } from '../../platform/auth/password.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import { generateSecret, generateUuid } from '../../platform/ids.ts';
import { conflict, notFound, throwIfInvalid } from '../../platform/problems.ts';
import { requireLocalSignIn } from '../factors/public.ts';
import { findLink, upsertLink } from '../links/public.ts';
import { endMemberSessions } from '../sessions/public.ts';
import { findAccounts } from '../sign-in/public.ts';
import { isLimitExceeded, throttleAddress } from '../throttle/public.ts';
import { passwordChanged, passwordResetRequested } from './events.ts';
import { addJob, closeResets, insertReset, lockReset } from './store.ts';

const linkMinutes = 60;
export const resetJobName = 'identity.request-reset';

/** Does the same for known and unknown addresses: a job looks the address up after the answer. */
export async function requestReset(runtime: Runtime, email: string, address: string): Promise<void> {
  requireLocalSignIn(runtime);
  await throttleAddress(runtime, 'mail', address);
  await addJob(runtime.database, resetJobName, { email: email.toLowerCase() });
}

/** Creates a reset in each workspace of the address, at most three times an hour. */
export async function sendResetEmails(runtime: Runtime, email: string): Promise<void> {
  if (await isLimitExceeded(runtime, 'reset', email)) return;
  for (const account of await findAccounts(runtime.database, email)) {
    await runInWorkspace(runtime, createSystemActor(account.workspace_id), async (ctx) => {
      const { id } = await createReset(ctx, account.id);
      await ctx.publish(passwordResetRequested, { memberId: account.id, resetId: id });
    });
  }
}

/** Creates a reset, valid once, for an hour. */
export async function createReset(ctx: Ctx, memberId: string): Promise<{ id: string; token: string }> {
  const id = generateUuid();
  const token = generateSecret(40) + ctx.secrets.code(ctx.workspaceId);
  await insertReset(ctx, {
    id,
    member_id: memberId,
    token_sealed: ctx.secrets.seal(token),
    expires_at: new Date(ctx.now.getTime() + linkMinutes * 60_000).toISOString(),
  });
  await upsertLink(ctx, { reset_id: id }, token);
  return { id, token };
}

/** Reads something about whose password a link resets. Throws 404 or 409 when the link is not valid. */
export function readReset<T>(
  runtime: Runtime,
  token: string,
  read: (ctx: Ctx, memberId: string) => Promise<T>,
): Promise<T> {
  return withReset(runtime, token, '', (ctx, { id }) => read(ctx, id));
}

interface NewPassword {
  readonly token: string;
  readonly password: string;
  readonly address: string;
}

/** Sets the password. `revoke` ends what opens the account without it. */
export async function setPasswordByLink(
  runtime: Runtime,
  { token, password, address }: NewPassword,
  revoke: (ctx: Ctx, memberId: string) => Promise<void>,
): Promise<void> {
  await withReset(runtime, token, address, async (ctx, member) => {
    const { id: memberId, email, first_name: firstName, last_name: lastName } = member;
    throwIfInvalid(await validatePassword(ctx, { password, email, firstName, lastName }));
    await setPasswordHash(ctx, memberId, await hashPassword(ctx.secrets, email, password));
    await closeResets(ctx, memberId);
    await endMemberSessions(ctx, { memberId }, 'password');
    await revoke(ctx, memberId);
    await ctx.publish(passwordChanged, { memberId, how: 'reset' });
  });
}

/** Links that were mailed before are over, for good. */
export const closeMemberResets = (ctx: Ctx, { memberId }: { readonly memberId: string }): Promise<void> =>
  closeResets(ctx, memberId);

async function withReset<T>(
  runtime: Runtime,
  token: string,
  address: string,
  work: (ctx: Ctx, member: NonNullable<Awaited<ReturnType<typeof findMember>>>) => Promise<T>,
): Promise<T> {
  requireLocalSignIn(runtime);
  const link = await findLink(runtime.database, token);
  const id = link?.reset_id;
  if (!link || !id) throw notFound('Link');
  return runInWorkspace(runtime, createSigningInActor(link.workspace_id, address), async (ctx) => {
    const reset = await lockReset(ctx, id);
    const member = reset && (await findMember(ctx, reset.member_id));
    if (!reset || !member?.is_active) throw notFound('Link');
    if (reset.used_at !== null) throw conflict('This link was already used. Request a new one.');
    if (Date.parse(reset.expires_at) <= ctx.now.getTime()) {
      throw conflict('This link has expired. Request a new one.');
    }
    return work(ctx, member);
  });
}
