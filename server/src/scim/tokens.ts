import type { newScimToken } from '@daybook/contract/scim';
import type { z } from 'zod';
import type { Departure } from '../members/public.ts';
import { requireRecentSession } from '../platform/auth/recent-session.ts';
import { generateToken, getTokenPrefix, hashSecret } from '../platform/auth/token.ts';
import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { conflict, forbidden, notFound } from '../platform/problems.ts';
import * as store from './tokens.store.ts';
import { lockName } from './users.store.ts';

const maxTokens = 20;

/** A directory can change the address of an owner, and so become one: only owners let it in. */
export async function createScimToken(
  ctx: Ctx,
  { name }: z.output<typeof newScimToken>,
): Promise<{ readonly row: store.TokenRow; readonly secret: string }> {
  if (ctx.actor.role !== 'owner') throw forbidden('Only owners can do this.');
  await requireRecentSession(ctx);
  await lockName(ctx, 'token', '');
  if ((await store.countTokens(ctx)) >= maxTokens)
    throw conflict(`A workspace can have at most ${maxTokens} SCIM tokens. Revoke one first.`);
  const secret = generateToken('dbp', ctx.secrets.code(ctx.workspaceId));
  const id = generateUuid();
  await store.insertToken(ctx, { id, name, prefix: getTokenPrefix(secret), secretHash: hashSecret(secret) });
  const row = await store.findToken(ctx, id);
  if (!row) throw notFound('SCIM token');
  return { row, secret };
}

export async function revokeScimToken(ctx: Ctx, id: string): Promise<void> {
  if ((await store.revokeTokens(ctx, { id })) === 0) throw notFound('SCIM token');
}

/** Provisioning goes on without the person who set it up, unless it is to end with them. */
export async function leaveScimTokens(ctx: Ctx, { memberId, endsIntegrations }: Departure): Promise<void> {
  if (endsIntegrations) await store.revokeTokens(ctx, { creatorId: memberId });
  else await store.releaseTokens(ctx, memberId);
}
