import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import * as oidc from 'openid-client';
import type { Runtime } from '../../platform/context.ts';
import { isForeignAccount, toPerson, toValues, type AttributeNames, type Person } from './rules.ts';
import { buildAddresses } from './service.ts';
import type { ProviderRef, ProviderRow } from './store.ts';

/** OpenID Connect with a provider that a workspace has named. Every request to it goes through the safe fetch. */

const timeoutSeconds = 10;
const maxResponseBytes = 256 * 1024;
const maxSubjectLength = 1000;

export async function discoverIssuer(runtime: Runtime, row: ProviderRow): Promise<oidc.Configuration> {
  const url = new URL(row.issuer);
  // Without this, the ID token is believed because of the connection that it came by.
  const execute = [oidc.enableNonRepudiationChecks];
  if (url.protocol === 'http:') execute.push(oidc.allowInsecureRequests);
  const secret = row.client_secret_sealed ? runtime.secrets.unseal(row.client_secret_sealed) : '';
  return oidc.discovery(url, row.client_id ?? '', secret, undefined, {
    execute,
    timeout: timeoutSeconds,
    [oidc.customFetch]: createSafeFetch(runtime),
  });
}

function createSafeFetch({ outbound }: Pick<Runtime, 'outbound'>): oidc.CustomFetch {
  return async (url, { method, headers, body }) => {
    const content = body === undefined || body === null ? undefined : String(body);
    const outcome = await outbound.request(url, {
      method,
      headers: headers as Record<string, string>,
      ...(content !== undefined && { body: content }),
      timeoutMs: timeoutSeconds * 1000,
      maxResponseBytes,
    });
    if (outcome.statusCode === null || outcome.isTruncated)
      throw new Error(outcome.error ?? 'The answer is too long.');
    const hasBody = ![204, 205, 304].includes(outcome.statusCode);
    return new Response(hasBody ? outcome.body : null, {
      status: outcome.statusCode,
      headers: outcome.headers,
    });
  };
}

interface Started {
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export async function startOidc(
  runtime: Runtime,
  row: ProviderRow,
  { ref, isAgain, email }: { ref: ProviderRef; isAgain: boolean; email: string | undefined },
): Promise<Started> {
  const configuration = await discoverIssuer(runtime, row);
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: buildAddresses(runtime, ref).redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(email !== undefined && { login_hint: email }),
    ...(isAgain && { prompt: 'login', max_age: '0' }),
  });
  return { url: url.href, state, nonce, verifier };
}

export async function finishOidc(
  runtime: Runtime,
  row: ProviderRow,
  ref: ProviderRef,
  query: Readonly<Record<string, string>>,
  expected: { readonly verifier: string; readonly nonce: string },
): Promise<Person> {
  const configuration = await discoverIssuer(runtime, row);
  const url = new URL(`${buildAddresses(runtime, ref).redirectUri}?${new URLSearchParams(query).toString()}`);
  const tokens = await oidc.authorizationCodeGrant(configuration, url, {
    pkceCodeVerifier: expected.verifier,
    expectedState: query['state'] ?? '',
    expectedNonce: expected.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('The provider sent no ID token.');
  const names = row.attributes as AttributeNames;
  const token = toValues(claims);
  // Some providers put claims into the ID token, others only into userinfo.
  const lacks = !token.has(names.email || 'email') || (names.groups ? !token.has(names.groups) : false);
  const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const info =
    lacks && hasMore ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
  if (claims.sub.length > maxSubjectLength) throw new Error('The subject is too long.');
  const person = toPerson(mergeClaims(token, toValues(info)), names, {
    subject: claims.sub,
    session: typeof claims['sid'] === 'string' ? claims['sid'] : null,
    provenAt: readProof(claims['auth_time'], runtime.clock.now()),
  });
  return isForeignAccount(row, claims) ? { ...person, email: null } : person;
}

/** Never later than now: a proof of tomorrow would count as recent for a day. */
function readProof(authTime: unknown, now: Date): string | undefined {
  if (typeof authTime !== 'number' || !(authTime >= 0)) return undefined;
  return new Date(Math.min(authTime * 1000, now.getTime())).toISOString();
}

/** An address and whether it is verified come from the same place: one says nothing about an address of the other. */
function mergeClaims(token: ReturnType<typeof toValues>, info: ReturnType<typeof toValues>) {
  const merged = new Map([...info, ...token]);
  const source = token.has('email') ? token : info;
  const isVerified = source.get('email_verified');
  if (isVerified) merged.set('email_verified', isVerified);
  else merged.delete('email_verified');
  return merged;
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

export interface LogoutToken {
  readonly id: string;
  readonly subject: string | undefined;
  readonly session: string | undefined;
  readonly validUntil: Date;
}

/** Verifies a logout token of the back channel (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
export async function verifyLogoutToken(
  runtime: Runtime,
  row: ProviderRow,
  token: string,
): Promise<LogoutToken> {
  const configuration = await discoverIssuer(runtime, row);
  const { jwks_uri: keysUrl, issuer } = configuration.serverMetadata();
  const response = await createSafeFetch(runtime)(keysUrl ?? '', { method: 'GET', headers: {} } as never);
  const keys = createLocalJWKSet((await response.json()) as JSONWebKeySet);
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: row.client_id ?? '',
    algorithms,
    maxTokenAge: '5m',
    clockTolerance: 60,
    currentDate: runtime.clock.now(),
    requiredClaims: ['jti', 'iat'],
  });
  const { jti, sub, sid, events, nonce } = payload as Record<string, unknown>;
  const isLogout = typeof events === 'object' && events !== null && logoutEvent in events;
  if (!isLogout || nonce !== undefined) throw new Error('This is not a logout token.');
  if (typeof sub !== 'string' && typeof sid !== 'string') throw new Error('The logout token names nobody.');
  return {
    id: String(jti),
    subject: typeof sub === 'string' ? sub : undefined,
    session: typeof sid === 'string' ? sid : undefined,
    validUntil: new Date(runtime.clock.now().getTime() + 10 * 60_000),
  };
}
