import { isReservedSlug } from '../platform/slugs.ts';

/** By what the directory finds a cell. */
export type Key =
  | { readonly kind: 'secret'; readonly value: string }
  | { readonly kind: 'workspace'; readonly value: string }
  | { readonly kind: 'slug'; readonly value: string }
  | { readonly kind: 'form'; readonly value: string }
  | { readonly kind: 'sign_in_domain'; readonly value: string }
  | { readonly kind: 'domain'; readonly value: string }
  | { readonly kind: 'email'; readonly value: string };

/** What a request says about its cell. */
export interface Choice {
  /** The first that the directory knows decides. */
  readonly keys: readonly Key[];
  /**
   * Where a request goes that no key decides: to `any` cell, since all serve the same; to `every` one in turn, until one knows it;
   * to an `open` one, which creates a workspace.
   */
  readonly otherwise: 'any' | 'every' | 'open';
  /** By which status one of `every` cell says that it doesn't know; 404 by default. */
  readonly unknownStatus?: number;
  /** An email address may have accounts in several cells: `first` asks until one accepts it, `all` tells each. */
  readonly cells?: 'first' | 'all';
  /** The cell itself, named by another one that knows no better. */
  readonly cell?: string;
  /** In which a new workspace is wanted. */
  readonly region?: string;
  /** A sign-in has begun, whose next steps go to the same cell. */
  readonly isSticky?: boolean;
}

export interface Incoming {
  /** Unless it is one of the installation. */
  readonly hostName?: string | undefined;
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** If it was small enough to be read. */
  readonly body: Buffer | string | undefined;
}

type Rule = readonly [path: RegExp, choose: (found: string, request: Incoming) => Choice];

const secret = (value: string): Choice => ({ keys: [{ kind: 'secret', value }], otherwise: 'any' });
const slug = (value: string): Choice => ({ keys: [{ kind: 'slug', value }], otherwise: 'any' });
const form = (value: string): Choice => ({ keys: [{ kind: 'form', value }], otherwise: 'any' });
const domain = (value: string): Choice => ({ keys: [{ kind: 'domain', value }], otherwise: 'any' });
const reference = (value: string): Choice => ({ keys: listReferenceKeys(value), otherwise: 'any' });

/** Public addresses name what they open. It decides even for visitors who are signed in, to a workspace of another cell. */
const rules: readonly Rule[] = [
  [/^\/(?:v2\/)?public\/pages\/(?:team\/)?([^/]+)/, slug],
  [/^\/(?:v2\/)?public\/(?:links|catch|invitations|password-resets|previews)\/([^/]+)/, secret],
  [/^\/(?:v2\/)?public\/calendars\/([^/]+)\.ics$/, secret],
  [/^\/(?:v2\/)?public\/polls\/([^/]+)/, reference],
  [/^\/(?:v2\/)?public\/forms\/([^/]+)/, form],
  [/^\/(?:v2\/)?public\/bookings\/([^/]+)/, (_, request) => chooseByBookingKey(request)],
  [/^\/(?:v2\/)?public\/password-resets$/, (_, request) => ({ ...chooseByEmail(request), cells: 'all' })],
  [/^\/(?:v2\/)?public\/passkeys\//, () => ({ keys: [], otherwise: 'any', isSticky: true })],
  [/^\/(?:v2\/)?public\/calls\//, () => ({ keys: [], otherwise: 'every' })],
  [
    /^\/v2\/session$/,
    (_, request) => (request.method === 'POST' ? chooseByEmail(request) : chooseByCaller(request)),
  ],
  [
    /^\/app\/sign-in$/,
    (_, request) => (request.method === 'POST' ? chooseBySignIn(request) : chooseByCaller(request)),
  ],
  [
    /^\/v2\/session\/steps$/,
    (_, request) => ({ ...secret(readFields(request)['challenge'] ?? ''), isSticky: true }),
  ],
  [/^\/app\/password-reset$/, (_, request) => ({ ...chooseByEmail(request), cells: 'all' })],
  [/^\/app\/sign-up$/, (_, request) => chooseForSignUp(request)],
  [/^\/app\/(?:invitations|password-reset|sign-up)\/([^/]+)/, secret],
  [
    /^\/internal\/domains\/allowed$/,
    (_, request) => domain(readQuery(request).get('domain')?.toLowerCase() ?? ''),
  ],
  [
    /^\/app(?:\/|$)/,
    (_, request) => {
      const embed = readQuery(request).get('embed');
      return embed === null ? chooseByCaller(request) : secret(embed);
    },
  ],
  [/^\/oauth\/(?:token|revoke|introspect)$/, (_, request) => chooseByGrant(request)],
  [/^\/(?:auth\/providers|saml)\/([^/]+)/, reference],
  [/^\/auth\/oidc\/start$/, (_, request) => chooseForSingleSignOn(request)],
  [/^\/auth\/oidc\//, () => ({ keys: [], otherwise: 'any', isSticky: true })],
  [/^\/(?:v2|app|mcp|oauth|scim)(?:\/|$)/, (_, request) => chooseByCaller(request)],
  [/^\/(?:s|unsubscribe|pages\/preview|bookings\/requests)\/([^/]+)/, secret],
  [/^\/(?:join|bookings\/(?:pay|waitlist|polls))\/([^/]+)/, reference],
  [/^\/bookings\/([^/]+)/, (_, request) => chooseByBookingKey(request)],
  [/^\/forms\/([^/]+)/, form],
  [/^\/connect\/[^/]+\/events\/([^/]+)/, reference],
  [/^\/connect\/[^/]+\/changes\/([^/]+)/, secret],
  [/^\/connect\/[^/]+\/callback$/, (_, request) => chooseByCaller(request)],
  [/^\/(?:images|connect)\//, () => ({ keys: [], otherwise: 'every' })],
  [/^\/team\/([^/]+)/, slug],
  [/^\/([^/.]+)/, (first) => (isReservedSlug(first) ? { keys: [], otherwise: 'any' } : slug(first))],
];

/** How the cell of a request is found. A workspace's own domain decides before anything else. */
export function chooseCell(request: Incoming): Choice {
  const choice = chooseByPath(request);
  const { hostName } = request;
  return hostName ? { ...choice, keys: [...domain(hostName).keys, ...choice.keys] } : choice;
}

function chooseByPath(request: Incoming): Choice {
  const [path = '/'] = request.url.split('?', 1);
  const clean = path.length > 1 ? path.replace(/\/+$/, '') : path;
  for (const [pattern, choose] of rules) {
    const match = pattern.exec(clean);
    if (match) return choose(decode(match[1] ?? ''), request);
  }
  return { keys: [], otherwise: 'any' };
}

function chooseByCaller({ headers }: Incoming): Choice {
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(String(headers['authorization'] ?? '')) ?? [];
  const session = findCookie(headers, '__Host-daybook_session') ?? findCookie(headers, 'daybook_session');
  const value = bearer ?? session;
  return { keys: value ? [{ kind: 'secret', value }] : [], otherwise: 'any' };
}

function chooseByEmail(request: Incoming): Choice {
  const email = readFields(request)['email'];
  const keys: Key[] = email ? [{ kind: 'email', value: email.trim().toLowerCase() }] : [];
  return { keys, otherwise: 'any', cells: 'first', isSticky: true };
}

/** Without a password, somebody asks where they sign in: the owner of the domain knows. */
function chooseBySignIn(request: Incoming): Choice {
  const { email = '', password } = readFields(request);
  const choice = chooseByEmail(request);
  const value = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  return password || !email.includes('@')
    ? choice
    : { ...choice, keys: [{ kind: 'sign_in_domain', value }, ...choice.keys] };
}

/** Who comes back from the identity provider is known only then: the cell that they came to may name another one. */
function chooseForSingleSignOn(request: Incoming): Choice {
  const [invitation, cell] = ['invitation', 'cell'].map((name) => readQuery(request).get(name));
  const { keys } = secret(invitation ?? '');
  return { keys: invitation ? keys : [], otherwise: 'any', isSticky: true, ...(cell && { cell }) };
}

/** The form has the region of its link. */
function chooseForSignUp(request: Incoming): Choice {
  if (request.method !== 'POST') return { keys: [], otherwise: 'any' };
  const region = readFields(request)['region'];
  return { keys: [], otherwise: 'open', ...(region && { region }) };
}

function readQuery({ url }: Incoming): URLSearchParams {
  return new URLSearchParams(url.split('?')[1]);
}

function chooseByBookingKey(request: Incoming): Choice {
  const key = readQuery(request).get('key') ?? readFields(request)['key'];
  return { keys: key ? [{ kind: 'secret', value: key }] : [], otherwise: 'every' };
}

/** A code, or an access or refresh token. Without one, an app acts for itself or for users of its platform, in the cell that knows it. */
function chooseByGrant(request: Incoming): Choice {
  const { code, refresh_token: refresh, token } = readFields(request);
  const value = code ?? refresh ?? token;
  return value === undefined ? { keys: [], otherwise: 'every', unknownStatus: 401 } : secret(value);
}

/** A signed reference names its workspace (`platform/sealed-reference.ts`). */
function listReferenceKeys(token: string): Key[] {
  const text = Buffer.from(token, 'base64url').subarray(16).toString();
  const [id] = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?= )/.exec(text) ?? [];
  return id ? [{ kind: 'workspace', value: id }] : [];
}

/** The texts of a body in JSON or of a form. */
function readFields({ headers, body: read = '' }: Incoming): Readonly<Record<string, string | undefined>> {
  const body = read.toString();
  const type = String(headers['content-type'] ?? '');
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(body));
  try {
    const fields = Object.entries(JSON.parse(body) as Record<string, unknown>);
    return Object.fromEntries(
      fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
  } catch {
    return {};
  }
}

export function findCookie(headers: Incoming['headers'], name: string): string | undefined {
  const pairs = String(headers['cookie'] ?? '').split(';');
  return pairs
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
