import type { newToken } from '@daybook/contract/identity';
import type { Scope } from '@daybook/contract/scopes';
import type { z } from 'zod';
import { findMemberByEmail } from '../members/public.ts';
import type { Role } from '../platform/auth/actor.ts';
import { hashSecret, newToken as newSecretToken, tokenPrefix } from '../platform/auth/token.ts';
import type { Ctx } from '../platform/context.ts';
import { newUuid } from '../platform/ids.ts';
import { forbidden, notFound, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { mayManageTokensOf, scopesAboveRole, scopesNotHeld } from './rules.ts';
import {
  deleteTokenCredential,
  insertToken,
  lockToken,
  revokeTokensOf,
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
  throwIfInvalid(await validateToken(ctx, { userEmail: undefined, ...fields }));
  const user = await findTokenUser(ctx, fields.userEmail);
  if (!user || !mayManageTokensOf(ctx.actor, user)) throw forbidden('Only an owner or admin may do this.');
  return issueToken(ctx, { ...fields, memberId: user.id });
}

/** `userEmail` is undefined for a token of the caller, and absent when it breaks the contract. */
export async function validateToken(ctx: Ctx, fields: Partial<Fields>): Promise<FieldErrors> {
  if (!('userEmail' in fields)) return validateGrant(ctx, fields, undefined);
  const user = await findTokenUser(ctx, fields.userEmail);
  return { ...(!user && { userEmail: [noActiveUser] }), ...validateGrant(ctx, fields, user) };
}

const noActiveUser = 'No active user of this workspace has this address.';

interface TokenUser {
  readonly id: string;
  readonly role: string;
}

async function findTokenUser(ctx: Ctx, email: string | undefined): Promise<TokenUser | undefined> {
  if (email === undefined) return { id: ctx.actor.memberId, role: ctx.actor.role };
  const member = await findMemberByEmail(ctx, email);
  return member?.is_active ? member : undefined;
}

/** Scopes that the caller can't pass on or the user can't have, and an expiry in the past. */
function validateGrant(ctx: Ctx, fields: Partial<Fields>, user: TokenUser | undefined): FieldErrors {
  const { scopes = [], expiresAt } = fields;
  const errors: FieldErrors = {};
  const notHeld = scopesNotHeld(ctx.actor, scopes);
  if (notHeld.length > 0)
    errors['scopes'] = [`You can't pass on a scope you don't hold: ${notHeld.join(', ')}.`];
  const above = user ? scopesAboveRole(user.role as Role, scopes) : [];
  if (above.length > 0) errors['scopes'] = [`Only an owner or admin can have the scope ${above.join(', ')}.`];
  if (expiresAt && Date.parse(expiresAt) <= ctx.now.getTime()) {
    errors['expiresAt'] = ['Must be in the future.'];
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
  const secret = token.secret ?? newSecretToken();
  const id = newUuid();
  await insertToken(ctx, {
    id,
    member_id: token.memberId,
    name: token.name,
    prefix: tokenPrefix(secret),
    scopes: [...token.scopes],
    expires_at: token.expiresAt ?? null,
  });
  await setCredential(ctx, id, hashSecret(secret));
  return { row: await loadToken(ctx, id), secret };
}

/** Replaces the secret. The old one stops working when this transaction commits. */
export async function rotateToken(ctx: Ctx, id: string): Promise<FreshToken> {
  const token = await loadManageable(ctx, id);
  demandScopesOf(ctx, token);
  const secret = newSecretToken();
  await updateToken(ctx, token.id, { prefix: tokenPrefix(secret), last_used_at: null });
  await setCredential(ctx, token.id, hashSecret(secret));
  return { row: await loadToken(ctx, id), secret };
}

/** The caller is shown the new secret and can then act as the token, so they must hold its scopes already. */
function demandScopesOf({ actor }: Ctx, token: TokenRow): void {
  const notHeld = token.id === actor.id ? [] : scopesNotHeld(actor, token.scopes as Scope[]);
  if (notHeld.length > 0) throw forbidden(`This token has a scope you don't hold: ${notHeld.join(', ')}.`);
}

export async function revokeToken(ctx: Ctx, id: string): Promise<void> {
  const token = await loadManageable(ctx, id);
  await updateToken(ctx, token.id, { revoked_at: ctx.now.toISOString() });
  await deleteTokenCredential(ctx, token.id);
}

/** A deactivated user who comes back has none of the tokens they had. */
export function revokeTokensOfDeactivated(ctx: Ctx, { memberId }: { memberId: string }): Promise<void> {
  return revokeTokensOf(ctx, memberId);
}

/** 404 and not 403 for a token that the caller may not manage, so that they don't learn that it exists. */
async function loadManageable(ctx: Ctx, id: string): Promise<TokenRow> {
  const token = await loadToken(ctx, id);
  if (!mayManageTokensOf(ctx.actor, { id: token.member_id, role: token.role })) throw notFound('Token');
  return token;
}

async function loadToken(ctx: Ctx, id: string): Promise<TokenRow> {
  const token = await lockToken(ctx, id);
  if (!token) throw notFound('Token');
  return token;
}
