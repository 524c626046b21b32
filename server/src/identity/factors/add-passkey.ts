import type { attestation } from '@daybook/contract/factors';
import type { WebAuthnCredential } from '@simplewebauthn/server';
import type { z } from 'zod';
import type { Actor } from '../../platform/auth/actor.ts';
import { requireRecentSession } from '../../platform/auth/recent-session.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import { strengthenSession } from '../sessions/public.ts';
import { requireLocalSignIn } from './factors.ts';
import { createRegistrationOptions, savePasskey, verifyRegistration } from './passkeys.ts';
import { listPasskeys, type PasskeyRow } from './store.ts';

/** A challenge is valid only in the session that requested it. */
const purposeOf = ({ id }: Actor): string => `register ${id}`;

export async function createPasskeyOptions(runtime: Runtime, actor: Actor) {
  requireLocalSignIn(runtime);
  const known = await runInWorkspace(runtime, actor, async (ctx) => {
    await requireRecentSession(ctx);
    return listPasskeys(ctx, actor.memberId);
  });
  return createRegistrationOptions(runtime, purposeOf(actor), {
    id: `${actor.workspaceId} ${actor.memberId}`,
    email: actor.email,
    name: actor.email,
    known,
  });
}

export function verifyOwnPasskey(
  runtime: Runtime,
  actor: Actor,
  credential: z.output<typeof attestation>,
): Promise<WebAuthnCredential> {
  requireLocalSignIn(runtime);
  return verifyRegistration(runtime, purposeOf(actor), credential, 'credential');
}

export async function addPasskey(
  ctx: Ctx,
  credential: WebAuthnCredential,
  name: string,
): Promise<PasskeyRow> {
  await requireRecentSession(ctx);
  const saved = await savePasskey(ctx, ctx.actor.memberId, credential, name);
  await strengthenSession(ctx);
  return saved;
}
