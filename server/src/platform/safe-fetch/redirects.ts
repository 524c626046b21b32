/** One request on its way: a redirect makes the next of it. Header names are in lower case. */
export interface RedirectHop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

const redirectStatuses = [301, 302, 303, 307, 308];

export function isRedirect(statusCode: number | null): boolean {
  return statusCode !== null && redirectStatuses.includes(statusCode);
}

/** The request that follows a redirect, as browsers would send it, or a sentence that says why there is none. */
export function resolveNextHop(
  hop: RedirectHop,
  statusCode: number,
  location: string | undefined,
): RedirectHop | string {
  if (location === undefined || !URL.canParse(location, hop.url))
    return 'The redirect has no Location header.';
  const url = new URL(location, hop.url);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return 'The redirect doesn’t lead to an http or https URL.';
  if (hop.url.protocol === 'https:' && url.protocol === 'http:')
    return 'The redirect leads from HTTPS to HTTP.';
  const headers = url.origin === hop.url.origin ? hop.headers : pick(hop.headers, isHarmless);
  if (!becomesGet(statusCode, hop.method)) return { ...hop, url, headers };
  return { url, method: 'GET', headers: pick(headers, (name) => !isAboutBody(name)), body: undefined };
}

function becomesGet(statusCode: number, method: string): boolean {
  if (statusCode === 303) return method !== 'GET' && method !== 'HEAD';
  return (statusCode === 301 || statusCode === 302) && method === 'POST';
}

/** What another origin may read. Whatever is not known to be harmless may be a secret: Authorization, tokens, signatures. */
const harmless = [
  'accept',
  'accept-language',
  'content-type',
  'depth',
  'if-modified-since',
  'if-none-match',
  'prefer',
  'user-agent',
];

const isHarmless = (name: string): boolean => harmless.includes(name);
const isAboutBody = (name: string): boolean => name.startsWith('content-');

function pick(
  headers: Readonly<Record<string, string>>,
  isKept: (name: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name)));
}
