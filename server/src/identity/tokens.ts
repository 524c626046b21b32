import type { newToken } from '@daybook/contract/identity';
import type { Scope } from '@daybook/contract/scopes';
import type { z } from 'zod';
import { findMemberByEmail } from '../members/public.ts';
import {
  canManageAccess,
  listScopesAboveRole,
  listScopesNotHeld,
  rejectApps,
  type Role,
} from '../platform/auth/actor.ts';
import { hashSecret, generateToken, getTokenPrefix } from '../platform/auth/token.ts';
import type { Ctx } from '../platform/context.ts';
import { hashName } from '../platform/directory/codes.ts';
import { generateUuid } from '../platform/ids.ts';
import {
  forbidden,
  notFound,
  throwIfInvalid,
  unauthenticated,
  type FieldErrors,
} from '../platform/problems.ts';
import { requireRecentSession } from '../platform/auth/recent-session.ts';
import { tokenChanged } from './events.ts';
import { outlives } from './rules.ts';
import {
  findToken,
  insertToken,
  lockActiveMember,
  lockToken,
  revokeTokens,
  setCredential,
  updateToken,
  type TokenRow,
} from './store.ts';

type Fields = z.output<typeof newToken>;

/** A token with its secret, which is shown once. */
export interface FreshToken {
  readonly row: TokenRow;
  readonly secret: string;
}

export async function createToken(ctx: Ctx, fields: Fields): Promise<FreshToken> {
  const maker = await lockMaker(ctx);
  throwIfInvalid(await validateToken(ctx, { userEmail: undefined, ...fields }));
  const user = await findTokenUser(ctx, fields.userEmail);
  if (!user || !canManageAccess(ctx.actor, user)) throw forbidden('Only owners and admins can do this.');
  const expiresAt = fields.expiresAt ?? maker?.expires_at;
  const made = await issueToken(ctx, { ...fields, expiresAt, memberId: user.id });
  await notifyUser(ctx, made.row, 'created');
  return made;
}

/**
 * The token by which a token is made, if by one. A transaction that deactivates its maker, signs them out or revokes this token
 * waits until this one ends, and then finds the new token.
 */
async function lockMaker(ctx: Ctx): Promise<TokenRow | undefined> {
  const { actor } = ctx;
  if (actor.kind === 'system') return undefined;
  rejectApps(actor);
  const member = await lockActiveMember(ctx);
  await requireRecentSession(ctx);
  const token = actor.kind === 'token' ? await lockToken(ctx, actor.id) : undefined;
  if (!member || (actor.kind === 'token' && !token)) throw unauthenticated();
  if (member.role !== actor.role) throw forbidden('Your role has changed. Try again.');
  return token;
}

/** The owner of a token, in case that it was somebody else. */
function notifyUser(ctx: Ctx, row: Pick<TokenRow, 'member_id' | 'name'>, what: 'created' | 'replaced') {
  return ctx.publish(tokenChanged, {
    memberId: row.member_id,
    name: row.name,
    what,
    by: ctx.actor.email,
  });
}

/** `userEmail` is undefined for a token of the caller, and absent when it breaks the contract. */
export async function validateToken(ctx: Ctx, fields: Partial<Fields>): Promise<FieldErrors> {
  const maker = ctx.actor.kind === 'token' ? await findToken(ctx, ctx.actor.id) : undefined;
  if (!('userEmail' in fields)) return validateGrant(ctx, fields, { maker });
  const user = await findTokenUser(ctx, fields.userEmail);
  return { ...(!user && { userEmail: [noActiveUser] }), ...validateGrant(ctx, fields, { user, maker }) };
}

const noActiveUser = 'No active user in this workspace has this email address.';

interface TokenUser {
  readonly id: string;
  readonly role: string;
}

async function findTokenUser(ctx: Ctx, email: string | undefined): Promise<TokenUser | undefined> {
  if (email === undefined) return { id: ctx.actor.memberId, role: ctx.actor.role };
  const member = await findMemberByEmail(ctx, email);
  return member?.is_active ? member : undefined;
}

/** Scopes that the caller can't pass on or the user can't have, and an expiry in the past or after that of the caller's token. */
function validateGrant(
  ctx: Ctx,
  fields: Partial<Fields>,
  { user, maker }: { readonly user?: TokenUser | undefined; readonly maker: TokenRow | undefined },
): FieldErrors {
  const { scopes = [], expiresAt } = fields;
  const errors: FieldErrors = {};
  const notHeld = listScopesNotHeld(ctx.actor, scopes);
  if (notHeld.length > 0)
    errors['scopes'] = [`You can’t grant a scope that you don’t have: ${notHeld.join(', ')}.`];
  const above = user ? listScopesAboveRole(user.role as Role, scopes) : [];
  if (above.length > 0) errors['scopes'] = [`Only owners and admins can have the scope ${above.join(', ')}.`];
  if (expiresAt && Date.parse(expiresAt) <= ctx.now.getTime()) {
    errors['expiresAt'] = ['Must be in the future.'];
  } else if (expiresAt && maker && outlives(expiresAt, maker.expires_at)) {
    errors['expiresAt'] = ['Must not be later than the expiry of the token that creates it.'];
  }
  return errors;
}

/** Inserts a token without validation or permission checks: the caller has done both. */
export async function issueToken(
  ctx: Ctx,
  token: {
    memberId: string;
    name: string;
    scopes: readonly Scope[];
    expiresAt?: string | null | undefined;
    secret?: string | undefined;
  },
): Promise<FreshToken> {
  if (token.secret !== undefined) await ctx.names?.reserve('secret', hashName(token.secret));
  const secret = token.secret ?? generateFreshSecret(ctx);
  const id = generateUuid();
  await insertToken(ctx, {
    id,
    member_id: token.memberId,
    name: token.name,
    prefix: getTokenPrefix(secret),
    scopes: [...token.scopes],
    expires_at: token.expiresAt ?? null,
    ...makerOf(ctx),
  });
  await setCredential(ctx, id, hashSecret(secret));
  return { row: await loadToken(ctx, id), secret };
}

const generateFreshSecret = (ctx: Ctx): string => generateToken('dbk', ctx.secrets.code(ctx.workspaceId));

const makerOf = ({ actor }: Ctx) => ({
  creator_id: actor.memberId || null,
  creator_token_id: actor.kind === 'token' ? actor.id : null,
});

/** Replaces the secret. The old one stops working when this transaction commits. */
export async function rotateToken(ctx: Ctx, id: string): Promise<FreshToken> {
  const maker = await lockMaker(ctx);
  const token = await loadManageable(ctx, id);
  const isOwn = token.id === maker?.id;
  if (!isOwn) requireWithin(ctx, token, maker);
  const secret = generateFreshSecret(ctx);
  const changes = { prefix: getTokenPrefix(secret), last_used_at: null, ...(!isOwn && makerOf(ctx)) };
  await updateToken(ctx, token.id, changes);
  await setCredential(ctx, token.id, hashSecret(secret));
  await notifyUser(ctx, token, 'replaced');
  return { row: await loadToken(ctx, id), secret };
}

/** The caller is shown the new secret and can then act as the token, so it must neither hold more scopes nor last longer. */
function requireWithin({ actor }: Ctx, token: TokenRow, maker: TokenRow | undefined): void {
  const notHeld = listScopesNotHeld(actor, token.scopes as Scope[]);
  if (notHeld.length > 0)
    throw forbidden(`This token has a scope that you don’t have: ${notHeld.join(', ')}.`);
  if (maker && outlives(token.expires_at, maker.expires_at))
    throw forbidden('This token expires later than yours, or never.');
}

export async function revokeToken(ctx: Ctx, id: string): Promise<void> {
  const token = await loadManageable(ctx, id);
  await revokeMatchingTokens(ctx, { ids: [token.id] });
}

/** Revokes tokens with those that were created with them, and tells whose they were, unless that is the caller. */
export async function revokeMatchingTokens(
  ctx: Ctx,
  which: Parameters<typeof revokeTokens>[1],
): Promise<void> {
  for (const { name, memberId } of await revokeTokens(ctx, which)) {
    if (memberId === ctx.actor.memberId) continue;
    await ctx.publish(tokenChanged, { memberId, name, what: 'revoked', by: ctx.actor.email });
  }
}

interface OfMember {
  readonly memberId: string;
}

/** A deactivated user who comes back has none of the tokens they had, nor those that they made for others. */
export const revokeTokensOfDeactivated = (ctx: Ctx, { memberId }: OfMember): Promise<void> =>
  revokeMatchingTokens(ctx, { memberId, creatorId: memberId });

/** Only owners and admins have tokens in the names of others. */
export const revokeTokensOfDemoted = (ctx: Ctx, { memberId }: OfMember): Promise<void> =>
  revokeMatchingTokens(ctx, { creatorId: memberId, exceptOf: memberId });

/** 404 and not 403 for a token that the caller may not manage, so that they don't learn that it exists. */
async function loadManageable(ctx: Ctx, id: string): Promise<TokenRow> {
  const token = await loadToken(ctx, id);
  if (!canManageAccess(ctx.actor, { id: token.member_id, role: token.role })) throw notFound('Token');
  return token;
}

async function loadToken(ctx: Ctx, id: string): Promise<TokenRow> {
  const token = await lockToken(ctx, id);
  if (!token) throw notFound('Token');
  return token;
}
