import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OAuthApp } from './provider/public.ts';

/** What Google and Microsoft have in common: a server on loopback that grants access to accounts, and refuses when told to. */

// oxlint-disable-next-line no-explicit-any -- whatever the wire has
export type Json = any;

export interface FakeRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: Json;
}

export interface FakeAnswer {
  readonly status: number;
  readonly body?: Json;
  readonly headers?: Record<string, string>;
}

/** What a provider sends to an address of ours; the test passes it on. */
export type Notifier = (message: {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}) => Promise<{ readonly status: number; readonly body: unknown; readonly type: string }>;

export interface AccountServer {
  readonly app: OAuthApp;
  /** Requests to the interface, as `METHOD /path`. */
  readonly seen: string[];
  /** What people do at the consent screen, and how tokens behave. */
  readonly consent: {
    isDenied: boolean;
    allows: (scope: string) => boolean;
    expiresInSeconds: number;
    rotates: boolean;
    slowMs: number;
  };
  readonly grants: { readonly refreshes: number; readonly revoked: number };
  /** Every secret that it has given out. */
  secrets(): string[];
  /** A token, for tests that need no browser. */
  grant(): Promise<string>;
  /** The owner takes the access back. */
  revoke(): void;
  /** Tokens are not accepted any more, though the grant holds. */
  forgetAccessTokens(): void;
  /** The next requests whose path matches get this instead. */
  failNext(path: RegExp, answer: FakeAnswer, times?: number): void;
  /** A browser that opens the address and agrees: where it is led. */
  consentAt(url: string): Promise<string>;
  notifier: Notifier;
  close(): Promise<void>;
}

interface Grant {
  readonly scopes: string[];
  refreshToken: string;
  isRevoked: boolean;
}

export async function startAccountServer(
  clock: { now(): Date },
  errorBody: (reason: string) => Json,
  serve: (request: FakeRequest, self: () => AccountServer) => FakeAnswer | Promise<FakeAnswer>,
): Promise<AccountServer> {
  const codes = new Map<string, { challenge: string; redirectUri: string; scopes: string[] }>();
  const grants: Grant[] = [];
  const access = new Map<string, { grant: Grant; endsMs: number }>();
  const failures: { path: RegExp; answer: FakeAnswer; times: number }[] = [];
  const secret = (): string => randomBytes(12).toString('base64url');
  let refreshes = 0;
  const consent: AccountServer['consent'] = {
    isDenied: false,
    allows: () => true,
    expiresInSeconds: 3600,
    rotates: false,
    slowMs: 0,
  };

  const tokensOf = (grant: Grant): FakeAnswer => {
    const token = secret();
    access.set(token, { grant, endsMs: clock.now().getTime() + consent.expiresInSeconds * 1000 });
    return {
      status: 200,
      body: {
        access_token: token,
        refresh_token: grant.refreshToken,
        token_type: 'Bearer',
        expires_in: consent.expiresInSeconds,
        scope: grant.scopes.join(' '),
      },
    };
  };
  const refused = (error: string): FakeAnswer => ({ status: 400, body: { error } });

  const authorize = ({ url }: FakeRequest): FakeAnswer => {
    const given = (name: string): string => url.searchParams.get(name) ?? '';
    const target = new URL(given('redirect_uri'));
    target.searchParams.set('state', given('state'));
    if (given('client_id') !== server.app.clientId || given('code_challenge_method') !== 'S256')
      return { status: 400 };
    if (consent.isDenied) target.searchParams.set('error', 'access_denied');
    else {
      const code = secret();
      const scopes = given('scope').split(' ').filter(consent.allows);
      codes.set(code, { challenge: given('code_challenge'), redirectUri: given('redirect_uri'), scopes });
      target.searchParams.set('code', code);
    }
    return { status: 302, headers: { location: target.href } };
  };

  const token = async ({ body }: FakeRequest): Promise<FakeAnswer> => {
    const form = new URLSearchParams(body);
    if (form.get('client_secret') !== server.app.clientSecret)
      return { status: 401, body: { error: 'invalid_client' } };
    if (form.get('grant_type') === 'authorization_code') {
      const code = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (!code || code.challenge !== challenge || code.redirectUri !== form.get('redirect_uri'))
        return refused('invalid_grant');
      const grant = { scopes: code.scopes, refreshToken: secret(), isRevoked: false };
      grants.push(grant);
      return tokensOf(grant);
    }
    refreshes += 1;
    if (consent.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, consent.slowMs));
    const grant = grants.find(({ refreshToken }) => refreshToken === form.get('refresh_token'));
    if (!grant || grant.isRevoked) return refused('invalid_grant');
    if (consent.rotates) grant.refreshToken = secret();
    return tokensOf(grant);
  };

  const api = (request: FakeRequest): FakeAnswer | Promise<FakeAnswer> => {
    server.seen.push(`${request.method} ${decodeURIComponent(request.url.pathname.replace('/api', ''))}`);
    const held = access.get((request.headers.authorization ?? '').replace('Bearer ', ''));
    if (!held || held.grant.isRevoked || held.endsMs <= clock.now().getTime())
      return { status: 401, body: errorBody('authError') };
    const failure = failures.find(({ path, times }) => times > 0 && path.test(request.url.pathname));
    if (!failure) return serve(request, () => server);
    failure.times -= 1;
    return failure.answer;
  };

  const http = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const isJson = (incoming.headers['content-type'] ?? '').includes('json');
      const request: FakeRequest = {
        method: incoming.method ?? 'GET',
        url: new URL(incoming.url ?? '/', origin),
        headers: incoming.headers,
        body: isJson && text ? JSON.parse(text) : text,
      };
      const handle =
        request.url.pathname === '/authorize' ? authorize : request.url.pathname === '/token' ? token : api;
      void Promise.resolve(handle(request)).then(({ status, body, headers = {} }) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(body === undefined ? '' : JSON.stringify(body));
      });
    });
  });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server: AccountServer = {
    app: {
      clientId: 'daybook',
      clientSecret: 'a secret between the two',
      issuer: origin,
      authorizeUrl: `${origin}/authorize`,
      tokenUrl: `${origin}/token`,
      apiUrl: `${origin}/api`,
    },
    seen: [],
    consent,
    grants: {
      get refreshes() {
        return refreshes;
      },
      get revoked() {
        return grants.filter(({ isRevoked }) => isRevoked).length;
      },
    },
    secrets: () => [...access.keys(), ...grants.map(({ refreshToken }) => refreshToken)],
    async grant() {
      const grant = { scopes: [], refreshToken: secret(), isRevoked: false };
      grants.push(grant);
      return tokensOf(grant).body.access_token;
    },
    revoke() {
      for (const grant of grants) grant.isRevoked = true;
    },
    forgetAccessTokens: () => access.clear(),
    failNext: (path, answer, times = 1) => failures.push({ path, answer, times }),
    async consentAt(url) {
      const answer = await fetch(url, { redirect: 'manual' });
      return answer.headers.get('location') ?? '';
    },
    notifier: async () => ({ status: 404, body: '', type: '' }),
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
  return server;
}
