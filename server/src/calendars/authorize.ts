import type { calendarAuthorization } from '@daybook/contract/calendars';
import type { z } from 'zod';
import type { Actor } from '../platform/auth/actor.ts';
import { hashSecret } from '../platform/auth/token.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { invalidField, Problem } from '../platform/problems.ts';
import { lockAccount, restoreAccess } from './accounts.store.ts';
import { consumeAuthorization, insertAuthorization } from './authorizations.store.ts';
import { enqueueSync, rejectTooManyConnections } from './connect.ts';
import { explainUnconfigured } from './credentials.ts';
import {
  buildAuthorizationUrl,
  createState,
  createVerifier,
  redeemCode,
  type OAuthGrant,
  type Tokens,
} from './oauth/public.ts';
import { CalendarError, findGrantedAccess, type ExternalCalendar } from './provider/public.ts';
import { findAccess, findApp, createProvider } from './providers.ts';
import { storeCalendars } from './store-calendars.ts';
import { insertConnection } from './store.ts';

const minutes = 10;

/** Where the user allows access. What was begun is stored until they come back, for some minutes. */
export async function startAuthorization(
  ctx: Ctx,
  { config, outbound }: Runtime,
  { provider, access, returnTo }: z.output<typeof calendarAuthorization>,
): Promise<string> {
  const asked = findAccess(provider);
  const app = findApp(config, provider);
  if (!asked || !app) throw invalidField('provider', explainUnconfigured(provider));
  const state = createState();
  const verifier = createVerifier();
  await insertAuthorization(ctx, {
    state_hash: hashSecret(state),
    member_id: ctx.actor.memberId,
    provider,
    verifier_sealed: ctx.secrets.seal(verifier),
    return_to: returnTo,
    expires_at: new Date(ctx.now.getTime() + minutes * 60_000).toISOString(),
  });
  const redirectUri = redirectUriOf(config.publicUrl, provider);
  const { scopes, parameters } = asked;
  return buildAuthorizationUrl(outbound, app, {
    redirectUri,
    state,
    verifier,
    scopes: scopes[access],
    parameters,
  });
}

export type AuthorizationResult =
  | { readonly returnTo: string; readonly refusal?: undefined }
  | {
      readonly refusal: 'expired' | 'denied' | 'not_allowed' | 'too_many' | 'failed';
      readonly returnTo: string | undefined;
    };

/**
 * The browser of a signed-in user came back. It must be the user who began: nobody's account is connected for somebody else, who
 * sent them the address. What was begun is taken once, whatever comes of it.
 */
export async function finishAuthorization(
  runtime: Runtime,
  actor: Actor,
  provider: string,
  query: Readonly<Record<string, string>>,
): Promise<AuthorizationResult> {
  const state = query['state'] ?? '';
  const access = findAccess(provider);
  const begun = access
    ? await runInWorkspace(runtime, actor, (ctx) => consumeAuthorization(ctx, hashSecret(state), provider))
    : undefined;
  if (!begun || !access) return { refusal: 'expired', returnTo: undefined };
  const { return_to: returnTo } = begun;
  if (query['error'] !== undefined) {
    const isDenied = query['error'] === 'access_denied';
    return { refusal: isDenied ? 'denied' : 'failed', returnTo };
  }
  try {
    const verifier = runtime.secrets.unseal(begun.verifier_sealed);
    const granted = await redeem(runtime, provider, query, { state, verifier });
    if (findGrantedAccess(access, granted.scopes) === undefined) return { refusal: 'not_allowed', returnTo };
    const calendars = await createProvider(provider, runtime.outbound).listCalendars({
      url: findApp(runtime.config, provider)?.apiUrl ?? '',
      token: granted.tokens.accessToken,
    });
    await runInWorkspace(runtime, actor, (ctx) => storeAccount(ctx, provider, granted, calendars));
    return { returnTo };
  } catch (error) {
    if (error instanceof Problem && error.status === 409) return { refusal: 'too_many', returnTo };
    const kind = error instanceof CalendarError ? error.kind : undefined;
    if (kind === 'sign_in') return { refusal: 'not_allowed', returnTo };
    runtime.log.warn({ provider, reason: reasonOf(error) }, 'a calendar account could not be connected');
    if (kind === 'refused') return { refusal: 'not_allowed', returnTo };
    return { refusal: 'failed', returnTo };
  }
}

async function redeem(
  { config, outbound, clock }: Runtime,
  provider: string,
  query: Readonly<Record<string, string>>,
  checks: { readonly state: string; readonly verifier: string },
): Promise<OAuthGrant> {
  const app = findApp(config, provider);
  if (!app) throw new CalendarError('unreachable', explainUnconfigured(provider));
  const url = new URL(redirectUriOf(config.publicUrl, provider));
  url.search = new URLSearchParams(query).toString();
  return redeemCode(outbound, app, { url, ...checks, now: clock.now() });
}

/** The same account again is the same connection, with new access: what was chosen there stays. */
async function storeAccount(
  ctx: Ctx,
  provider: string,
  { tokens, scopes }: OAuthGrant,
  calendars: readonly ExternalCalendar[],
): Promise<void> {
  const account = calendars.find((calendar) => calendar.account !== undefined)?.account;
  if (account === undefined) throw new CalendarError('content', 'This account has no calendars.');
  const { memberId } = ctx.actor;
  const known = await lockAccount(ctx, { memberId, provider, accountKeys: [account.toLowerCase()] });
  if (!known) await rejectTooManyConnections(ctx, memberId);
  const refreshToken = tokens.refreshToken ?? (known && refreshTokenIn(ctx, known.secret_sealed));
  if (refreshToken === undefined)
    throw new CalendarError('content', 'The provider didn’t send a refresh token.');
  const id = known?.id ?? generateUuid();
  const access = {
    account,
    secret_sealed: ctx.secrets.seal(JSON.stringify({ ...tokens, refreshToken } satisfies Tokens)),
    scopes: [...scopes],
  };
  if (known) await restoreAccess(ctx, id, access);
  else
    await insertConnection(ctx, {
      id,
      member_id: memberId,
      provider,
      account_key: account.toLowerCase(),
      authorized_at: ctx.now.toISOString(),
      listed_at: ctx.now.toISOString(),
      ...access,
    });
  await storeCalendars(ctx, { id, memberId }, calendars);
  await enqueueSync(ctx, id);
}

const refreshTokenIn = ({ secrets }: Ctx, sealed: Buffer): string =>
  (JSON.parse(secrets.unseal(sealed)) as Tokens).refreshToken;

const redirectUriOf = (publicUrl: string, provider: string): string =>
  `${publicUrl}/connect/${provider}/callback`;

/** Without the address of the request, which holds the code. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');
