import { findMember, setPasswordHash, validatePassword } from '../../members/public.ts';
import { signingInActor, systemActor } from '../../platform/auth/actor.ts';
import { hashPassword } from '../../platform/auth/password.ts';
import { inWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import { newSecret, newUuid } from '../../platform/ids.ts';
import { conflict, notFound, throwIfInvalid } from '../../platform/problems.ts';
import { demandLocalSignIn } from '../factors/public.ts';
import { findLink, putLink } from '../links/public.ts';
import { sessionsEndedFor } from '../sessions/public.ts';
import { findAccounts } from '../sign-in/public.ts';
import { exceedsLimit, throttleAddress } from '../throttle/public.ts';
import { passwordChanged, passwordResetRequested } from './events.ts';
import { addJob, closeResets, insertReset, lockReset } from './store.ts';

const linkMinutes = 60;
export const resetJobName = 'identity.request-reset';

/** Does the same for known and unknown addresses: a job looks the address up after the answer. */
export async function requestReset(runtime: Runtime, email: string, address: string): Promise<void> {
  demandLocalSignIn(runtime);
  await throttleAddress(runtime, 'mail', address);
  await addJob(runtime.database, resetJobName, { email: email.toLowerCase() });
}

/** Creates a reset in each workspace of the address, at most three times an hour. */
export async function mailResets(runtime: Runtime, email: string): Promise<void> {
  if (await exceedsLimit(runtime, 'reset', email)) return;
  for (const account of await findAccounts(runtime.database, email)) {
    await inWorkspace(runtime, systemActor(account.workspace_id), async (ctx) => {
      const { id } = await newReset(ctx, account.id);
      await ctx.publish(passwordResetRequested, { memberId: account.id, resetId: id });
    });
  }
}

/** Creates a reset, valid once, for an hour. */
export async function newReset(ctx: Ctx, memberId: string): Promise<{ id: string; token: string }> {
  const id = newUuid();
  const token = newSecret(40);
  await insertReset(ctx, {
    id,
    member_id: memberId,
    token_sealed: ctx.secrets.seal(token),
    expires_at: new Date(ctx.now.getTime() + linkMinutes * 60_000).toISOString(),
  });
  await putLink(ctx, { reset_id: id }, token);
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
    await sessionsEndedFor(ctx, { memberId }, 'password');
    await revoke(ctx, memberId);
    await ctx.publish(passwordChanged, { memberId, how: 'reset' });
  });
}

/** Links that were mailed before are over, for good. */
export const closeResetsOf = (ctx: Ctx, { memberId }: { readonly memberId: string }): Promise<void> =>
  closeResets(ctx, memberId);

async function withReset<T>(
  runtime: Runtime,
  token: string,
  address: string,
  work: (ctx: Ctx, member: NonNullable<Awaited<ReturnType<typeof findMember>>>) => Promise<T>,
): Promise<T> {
  demandLocalSignIn(runtime);
  const link = await findLink(runtime.database, token);
  const id = link?.reset_id;
  if (!link || !id) throw notFound('Link');
  return inWorkspace(runtime, signingInActor(link.workspace_id, address), async (ctx) => {
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
