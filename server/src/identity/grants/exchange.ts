import { createHash, timingSafeEqual } from 'node:crypto';
import type { Scope } from '@daybook/contract/scopes';
import { createSystemActor } from '../../platform/auth/actor.ts';
import type { Audience } from '../../platform/auth/authenticate.ts';
import { hashSecret } from '../../platform/auth/token.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { findMember } from '../../members/public.ts';
import { lockApp, parseScopes, type ClientRow } from '../apps/public.ts';
import { exchangeUser, tokenExchange } from './exchange-user.ts';
import { issueTokens, type TokenResponse } from './issue-tokens.ts';
import { invalidGrant, oauthProblem } from './oauth-problem.ts';
import { narrowAudience } from './narrow-audience.ts';
import { listResources, resolveScopes } from './rules.ts';
import {
  deleteGrant,
  findSecret,
  findSoleGrant,
  insertGrant,
  lockSecret,
  markUsed,
  type SecretRow,
} from './store.ts';

/** A used secret is remembered for so long. After that it is unknown, and refused all the same. */
const usedDays = 30;

/** The token endpoint, for a client that has proven who it is. */
export function exchange(runtime: Runtime, client: ClientRow, body: URLSearchParams): Promise<TokenResponse> {
  switch (body.get('grant_type')) {
    case 'authorization_code':
      return exchangeSecret(runtime, client, body.get('code') ?? '', redeemCode(runtime, body));
    case 'refresh_token':
      return exchangeSecret(runtime, client, body.get('refresh_token') ?? '', refresh(runtime, client, body));
    case 'client_credentials':
      return actAsService(runtime, client, body);
    case tokenExchange:
      return exchangeUser(runtime, client, body);
    default:
      throw oauthProblem(
        'unsupported_grant_type',
        `grant_type must be authorization_code, refresh_token, client_credentials or ${tokenExchange}.`,
      );
  }
}

/** Throws what is wrong with a request whose secret is right, or says what to issue. The secret can then be tried again. */
interface Exchange {
  readonly kind: SecretRow['kind'];
  readonly check: (row: SecretRow) => {
    readonly scopes: readonly Scope[];
    readonly audience: Audience | null;
  };
}

/**
 * Uses up a code or a refresh token. One that was used before is in the hands of two, and nobody knows which of them is the app: the grant
 * ends, which must be committed although the request fails.
 */
async function exchangeSecret(
  runtime: Runtime,
  client: ClientRow,
  secret: string,
  { kind, check }: Exchange,
): Promise<TokenResponse> {
  const hash = hashSecret(secret);
  const place = await findSecret(runtime.database, hash);
  if (place?.client_id !== client.client_id || place.kind !== kind) throw invalidGrant();
  const tokens = await runInWorkspace(runtime, createSystemActor(place.workspace_id), async (ctx) => {
    const row = await lockSecret(ctx, hash);
    if (!row) return undefined;
    if (row.used_at !== null) return endReused(ctx, row);
    if (Date.parse(row.secret_ends_at) <= ctx.now.getTime()) return undefined;
    const wanted = check(row);
    await markUsed(ctx, hash, new Date(ctx.now.getTime() + usedDays * 86_400_000));
    return issueTokens(ctx, row, { ...wanted, hasRefresh: true });
  });
  if (!tokens) throw invalidGrant();
  return tokens;
}

async function endReused(ctx: Ctx, { id, name, member_id: memberId, kind }: SecretRow): Promise<undefined> {
  ctx.log.warn({ grant: id, app: name, memberId, kind }, 'a code or refresh token was used twice');
  await deleteGrant(ctx, id);
}

function redeemCode({ config }: Runtime, body: URLSearchParams): Exchange {
  return {
    kind: 'code',
    check(row) {
      const uri = body.get('redirect_uri');
      if (uri !== null && uri !== row.redirect_uri) throw invalidGrant();
      if (!isVerifier(row.challenge ?? '', body.get('code_verifier') ?? '')) throw invalidGrant();
      const audience = narrowAudience(config.publicUrl, body, row.resource as Audience | null);
      return { scopes: row.scopes as Scope[], audience };
    },
  };
}

/** PKCE with S256 (RFC 7636). */
function isVerifier(challenge: string, verifier: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const computed = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  return computed.length === challenge.length && timingSafeEqual(computed, Buffer.from(challenge));
}

function refresh({ config }: Runtime, client: ClientRow, body: URLSearchParams): Exchange {
  return {
    kind: 'refresh',
    check(row) {
      const wanted = parseScopes(body.get('scope')) ?? [];
      const isMore =
        body.has('scope') && (wanted.length === 0 || wanted.some((scope) => !row.scopes.includes(scope)));
      if (isMore) throw oauthProblem('invalid_scope', 'The user didn’t allow one of these scopes.');
      const audience = narrowAudience(config.publicUrl, body, row.resource as Audience | null);
      const scopes = wanted.length > 0 ? wanted : (row.scopes as Scope[]);
      return { scopes: scopes.filter((scope) => isStillAllowed(client, scope)), audience };
    },
  };
}

/** An app may have been changed since. */
const isStillAllowed = ({ scopes }: ClientRow, scope: Scope): boolean =>
  scopes.length === 0 || scopes.includes(scope);

/** The app acts for itself, as its service user. The lock lets concurrent requests share one grant. */
function actAsService(runtime: Runtime, client: ClientRow, body: URLSearchParams): Promise<TokenResponse> {
  const { workspace_id: workspaceId, service_id: memberId, client_id: clientId, grant_types: types } = client;
  if (!workspaceId || !memberId || !types.includes('client_credentials'))
    throw oauthProblem('unauthorized_client', 'This app has no service user.');
  const { scopes, audience } = chooseServiceAccess(runtime, client, body);
  return runInWorkspace(runtime, createSystemActor(workspaceId), async (ctx) => {
    await lockApp(ctx, clientId);
    const member = await findMember(ctx, memberId);
    if (!member?.is_active)
      throw oauthProblem('unauthorized_client', 'The service user of this app is deactivated.');
    const grant = await findSoleGrant(ctx, memberId, clientId, false);
    if (grant) return issueTokens(ctx, grant, { scopes, audience, hasRefresh: false });
    const row = { id: generateUuid(), member_id: memberId, client_id: clientId, name: client.name };
    await insertGrant(ctx, { ...row, url: client.url, logo: client.logo, scopes: client.scopes });
    const made = await findSoleGrant(ctx, memberId, clientId, false);
    if (!made) throw invalidGrant();
    return issueTokens(ctx, made, { scopes, audience, hasRefresh: false });
  });
}

/** A platform manages its workspaces by a token that opens nothing else, and so needs no scopes. */
function chooseServiceAccess(
  { config }: Runtime,
  client: ClientRow,
  body: URLSearchParams,
): { readonly scopes: readonly Scope[]; readonly audience: Audience | null } {
  const isPlatform = client.embed_origins !== null;
  const scopes = isPlatform ? parseScopes(body.get('scope')) : resolveScopes(body.get('scope'), client);
  if (!scopes || (isPlatform && scopes.length > 0))
    throw oauthProblem('invalid_scope', 'The app can’t have one of these scopes.');
  if (!isPlatform) return { scopes, audience: narrowAudience(config.publicUrl, body, null) };
  const resources = body.getAll('resource');
  if (resources.some((resource) => resource !== listResources(config.publicUrl, 'platform')[0]))
    throw oauthProblem('invalid_target', 'This token is for the platform API.');
  return { scopes, audience: 'platform' };
}
