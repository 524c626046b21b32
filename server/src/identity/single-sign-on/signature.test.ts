import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { client } from '../../../test/identity-provider.ts';
import { parseCookies } from '../../../test/session.ts';

/** A provider that signs with whichever key it is told: only the first is the one that it publishes. */
const [published, other] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
const kid = 'the-key';
let signingKey: KeyObject | undefined;
let nonce = '';
const server = createServer((request, response) => {
  const documents: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/keys': () => ({
      keys: [{ ...published?.publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }],
    }),
    '/token': () => ({ access_token: 'x', token_type: 'bearer', id_token: idToken() }),
  };
  request.resume();
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(documents[request.url ?? '']?.() ?? {}));
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function idToken(): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    aud: client.clientId,
    sub: 'mara',
    email: 'mara@juniper.example',
    email_verified: true,
    nonce,
    iat: now,
    exp: now + 300,
  };
  const encoded = [{ alg: 'RS256', kid }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const signed = encoded.join('.');
  const signature = signingKey && createSign('sha256').update(signed).sign(signingKey).toString('base64url');
  return `${signed}.${signature ?? ''}`;
}

const app = useApp({
  config: {
    singleSignOn: {
      ...client,
      issuer,
      domains: [],
      roleClaim: undefined,
      workspace: undefined,
      isOnlyWay: false,
    },
  },
});

async function signInThere() {
  const start = await app.inject({ method: 'GET', url: '/auth/oidc/start' });
  const sent = new URL(String(start.headers['location'])).searchParams;
  nonce = sent.get('nonce') ?? '';
  const cookie = String([start.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  const query = new URLSearchParams({ code: 'x', state: sent.get('state') ?? '' });
  return app.inject({
    method: 'GET',
    url: `/auth/oidc/callback?${query}`,
    headers: { cookie, accept: 'text/html' },
  });
}

test.each([
  ['400: another key signed the ID token', () => other?.privateKey],
  ['400: nobody signed the ID token', () => undefined],
])('%s', async (_case, key) => {
  signingKey = key();
  const answer = await signInThere();
  expect(answer.status).toBe(400);
  expect(parseCookies(answer).cookie).toBe('');
});

test('303: the key that the provider publishes signed it', async () => {
  signingKey = published?.privateKey;
  const answer = await signInThere();
  expect(answer.status).toBe(303);
  expect(parseCookies(answer).cookie).not.toBe('');
});
