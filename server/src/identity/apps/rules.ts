import { findRedirectUriProblem, isLoopback } from '@daybook/contract/apps';
import { appScopes, type Scope } from '@daybook/contract/scopes';

/** Whether codes may be sent there: one of the registered addresses, exactly. On this computer any port may listen (RFC 8252). */
export function isRegisteredUri(registered: readonly string[], given: string): boolean {
  if (findRedirectUriProblem(given) !== undefined) return false;
  return registered.some((uri) => uri === given || withoutPort(uri) === withoutPort(given));
}

/** Only of addresses on this computer; others are compared as they are. */
function withoutPort(uri: string): string {
  const url = new URL(uri);
  if (url.protocol !== 'http:' || !isLoopback(url)) return uri;
  return uri.replace(/^(http:\/\/[^/?]*?)(?::\d*)?(?=[/?]|$)/, '$1');
}

/** What a program says about itself, as RFC 7591 has it. */
export interface ClientMetadata {
  readonly name: string;
  readonly url: string | null;
  readonly redirectUris: readonly string[];
  /** None: whatever a user allows. */
  readonly scopes: readonly Scope[];
  readonly hasSecret: boolean;
}

export interface MetadataProblem {
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata';
  readonly description: string;
}

/** Programs that nobody has connected yet are forgotten after this time. */
export const unusedClientDays = 2;

const maxRedirectUris = 20;
const secretMethods = ['client_secret_basic', 'client_secret_post'];

export function parseMetadata(given: unknown): ClientMetadata | MetadataProblem {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return refuse('Send a JSON object.');
  const fields = given as Record<string, unknown>;
  const redirectUris = fields['redirect_uris'];
  const problem = findUrisProblem(redirectUris);
  if (problem) return { error: 'invalid_redirect_uri', description: problem };
  const method = fields['token_endpoint_auth_method'] ?? 'client_secret_basic';
  if (method !== 'none' && !secretMethods.includes(String(method)))
    return refuse('token_endpoint_auth_method must be none, client_secret_basic or client_secret_post.');
  const unknown = listUnsupported(fields['grant_types'], ['authorization_code', 'refresh_token']);
  if (unknown.length > 0) return refuse('grant_types can be authorization_code and refresh_token.');
  if (listUnsupported(fields['response_types'], ['code']).length > 0)
    return refuse('response_types can be code.');
  const scopes = parseScopes(fields['scope']);
  if (!scopes) return refuse('scope names a scope that apps can’t have.');
  return {
    name: parseName(fields['client_name'], (redirectUris as string[])[0] ?? ''),
    url: parseWebPage(fields['client_uri']),
    redirectUris: redirectUris as string[],
    scopes,
    hasSecret: method !== 'none',
  };
}

const refuse = (description: string): MetadataProblem => ({ error: 'invalid_client_metadata', description });

function findUrisProblem(uris: unknown): string | undefined {
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > maxRedirectUris)
    return `redirect_uris must have 1 to ${maxRedirectUris} addresses.`;
  for (const uri of uris) {
    const problem = typeof uri === 'string' ? findRedirectUriProblem(uri) : 'Must be a text.';
    if (problem) return `redirect_uris: ${problem}`;
  }
  return undefined;
}

function listUnsupported(given: unknown, supported: readonly string[]): unknown[] {
  return given === undefined ? [] : [given].flat().filter((one) => !supported.includes(String(one)));
}

/** Separated by spaces; undefined if one is unknown, or not for apps. */
export function parseScopes(given: unknown): Scope[] | undefined {
  if (given === undefined || given === null) return [];
  const names = String(given).split(' ').filter(Boolean);
  const known = [...new Set(names)].filter((name): name is Scope => appScopes.includes(name as Scope));
  return known.length === new Set(names).size ? known : undefined;
}

const maxNameLength = 60;

/** One line without characters that could hide or reorder what is shown; the host of its address without a name. */
function parseName(given: unknown, redirectUri: string): string {
  const name = String(given ?? '')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return name.slice(0, maxNameLength).trim() || getUriHost(redirectUri);
}

/** For people: the host of a website, or the scheme of a program. */
export function getUriHost(uri: string): string {
  const url = new URL(uri);
  return /^https?:$/.test(url.protocol) ? url.hostname : url.protocol.slice(0, -1);
}

function parseWebPage(given: unknown): string | null {
  const isUrl = typeof given === 'string' && given.length <= 1000 && URL.canParse(given);
  return isUrl && new URL(given).protocol === 'https:' ? given : null;
}

/** Whether a client_id is the address of a document about the client. Plain HTTP is for servers that have no HTTPS themselves. */
export function isDocumentUrl(clientId: string, publicUrl: string): boolean {
  if (!/^https?:\/\/[!-~]+$/.test(clientId) || clientId.length > 500 || !URL.canParse(clientId)) return false;
  const url = new URL(clientId);
  const isSecure = url.protocol === 'https:' || publicUrl.startsWith('http:');
  const isPlain = url.username === '' && url.password === '' && !clientId.includes('#');
  return isSecure && isPlain && url.pathname !== '/' && url.href === clientId;
}

const [minFreshSeconds, maxFreshSeconds] = [300, 86_400];

/** For how long a document is trusted: as it says, within limits. */
export function computeFreshSeconds(cacheControl = ''): number {
  const maxAge = Number(/\bmax-age=(\d{1,9})\b/.exec(cacheControl)?.[1] ?? 3600);
  const seconds = /\bno-(?:store|cache)\b/.test(cacheControl) ? 0 : maxAge;
  return Math.min(maxFreshSeconds, Math.max(minFreshSeconds, seconds));
}
