import { defaultAppScopes, type Scope } from '@daybook/contract/scopes';
import type { Audience } from '../../platform/auth/authenticate.ts';
import { isRegisteredUri, parseScopes, type ClientRow } from '../apps/public.ts';

export const accessMinutes = 30;
export const codeMinutes = 2;
/** A connection ends after so many days without use. */
export const idleDays = 90;

/** What an app asks a user for, once it is checked. */
export interface AuthorizationRequest {
  readonly client: ClientRow;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly scopes: readonly Scope[];
  readonly audience: Audience | null;
  readonly challenge: string;
  readonly prompt: readonly string[];
}

export type Authorization =
  | { readonly request: AuthorizationRequest }
  /** Neither client nor address are proven, so nothing is sent anywhere. */
  | { readonly unverified: 'client' | 'redirectUri' }
  /** What the app did wrong, sent to it. */
  | { readonly redirect: string };

/** The authorization request of RFC 6749, with PKCE (7636), resource indicators (8707) and the issuer in every answer (9207). */
export function checkAuthorization(
  params: URLSearchParams,
  client: ClientRow | undefined,
  issuer: string,
): Authorization {
  if (!client) return { unverified: 'client' };
  const redirectUri = resolveRedirectUri(params, client);
  if (redirectUri === undefined) return { unverified: 'redirectUri' };
  const state = params.get('state');
  const refuse = (error: string, description: string) => ({
    redirect: buildRedirect({ redirectUri, state }, issuer, { error, error_description: description }),
  });
  if (hasDuplicates(params)) return refuse('invalid_request', 'A parameter is there twice.');
  if (params.has('request') || params.has('request_uri'))
    return refuse('request_not_supported', 'Send the parameters themselves.');
  if (params.get('response_type') !== 'code')
    return refuse('unsupported_response_type', 'response_type must be code.');
  if ((params.get('response_mode') ?? 'query') !== 'query')
    return refuse('invalid_request', 'response_mode must be query.');
  if (!client.grant_types.includes('authorization_code'))
    return refuse('unauthorized_client', 'This app acts as its service user only.');
  const challenge = params.get('code_challenge') ?? '';
  if (params.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge))
    return refuse('invalid_request', 'PKCE with code_challenge_method S256 is required.');
  const scopes = resolveScopes(params.get('scope'), client);
  if (!scopes) return refuse('invalid_scope', 'The app can’t have one of these scopes.');
  const audience = parseAudience(params.getAll('resource'), issuer);
  if (audience === undefined) return refuse('invalid_target', 'There is no such resource here.');
  const prompt = (params.get('prompt') ?? '').split(' ');
  return { request: { client, redirectUri, state, scopes, audience, challenge, prompt } };
}

/** Verified, or undefined. It may be left out where there is only one. */
function resolveRedirectUri(
  params: URLSearchParams,
  { redirect_uris: registered }: ClientRow,
): string | undefined {
  const given = params.getAll('redirect_uri');
  if (given.length > 1) return undefined;
  const [uri] = given;
  if (uri === undefined) return registered.length === 1 ? registered[0] : undefined;
  return isRegisteredUri(registered, uri) ? uri : undefined;
}

/** Several resources may be named (RFC 8707); of everything else there is one. */
export function hasDuplicates(params: URLSearchParams): boolean {
  const names = [...params.keys()].filter((name) => name !== 'resource');
  return new Set(names).size !== names.length;
}

/** What the app asks for, or what it is registered for; undefined if that is more than it may have. */
export function resolveScopes(given: string | null, { scopes }: ClientRow): readonly Scope[] | undefined {
  const allowed = scopes as Scope[];
  const wanted = parseScopes(given);
  if (!wanted) return undefined;
  if (wanted.length === 0) return allowed.length > 0 ? allowed : defaultAppScopes;
  const isWithin = allowed.length === 0 || wanted.every((scope) => allowed.includes(scope));
  return isWithin ? wanted : undefined;
}

/** The whole server, none named or both named: null. Undefined: something that is not here. */
export function parseAudience(resources: readonly string[], issuer: string): Audience | null | undefined {
  const known: Record<string, Audience | null> = {
    [issuer]: null,
    [`${issuer}/v2`]: 'api',
    [`${issuer}/mcp`]: 'mcp',
  };
  const audiences = resources.map((resource) => known[resource.replace(/\/$/, '')]);
  if (audiences.includes(undefined)) return undefined;
  const [first = null, ...others] = audiences as (Audience | null)[];
  return others.every((other) => other === first) ? first : null;
}

const resourcePaths: Readonly<Record<Audience, string>> = {
  api: '/v2',
  mcp: '/mcp',
  platform: '/v2/platform',
  scim: '/scim/v2',
};

/** The resource as RFC 8707 names it. */
export function listResources(issuer: string, audience: Audience | null): string[] {
  const paths = audience === null ? ['/v2', '/mcp'] : [resourcePaths[audience]];
  return paths.map((path) => `${issuer}${path}`);
}

/** An answer to the app. The address stays as it was registered, to the byte. */
export function buildRedirect(
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  issuer: string,
  answer: Readonly<Record<string, string>>,
): string {
  const params = new URLSearchParams({ ...answer, ...(state !== null && { state }), iss: issuer });
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${params.toString()}`;
}
