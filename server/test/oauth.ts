import { createHash, randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import type { Answer, TestApp } from './harness.ts';

/** An app of tests: what a program and the browser of its user send, as plain requests. */

export const callback = 'https://app.example/back';

export interface TestClient {
  readonly clientId: string;
  readonly secret?: string | undefined;
}

export function createPkce() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export async function createClient(
  app: TestApp,
  fields: object = {},
): Promise<TestClient & { uuid: string }> {
  const { status, body } = await app.post('/apps', {
    name: 'Sundial',
    redirectUris: [callback],
    scopes: ['booking', 'timetable', 'events:read'],
    ...fields,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return {
    uuid: body.resource.uuid,
    clientId: body.resource.clientId,
    secret: body.clientSecret ?? undefined,
  };
}

/** A form, as programs send it. */
export function sendForm(
  app: TestApp,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
}

export const identify = ({ clientId, secret }: TestClient): Record<string, string> => ({
  client_id: clientId,
  ...(secret !== undefined && { client_secret: secret }),
});

export function buildAuthorization(
  client: TestClient,
  challenge: string,
  more: Record<string, string | undefined> = {},
): string {
  const fields = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: callback,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'of the app',
    ...more,
  };
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams(given).toString();
}

/** The page at `/oauth/authorize`. */
export function openConsent(app: TestApp, query: string, cookie?: string): Promise<Answer> {
  return app.inject({
    url: `/oauth/authorize?${query}`,
    headers: { accept: 'text/html', ...(cookie !== undefined && { cookie }) },
  });
}

/** Fields of the form that a page shows. */
export function readHidden(html: string, name: string): string {
  const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  return value.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
}

export async function decide(
  app: TestApp,
  query: string,
  cookie: string,
  fields: Record<string, string> = { decision: 'allow' },
): Promise<Answer> {
  const { body } = await openConsent(app, query, cookie);
  const [request, key] = [readHidden(body, 'request'), readHidden(body, 'key')];
  return sendForm(app, '/oauth/authorize', { request, key, ...fields }, { cookie, accept: 'text/html' });
}

export function readRedirect({ headers }: Answer): URLSearchParams {
  return new URL(String(headers['location'])).searchParams;
}

/** Signs nobody in: the browser of this cookie allows the app, which then fetches its tokens. */
export async function connect(
  app: TestApp,
  client: TestClient,
  cookie: string,
  more: Record<string, string | undefined> = {},
): Promise<{ code: string; verifier: string; tokens: Answer['body'] }> {
  const { verifier, challenge } = createPkce();
  const decided = await decide(app, buildAuthorization(client, challenge, more), cookie);
  const code = readRedirect(decided).get('code') ?? '';
  const { body: tokens } = await redeem(app, client, code, verifier);
  return { code, verifier, tokens };
}

export function redeem(
  app: TestApp,
  client: TestClient,
  code: string,
  verifier: string,
  redirect_uri = callback,
): Promise<Answer> {
  const fields = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri };
  return sendForm(app, '/oauth/token', { ...identify(client), ...fields });
}

export function refresh(
  app: TestApp,
  client: TestClient,
  token: string,
  more: Record<string, string> = {},
): Promise<Answer> {
  const fields = { grant_type: 'refresh_token', refresh_token: token, ...more };
  return sendForm(app, '/oauth/token', { ...identify(client), ...fields });
}

/** An address of this machine that nobody listens at, for a server whose metadata must name where it is. */
export async function findFreeOrigin(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return `http://127.0.0.1:${port}`;
}

/** A browser without scripts: it keeps cookies, follows redirects of the server and submits forms. */
export function createBrowser(origin: string) {
  const cookies = new Map<string, string>();
  const send = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { accept: 'text/html', cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { ...headers, ...init.headers },
    });
    for (const text of response.headers.getSetCookie()) {
      const [pair = ''] = text.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (text.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null || !new URL(location, origin).href.startsWith(`${origin}/`) || isCallback(location))
      return response;
    return send(new URL(location, origin).href);
  };
  const isCallback = (location: string) => location.includes('/test-callback');
  return {
    open: (url: string) => send(url),
    submit: (path: string, fields: Record<string, string>) =>
      send(`${origin}${path}`, { method: 'POST', body: new URLSearchParams(fields), headers: { origin } }),
  };
}

/** What a person does in the browser: sign in, read what the app asks for, allow it. Returns what the app is told. */
export async function allowInBrowser(
  origin: string,
  url: string,
  account: { readonly email: string; readonly password: string },
): Promise<URLSearchParams> {
  const browser = createBrowser(origin);
  const start = await (await browser.open(url)).text();
  if (!start.includes('name="password"')) throw new Error(`No sign-in: ${start}`);
  const page = await (await browser.submit('/app/sign-in', account)).text();
  const fields = { request: readHidden(page, 'request'), key: readHidden(page, 'key'), decision: 'allow' };
  const answer = await browser.submit('/oauth/authorize', fields);
  return new URL(answer.headers.get('location') ?? '').searchParams;
}
