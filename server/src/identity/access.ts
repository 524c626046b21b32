import { findMember } from '../members/public.ts';
import { canManageAccess } from '../platform/auth/actor.ts';
import { requireRecentSession } from '../platform/auth/recent-session.ts';
import type { Ctx, Runtime } from '../platform/context.ts';
import { forbidden, notFound } from '../platform/problems.ts';
import { endMemberGrants, listMemberConnections } from './grants/public.ts';
import { loadFactors, listPasskeys, removePasskeys } from './factors/public.ts';
import { readReset, setPasswordByLink } from './passwords/public.ts';
import { endSessionsByAdmin, endMemberSessions } from './sessions/public.ts';
import { listTokensMadeBy, lockAccess, readWorkspace } from './store.ts';
import { revokeMatchingTokens } from './tokens.ts';

/**
 * What opens an account without its password: API tokens, connected apps and passkeys. They end with its sessions, unless their user keeps them. So do
 * tokens that the user created for others, since a thief of the session may have copied them.
 */

const maxTokens = 1000;

export async function readAccess(ctx: Ctx, memberId: string) {
  const member = await findMember(ctx, memberId);
  if (!member) throw notFound('User');
  return {
    email: member.email,
    tokens: await listTokensMadeBy(ctx, memberId, maxTokens),
    connectedApps: await listMemberConnections(ctx, memberId),
    passkeys: await listPasskeys(ctx, memberId),
    keepsPasskeys: await isPasskeyRequired(ctx, memberId),
  };
}

export const readResetAccess = (runtime: Runtime, token: string) => readReset(runtime, token, readAccess);

interface Reset {
  readonly token: string;
  readonly password: string;
  readonly keep?: readonly string[] | undefined;
  readonly address: string;
}

export function resetPassword(runtime: Runtime, { keep, ...reset }: Reset): Promise<void> {
  return setPasswordByLink(runtime, reset, (ctx, memberId) => revokeAccess(ctx, memberId, keep));
}

/** Of the caller, who stays signed in here. */
export async function signOutElsewhere(ctx: Ctx, keep: readonly string[] = []): Promise<void> {
  const { memberId } = ctx.actor;
  await lockAccess(ctx, memberId);
  await requireRecentSession(ctx);
  await endMemberSessions(ctx, { memberId }, 'ended', ctx.actor.id);
  await revokeMatchingTokens(ctx, { memberId, creatorId: memberId, keep });
  await endMemberGrants(ctx, memberId, keep);
  await removePasskeys(ctx, memberId, keep);
}

/** Of a user, by an admin; the session or token that says so stays. */
export async function signUserOut(ctx: Ctx, memberId: string, keep: readonly string[] = []): Promise<void> {
  const member = await findMember(ctx, memberId);
  if (!member) throw notFound('User');
  if (!canManageAccess(ctx.actor, member)) throw forbidden('Only owners can change an owner.');
  await lockAccess(ctx, memberId);
  await endSessionsByAdmin(ctx, { memberId });
  const { kind, id } = ctx.actor;
  await revokeAccess(ctx, memberId, kind === 'token' ? [...keep, id] : keep);
}

/** By somebody who has not proven a second factor of the account: a passkey that is required as one stays. */
async function revokeAccess(ctx: Ctx, memberId: string, keep: readonly string[] = []): Promise<void> {
  await revokeMatchingTokens(ctx, { memberId, creatorId: memberId, keep });
  await endMemberGrants(ctx, memberId, keep);
  const isOwnToken = ctx.actor.kind === 'token' && ctx.actor.memberId === memberId;
  if (isOwnToken || (await isPasskeyRequired(ctx, memberId))) return;
  await removePasskeys(ctx, memberId, keep);
}

async function isPasskeyRequired(ctx: Ctx, memberId: string): Promise<boolean> {
  const { require_second_factor: isRequired } = await readWorkspace(ctx);
  const { hasTotp, passkeys } = await loadFactors(ctx, memberId);
  return isRequired && !hasTotp && passkeys > 0;
}
