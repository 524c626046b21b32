import type { assertion } from '@daybook/contract/factors';
import type { nextStep } from '@daybook/contract/session';
import type { z } from 'zod';
import { recordRefusal } from '../../audit/public.ts';
import { createSigningInActor } from '../../platform/auth/actor.ts';
import { matchPassword } from '../../platform/auth/password.ts';
import { hashSecret } from '../../platform/auth/token.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import { invalidField, Problem } from '../../platform/problems.ts';
import {
  countCodeAttempt,
  requireLocalSignIn,
  loadFactors,
  listAcceptedMethods,
  recordPasskeyUse,
  consumeCode,
  consumeTotp,
  verifyAssertion,
  type Method,
} from '../factors/public.ts';
import { startSession, type Client } from '../sessions/public.ts';
import { clearAttempts, uncountAddress, throttle, throttleAddress } from '../throttle/public.ts';
import { findAccounts, isEnforcedDomain, type AccountRow } from './accounts.store.ts';
import { openChallenge, sealChallenge, consumeChallenge } from './challenge.ts';

export type NextStep = z.output<typeof nextStep>;

/** The session's cookies, or the next step. */
export type Outcome<T> =
  | { readonly done: T; readonly cookies: readonly string[] }
  | { readonly next: NextStep };

type View<T> = (ctx: Ctx, memberId: string) => Promise<T>;

interface SignInInput {
  readonly email: string;
  readonly password: string;
  readonly workspace?: string | undefined;
}

/** A wrong password, an unknown address and one in many workspaces take the same time and get the same answer. */
export async function signIn<T>(
  runtime: Runtime,
  given: SignInInput,
  client: Client,
  view: View<T>,
): Promise<Outcome<T>> {
  requireLocalSignIn(runtime);
  const email = given.email.toLowerCase();
  const device = client.device === undefined ? null : hashSecret(client.device);
  const accounts = await findAccounts(runtime.database, email, device);
  // Known devices have a count of their own, so that strangers can't lock a user out of them.
  const isKnown = device !== null && accounts.some(({ is_known_device }) => is_known_device);
  const whose = isKnown ? `${email} on ${device.toString('hex')}` : email;
  // Nor may others of the same network: a whole office has one address.
  if (!isKnown) await throttleAddress(runtime, 'address', client.address);
  await throttle(runtime, 'password', whose);

  const hashes = accounts.map(({ password_hash }) => password_hash);
  const matches = await matchPassword(hashes, given.password);
  const matching = accounts.filter(({ requires_provider }, index) => matches[index] && !requires_provider);
  const here = matching.filter(({ is_here }) => is_here);
  // Of a workspace in another cell alone, the transaction says so, and the router asks there.
  const open = here.length > 0 ? here : matching;
  const chosen = open.filter(({ workspace_id }) => workspace_id === (given.workspace ?? workspace_id));
  if (chosen.length === 0) {
    await recordRefusal(runtime.database, accounts, { address: client.address, step: 'password' });
    throw invalidField('email', await explainRefusal(runtime, email));
  }
  await clearAttempts(runtime, 'password', whose);
  if (!isKnown) await uncountAddress(runtime, 'address', client.address);
  return proceed(runtime, email, chosen, client, view);
}

/** By the domain alone: the answer says nothing about the account. */
async function explainRefusal({ database }: Runtime, email: string): Promise<string> {
  return (await isEnforcedDomain(database, email))
    ? 'Incorrect email address or password, or your workspace requires single sign-on.'
    : 'Incorrect email address or password.';
}

interface Step {
  readonly challenge: string;
  readonly workspace?: string | undefined;
  readonly code?: string | undefined;
  readonly passkey?: z.output<typeof assertion> | undefined;
}

/** Continues after a right password, with the chosen workspace or a second factor. */
export async function continueSignIn<T>(
  runtime: Runtime,
  step: Step,
  client: Client,
  view: View<T>,
): Promise<Outcome<T>> {
  requireLocalSignIn(runtime);
  const open = await openChallenge(runtime, step.challenge);
  const chosen = open.filter(({ workspace_id }) => workspace_id === (step.workspace ?? workspace_id));
  const [account, ...others] = chosen;
  if (!account)
    throw invalidField('workspace', 'Must be one of the workspaces that the password is valid for.');
  const email = account.email;
  if (others.length > 0 || (step.code === undefined && step.passkey === undefined)) {
    return proceed(runtime, email, chosen, client, view, consumeChallenge);
  }
  const clearCodeAttempts = await countCodeAttempt(runtime, {
    workspaceId: account.workspace_id,
    memberId: account.id,
  });
  try {
    const outcome = await withFactor(runtime, account, step, client, view);
    await clearCodeAttempts();
    return outcome;
  } catch (error) {
    if (error instanceof Problem && error.status === 422) {
      await recordRefusal(runtime.database, [account], { address: client.address, step: 'second_factor' });
    }
    throw error;
  }
}

async function withFactor<T>(
  runtime: Runtime,
  account: AccountRow,
  step: Step,
  client: Client,
  view: View<T>,
): Promise<Outcome<T>> {
  const shown = step.passkey && (await verifyAssertion(runtime, step.passkey, 'passkey'));
  return runInWorkspace(
    runtime,
    createSigningInActor(account.workspace_id, client.address, account.id),
    async (ctx) => {
      const methods = listAcceptedMethods(await loadFactors(ctx, account.id), account.requires_factor);
      if (shown) {
        const isOwn =
          shown.passkey.workspace_id === account.workspace_id && shown.passkey.member_id === account.id;
        if (!isOwn || !methods.includes('passkey')) {
          throw invalidField('passkey', 'This passkey belongs to another account.');
        }
        await recordPasskeyUse(ctx, shown.passkey.id, shown.counter, 'passkey');
      } else if (
        !methods.includes('totp') ||
        !(await consumeCode(ctx, account.id, step.code ?? '', consumeTotp))
      ) {
        throw invalidField('code', 'This code is incorrect or was already used.');
      }
      await consumeChallenge(ctx, account);
      return signedIn(ctx, account.id, client, { method: 'password', isStrong: true }, view);
    },
  );
}

/** A passkey verifies its user, so that neither a password nor a second factor is asked for. */
export async function signInWithPasskey<T>(
  runtime: Runtime,
  credential: z.output<typeof assertion>,
  client: Client,
  view: View<T>,
): Promise<Extract<Outcome<T>, { readonly done: T }>> {
  requireLocalSignIn(runtime);
  // Not counted: nobody guesses a signature, and it costs no slow hash.
  const { passkey, counter } = await verifyAssertion(runtime, credential, 'credential');
  return runInWorkspace(
    runtime,
    createSigningInActor(passkey.workspace_id, client.address, passkey.member_id),
    async (ctx) => {
      await recordPasskeyUse(ctx, passkey.id, counter, 'credential');
      return signedIn(ctx, passkey.member_id, client, { method: 'passkey', isStrong: true }, view);
    },
  );
}

/** Signs in, unless a workspace or a second factor is still missing. */
async function proceed<T>(
  runtime: Runtime,
  email: string,
  accounts: readonly AccountRow[],
  client: Client,
  view: View<T>,
  beforehand?: typeof consumeChallenge,
): Promise<Outcome<T>> {
  const [account, ...others] = accounts;
  if (!account || others.length > 0) return { next: stepOf(runtime, email, accounts, []) };
  return runInWorkspace(
    runtime,
    createSigningInActor(account.workspace_id, client.address, account.id),
    async (ctx) => {
      const methods = listAcceptedMethods(await loadFactors(ctx, account.id), account.requires_factor);
      if (methods.length > 0) return { next: stepOf(runtime, email, accounts, methods) };
      await beforehand?.(ctx, account);
      return signedIn(ctx, account.id, client, { method: 'password', isStrong: false }, view);
    },
  );
}

function stepOf(
  runtime: Runtime,
  email: string,
  accounts: readonly AccountRow[],
  methods: readonly Method[],
): NextStep {
  return {
    challenge: sealChallenge(runtime, email, accounts),
    step: methods.length > 0 ? 'second_factor' : 'workspace',
    workspaces: accounts.map(({ workspace_id, workspace }) => ({ uuid: workspace_id, name: workspace })),
    methods: [...methods],
  };
}

async function signedIn<T>(
  ctx: Ctx,
  memberId: string,
  client: Client,
  proof: Parameters<typeof startSession>[3],
  view: View<T>,
): Promise<{ readonly done: T; readonly cookies: readonly string[] }> {
  const cookies = await startSession(ctx, memberId, client, proof);
  return { done: await view(ctx, memberId), cookies };
}
