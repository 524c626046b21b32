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
  dropTokenCredential,
  insertToken,
  lockToken,
  setCredential,
  updateToken,
  type TokenRow,
} from './store.ts';

type Fields = z.output<typeof newToken>;

/** A token with its secret, which is shown now or never. */
export interface FreshToken {
  readonly row: TokenRow;
  readonly secret: string;
}

export async function createToken(ctx: Ctx, fields: Fields): Promise<FreshToken> {
  const user = await tokenUser(ctx, fields.userEmail);
  throwIfInvalid({ ...wrongUser(user), ...wrongGrant(ctx, fields, user) });
  if (!user || !mayManageTokensOf(ctx.actor, user)) throw forbidden('Only an owner or admin may do this.');
  return issueToken(ctx, { ...fields, memberId: user.id });
}

/** What creating would find wrong. Of a user whose address can't be read nothing is said. */
export async function validateToken(ctx: Ctx, fields: Partial<Fields>): Promise<FieldErrors> {
  if (!('userEmail' in fields)) return wrongGrant(ctx, fields, undefined);
  const user = await tokenUser(ctx, fields.userEmail);
  return { ...wrongUser(user), ...wrongGrant(ctx, fields, user) };
}

/** Writes a token without asking whether it may be: for use cases that have decided that. */
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
  await setCredential(ctx, { token_id: id }, hashSecret(secret));
  return { row: await loadToken(ctx, id), secret };
}

/** A new secret for the same token. The old one stops working with this transaction. */
export async function rotateToken(ctx: Ctx, id: string): Promise<FreshToken> {
  const token = await loadManageable(ctx, id);
  refuseMorePower(ctx, token);
  const secret = newSecretToken();
  await updateToken(ctx, token.id, { prefix: tokenPrefix(secret), last_used_at: null });
  await setCredential(ctx, { token_id: token.id }, hashSecret(secret));
  return { row: await loadToken(ctx, id), secret };
}

/** Whoever is shown a new secret can do what the token can, so they must hold its scopes already. */
function refuseMorePower({ actor }: Ctx, token: TokenRow): void {
  const notHeld = token.id === actor.id ? [] : scopesNotHeld(actor, token.scopes as Scope[]);
  if (notHeld.length > 0) throw forbidden(`This token has a scope you don't hold: ${notHeld.join(', ')}.`);
}

export async function revokeToken(ctx: Ctx, id: string): Promise<void> {
  const token = await loadManageable(ctx, id);
  await updateToken(ctx, token.id, { revoked_at: ctx.now.toISOString() });
  await dropTokenCredential(ctx, token.id);
}

interface TokenUser {
  readonly id: string;
  readonly role: string;
}

async function tokenUser(ctx: Ctx, email: string | undefined): Promise<TokenUser | undefined> {
  if (email === undefined) return { id: ctx.actor.memberId, role: ctx.actor.role };
  const member = await findMemberByEmail(ctx, email);
  return member?.is_active ? member : undefined;
}

function wrongUser(user: TokenUser | undefined): FieldErrors {
  return user ? {} : { userEmail: ['No active user of this workspace has this address.'] };
}

/** What can't be granted: by the one who asks, to the user, or for a time that is over. */
function wrongGrant(ctx: Ctx, fields: Partial<Fields>, user: TokenUser | undefined): FieldErrors {
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

/** Someone else's token that you may not manage is none of your business: 404, not 403. */
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
