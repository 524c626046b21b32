import { createHash } from 'node:crypto';
import type { assertion, attestation } from '@daybook/contract/factors';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import type { z } from 'zod';
import { requireRecentSession } from '../../platform/auth/recent-session.ts';
import type { Ctx, Runtime } from '../../platform/context.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { generateUuid } from '../../platform/ids.ts';
import { conflict, invalidField, notFound } from '../../platform/problems.ts';
import { createChallenge, consumeSignedChallenge } from './challenges.ts';
import { factorAdded, factorRemoved } from './events.ts';
import { weakenWithoutFactor } from './factors.ts';
import {
  deletePasskey,
  deletePasskeys,
  findPasskey,
  insertPasskey,
  isInvitationHandle,
  isOnlyWayIn,
  listPasskeys,
  usePasskey,
  type PasskeyRow,
} from './store.ts';

type Attestation = z.output<typeof attestation>;
type Assertion = z.output<typeof assertion>;

const lastPasskey = 'This passkey is your only sign-in method. Set a password or add another passkey first.';
const refused = 'The passkey didn’t work. Try again.';

/** The account that a passkey is for. */
export interface PasskeyUser {
  /** Unique over the installation: an authenticator keeps one passkey per user id. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly known: readonly PasskeyRow[];
}

/** The options of `navigator.credentials.create()`. */
export async function createRegistrationOptions(runtime: Runtime, purpose: string, user: PasskeyUser) {
  return generateRegistrationOptions({
    rpName: 'Daybook',
    rpID: rpIdOf(runtime),
    userID: new Uint8Array(handleOf(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    challenge: await createChallenge(runtime, purpose),
    attestationType: 'none',
    excludeCredentials: user.known.map(({ credential_id }) => ({ id: credential_id })),
    // It signs in without a password, so it must know its account and verify its user.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** The new passkey, once its challenge, origin and user verification are checked. */
export async function verifyRegistration(
  runtime: Runtime,
  purpose: string,
  given: Attestation,
  field: string,
): Promise<WebAuthnCredential> {
  const challenge = await consumeSignedChallenge(runtime, purpose, given.response.clientDataJSON);
  if (challenge === undefined) throw invalidField(field, refused);
  const { transports = [], ...response } = given.response;
  const result = await verifyRegistrationResponse({
    response: { ...given, response: { ...response, transports }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: originOf(runtime),
    expectedRPID: rpIdOf(runtime),
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!result?.verified) throw invalidField(field, refused);
  return { ...result.registrationInfo.credential, transports };
}

export async function savePasskey(
  ctx: Ctx,
  memberId: string,
  credential: WebAuthnCredential,
  name: string,
): Promise<PasskeyRow> {
  const id = generateUuid();
  const isNew = await insertPasskey(ctx, {
    id,
    member_id: memberId,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: [...(credential.transports ?? [])],
    name,
  });
  if (!isNew) throw conflict('This passkey was already added.');
  await ctx.publish(factorAdded, { memberId, factor: 'passkey', name });
  const saved = (await listPasskeys(ctx, memberId)).find((row) => row.id === id);
  if (!saved) throw notFound('Passkey');
  return saved;
}

export async function removePasskey(ctx: Ctx, id: string): Promise<void> {
  await requireRecentSession(ctx);
  const { memberId } = ctx.actor;
  if (await isOnlyWayIn(ctx, memberId, id)) throw conflict(lastPasskey);
  const removed = await deletePasskey(ctx, memberId, id);
  if (!removed) throw notFound('Passkey');
  await weakenWithoutFactor(ctx, memberId);
  await ctx.publish(factorRemoved, { memberId, factor: 'passkey', name: removed.name, by: 'user' });
}

/** All but those that are kept, when their user is signed out everywhere. */
export async function removePasskeys(ctx: Ctx, memberId: string, keep: readonly string[]): Promise<void> {
  const removed = await deletePasskeys(ctx, memberId, keep);
  if (removed.length > 0) await weakenWithoutFactor(ctx, memberId);
  for (const name of removed)
    await ctx.publish(factorRemoved, { memberId, factor: 'passkey', name, by: 'user' });
}

/** The options of `navigator.credentials.get()`. They name no credentials: the browser offers those it has. */
export async function createSignInOptions(runtime: Runtime) {
  return generateAuthenticationOptions({
    rpID: rpIdOf(runtime),
    challenge: await createChallenge(runtime, 'sign in'),
    userVerification: 'required',
  });
}

/** The passkey that signed, with its new counter for `recordPasskeyUse`. */
export async function verifyAssertion(
  runtime: Runtime,
  given: Assertion,
  field: string,
): Promise<{ passkey: NonNullable<Awaited<ReturnType<typeof findPasskey>>>; counter: number }> {
  const challenge = await consumeSignedChallenge(runtime, 'sign in', given.response.clientDataJSON);
  const passkey = challenge === undefined ? undefined : await findPasskey(runtime.database, given.id);
  if (challenge === undefined || !passkey) throw invalidField(field, refused);
  const { userHandle, ...response } = given.response;
  if (userHandle != null && !(await isHandleOf(runtime, passkey, userHandle)))
    throw invalidField(field, refused);
  const result = await verifyAuthenticationResponse({
    response: {
      ...given,
      response: { ...response, ...(userHandle != null && { userHandle }) },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: originOf(runtime),
    expectedRPID: rpIdOf(runtime),
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => undefined);
  if (!result?.verified) throw invalidField(field, refused);
  return { passkey, counter: result.authenticationInfo.newCounter };
}

/** Whether an authenticator names the account for which it made the passkey, or the invitation by which that came about. */
async function isHandleOf(
  { database }: Runtime,
  { workspace_id, member_id }: { readonly workspace_id: WorkspaceId; readonly member_id: string },
  handle: string,
): Promise<boolean> {
  const given = Buffer.from(handle, 'base64url');
  if (given.equals(handleOf(`${workspace_id} ${member_id}`))) return true;
  return isInvitationHandle(database, workspace_id, given);
}

const handleOf = (userId: string) => createHash('sha256').update(userId).digest();

export async function recordPasskeyUse(
  ctx: Ctx,
  passkeyId: string,
  counter: number,
  field: string,
): Promise<void> {
  if (!(await usePasskey(ctx, passkeyId, counter))) throw invalidField(field, refused);
}

function originOf({ config }: Runtime): string {
  return new URL(config.publicUrl).origin;
}

/** Passkeys are bound to the host of PUBLIC_URL. */
function rpIdOf({ config }: Runtime): string {
  return new URL(config.publicUrl).hostname;
}
