import * as oauth from 'openid-client';
import type { Outbound } from '../../platform/safe-fetch/safe-fetch.ts';
import { CalendarError, type OAuthApp } from '../provider/public.ts';

/** Access that the owner of an account grants at the provider: authorization code with PKCE (RFC 6749, 7636). */

/** Stored sealed. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** ISO time. */
  readonly expiresAt: string;
}

export interface OAuthGrant {
  readonly tokens: Omit<Tokens, 'refreshToken'> & { readonly refreshToken: string | undefined };
  /** What was allowed: people may untick some of it. */
  readonly scopes: readonly string[];
}

export const createState = (): string => oauth.randomState();
export const createVerifier = (): string => oauth.randomPKCECodeVerifier();

const timeoutMs = 10_000;
/** When a provider does not say how long a token lasts. */
const usualSeconds = 3600;

interface Authorization {
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string;
  readonly verifier: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export async function buildAuthorizationUrl(
  outbound: Outbound,
  app: OAuthApp,
  { redirectUri, scopes, state, verifier, parameters }: Authorization,
): Promise<string> {
  const url = oauth.buildAuthorizationUrl(clientOf(outbound, app), {
    ...parameters,
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return url.href;
}

/** Takes the code with which the browser came back. Throws whatever speaks against it. */
export async function redeemCode(
  outbound: Outbound,
  app: OAuthApp,
  { url, state, verifier, now }: { url: URL; state: string; verifier: string; now: Date },
): Promise<OAuthGrant> {
  const answer = await oauth.authorizationCodeGrant(clientOf(outbound, app), url, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
  return grantedOf(answer, now);
}

/** A provider may give a new refresh token each time, and take the old one back. */
export async function refreshTokens(
  outbound: Outbound,
  app: OAuthApp,
  known: Tokens,
  now: Date,
): Promise<Tokens> {
  try {
    const answer = await oauth.refreshTokenGrant(clientOf(outbound, app), known.refreshToken);
    const { tokens } = grantedOf(answer, now);
    return { ...tokens, refreshToken: tokens.refreshToken ?? known.refreshToken };
  } catch (error) {
    throw refusalOf(error);
  }
}

function grantedOf(answer: Awaited<ReturnType<typeof oauth.refreshTokenGrant>>, now: Date): OAuthGrant {
  const seconds = answer.expires_in ?? usualSeconds;
  return {
    tokens: {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token,
      expiresAt: new Date(now.getTime() + seconds * 1000).toISOString(),
    },
    scopes: (answer.scope ?? '').split(' ').filter(Boolean),
  };
}

/** Only a grant that was revoked or has expired needs its owner; anything else may pass. */
function refusalOf(error: unknown): CalendarError {
  if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant')
    return new CalendarError(
      'sign_in',
      'Access to this account was revoked or has expired. Reconnect the account.',
    );
  if (error instanceof oauth.ResponseBodyError && error.status < 500 && error.status !== 429)
    return new CalendarError(
      'sign_in',
      `The provider rejected this server (${error.error}). Its operator must check the client id and secret.`,
    );
  return new CalendarError('unreachable', 'The provider didn’t renew access to this account.');
}

function clientOf(outbound: Outbound, app: OAuthApp): oauth.Configuration {
  const client = new oauth.Configuration(
    { issuer: app.issuer, authorization_endpoint: app.authorizeUrl, token_endpoint: app.tokenUrl },
    app.clientId,
    app.clientSecret,
  );
  client[oauth.customFetch] = (url, { method, headers, body }) =>
    fetchGuarded(outbound, url, { method, headers, body });
  // The addresses are our own, and plain HTTP only where a test sets it.
  if (app.tokenUrl.startsWith('http:')) oauth.allowInsecureRequests(client);
  return client;
}

async function fetchGuarded(
  outbound: Outbound,
  url: string,
  { method, headers, body }: Pick<oauth.CustomFetchOptions, 'method' | 'headers' | 'body'>,
): Promise<Response> {
  const outcome = await outbound.request(url, {
    method,
    headers,
    ...(body !== undefined && body !== null && { body: String(body) }),
    timeoutMs,
    maxResponseBytes: 64 * 1024,
  });
  if (outcome.statusCode === null) throw new TypeError(outcome.error ?? 'No answer.');
  return new Response(outcome.body, { status: outcome.statusCode, headers: outcome.headers });
}
