import type { Scope } from '@daybook/contract/scopes';
import type { Audience } from '../../platform/auth/authenticate.ts';
import { generateToken, hashSecret } from '../../platform/auth/token.ts';
import type { Ctx } from '../../platform/context.ts';
import { extendClient } from '../apps/public.ts';
import { accessMinutes, idleDays } from './rules.ts';
import { insertSecret, updateGrant, type GrantRow } from './store.ts';

/** As RFC 6749 has it. */
export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token?: string;
  readonly scope: string;
  /** Of a token exchange. */
  readonly issued_token_type?: string;
}

interface Wanted {
  readonly scopes: readonly Scope[];
  readonly audience: Audience | null;
  readonly hasRefresh: boolean;
}

/** New tokens of a grant, which is locked. None is valid after the end that its user chose. */
export async function issueTokens(ctx: Ctx, grant: GrantRow, wanted: Wanted): Promise<TokenResponse> {
  const { scopes, audience, hasRefresh } = wanted;
  const limitMs = grant.expires_at === null ? Infinity : Date.parse(grant.expires_at);
  const endOf = (ms: number) => new Date(Math.min(ctx.now.getTime() + ms, limitMs));
  const accessEndsAt = endOf(accessMinutes * 60_000);
  const idleEndsAt = endOf(idleDays * 86_400_000);
  const code = ctx.secrets.code(ctx.workspaceId);
  const [access, refresh] = [generateToken('dba', code), hasRefresh ? generateToken('dbr', code) : undefined];
  const secret = { grant_id: grant.id, scopes: [...scopes], resource: audience };
  await insertSecret(ctx, {
    ...secret,
    secret_hash: hashSecret(access),
    kind: 'access',
    expires_at: accessEndsAt.toISOString(),
  });
  if (refresh !== undefined)
    await insertSecret(ctx, {
      ...secret,
      scopes: grant.scopes,
      resource: grant.resource,
      secret_hash: hashSecret(refresh),
      kind: 'refresh',
      expires_at: idleEndsAt.toISOString(),
    });
  await updateGrant(ctx, grant.id, {
    exchanged_at: grant.exchanged_at ?? ctx.now.toISOString(),
    ends_at: hasRefresh ? idleEndsAt.toISOString() : grant.ends_at,
  });
  // A day longer, so that it is never gone before its tokens.
  await extendClient(ctx, grant.client_id, new Date(ctx.now.getTime() + (idleDays + 2) * 86_400_000));
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: Math.max(0, Math.floor((accessEndsAt.getTime() - ctx.now.getTime()) / 1000)),
    ...(refresh !== undefined && { refresh_token: refresh }),
    scope: scopes.join(' '),
  };
}
