import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useDns } from '../../../test/dns.ts';
import { useApp } from '../../../test/harness.ts';
import { parseCookies, withCookie } from '../../../test/session.ts';
import { verifyDomain } from '../../../test/single-sign-on.ts';

/** A provider that signs whatever it is told, and what it was last asked. */
const [key, other] = await Promise.all([1, 2].map(() => generateKeyPair('RS256', { extractable: true })));
const told = { claims: {} as Record<string, unknown>, signer: key, challenge: '', verifier: '' };
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', async () => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/token') told.verifier = new URLSearchParams(body).get('code_verifier') ?? '';
    response.end(JSON.stringify(await documents[request.url ?? '']?.()));
  });
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const documents: Record<string, () => unknown> = {
  '/.well-known/openid-configuration': () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  }),
  '/keys': async () => ({
    keys: [{ ...(await exportJWK(key?.publicKey as never)), kid: 'k', alg: 'RS256', use: 'sig' }],
  }),
  '/token': async () => ({ access_token: 'x', token_type: 'bearer', id_token: await signToken(told.claims) }),
};

const signToken = (claims: object, signer = told.signer) =>
  new SignJWT({ iss: issuer, aud: 'daybook', ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(signer?.privateKey as never);

const dns = useDns();
const app = useApp({
  config: {
    get outboundDns() {
      return dns.servers;
    },
    outboundAllow: ['127.0.0.0/8'],
  },
});
const closed = useApp({ config: { outboundAllow: [] } });
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const fields = {
  kind: 'oidc',
  name: 'Keycloak',
  issuer,
  clientId: 'daybook',
  clientSecret: 'between the two',
};
// oxlint-disable-next-line no-explicit-any -- as it came over the wire
let provider: any;
const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '');

beforeAll(async () => {
  await verifyDomain(app, dns, 'juniper.example');
  const { uuid } = (await app.post('/identity-providers', { ...fields, domains: ['juniper.example'] })).body
    .resource;
  provider = (await app.patch(`/identity-providers/${uuid}`, { isEnabled: true })).body.resource;
});

async function signInThere(claims: object, { signer = key, state = '' } = {}) {
  const start = await app.inject({ method: 'GET', url: pathOf(provider.service.startUrl) });
  const sent = new URL(String(start.headers['location'])).searchParams;
  const cookie = String([start.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  told.challenge = sent.get('code_challenge') ?? '';
  told.signer = signer;
  told.claims = { nonce: sent.get('nonce'), ...claims };
  const query = new URLSearchParams({ code: 'x', state: state || (sent.get('state') ?? '') });
  const answer = await app.inject({
    method: 'GET',
    url: `${pathOf(provider.service.redirectUri)}?${query}`,
    headers: { cookie, accept: 'text/html' },
  });
  return { ...answer, session: parseCookies(answer).cookie };
}

test('303: a first sign-in creates a user, with PKCE', async () => {
  const claims = { sub: 'n1', email: 'nadia@juniper.example', given_name: 'Nadia', family_name: 'Rahal' };
  const { status, session } = await signInThere(claims);
  expect(status).toBe(303);
  expect((await app.get('/session', withCookie(session))).body.resource.user).toMatchObject({
    email: 'nadia@juniper.example',
    role: 'user',
  });
  expect(told.verifier.length).toBeGreaterThanOrEqual(43);
  expect(told.challenge).not.toBe('');
});

test('a proof of the future counts as one of now', async () => {
  await signInThere({ sub: 'early', email: 'early@juniper.example', auth_time: Date.now() / 1000 + 86_400 });
  const { rows } = await app.runtime.database.pool.query(
    `select proven_at <= now() + interval '5 seconds' as is_past from session s join member m on m.id = s.member_id
     where m.email = 'early@juniper.example'`,
  );
  expect(rows).toEqual([{ is_past: true }]);
});

describe('refused', () => {
  const person = { sub: 'n2', email: 'noor@juniper.example' };
  test.each([
    ['400: another key signed it', person, { signer: other }],
    ['400: another nonce', { ...person, nonce: 'another' }, {}],
    ['400: another audience', { ...person, aud: 'another' }, {}],
    ['400: another issuer', { ...person, iss: 'https://evil.example' }, {}],
    ['400: another state', person, { state: 'another' }],
    ['400: a subject that is too long', { ...person, sub: 'x'.repeat(3000) }, {}],
    ['403: an address that the provider has not verified', { ...person, email_verified: false }, {}],
    ['403: an address of another domain', { ...person, email: 'noor@other.example' }, {}],
  ])('%s', async (name, claims, options) => {
    const { status, session } = await signInThere(claims, options);
    expect([status, session]).toEqual([Number(name.slice(0, 3)), '']);
  });
});

describe('back-channel logout', () => {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const logOut = async (token: string) =>
    app.inject({
      method: 'POST',
      url: pathOf(provider.service.logoutUri),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    });
  const isSignedIn = async (session: string) =>
    (await app.get('/session', withCookie(session))).status === 200;

  test('200: ends the session that it names, and no other', async () => {
    const claims = { sub: 'n3', email: 'lou@juniper.example' };
    const [one, two] = [
      await signInThere({ ...claims, sid: 'one' }),
      await signInThere({ ...claims, sid: 'two' }),
    ];
    const token = await signToken({ sub: 'n3', sid: 'one', jti: 'j1', events });
    expect((await logOut(token)).status).toBe(200);
    expect([await isSignedIn(one.session), await isSignedIn(two.session)]).toEqual([false, true]);
    expect((await logOut(token)).status, 'a second use').toBe(400);
    expect((await logOut(await signToken({ sub: 'n3', jti: 'j2', events }))).status).toBe(200);
    expect(await isSignedIn(two.session)).toBe(false);
  });

  test.each([
    ['another key', async () => signToken({ sub: 'n3', jti: 'j3', events }, other)],
    ['an ID token', async () => signToken({ sub: 'n3', jti: 'j4' })],
    ['a nonce', async () => signToken({ sub: 'n3', jti: 'j5', events, nonce: 'x' })],
    ['no ID', async () => signToken({ sub: 'n3', events })],
    ['nobody', async () => signToken({ jti: 'j6', events })],
    ['another audience', async () => signToken({ sub: 'n3', jti: 'j7', events, aud: 'another' })],
    ['no token', async () => 'x'],
  ])('400: %s', async (_name, create) => {
    expect((await logOut(await create())).status).toBe(400);
  });
});

test('the test says what can be read, and what is missing', async () => {
  const { body } = await app.post(`/identity-providers/${provider.uuid}/test`, {});
  expect(body.resource).toMatchObject({ isPassed: true });
  const none = { ...fields, issuer: `${issuer}/none` };
  const { uuid } = (await app.post('/identity-providers', none)).body.resource;
  const failed = await app.post(`/identity-providers/${uuid}/test`, {});
  expect(failed.body.resource.isPassed).toBe(false);
});

test('503: an issuer in a private network is not reached, unless the operator allows it', async () => {
  const { uuid } = (await closed.post('/identity-providers', fields)).body.resource;
  const { service } = (await closed.patch(`/identity-providers/${uuid}`, { isEnabled: true })).body.resource;
  const answer = await closed.inject({ method: 'GET', url: pathOf(service.startUrl) });
  expect(answer.status).toBe(503);
  const { body } = await closed.post(`/identity-providers/${uuid}/test`, {});
  expect(JSON.stringify(body)).toContain('private or reserved network');
});
