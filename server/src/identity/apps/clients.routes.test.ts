import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { buildAuthorization, callback, connect, createPkce, openConsent } from '../../../test/oauth.ts';
import { setPassword, signIn } from '../../../test/session.ts';

const app = useApp({
  config: {
    outboundAllow: ['127.0.0.0/8'],
    rateLimit: { perToken: 6000, perAddress: 600 },
  },
});
const password = 'nine patient otters';
let cookie: string;

beforeAll(async () => {
  await setPassword(app, 'mara@juniper.example', password);
  cookie = (await signIn(app, 'mara@juniper.example', password)).cookie;
});

describe('client ID metadata documents', () => {
  let server: Server;
  let url: string;
  let reads = 0;
  let answer: { status?: number; body: string; headers?: Record<string, string> };
  beforeAll(async () => {
    server = createServer((_request, response) => {
      reads += 1;
      response.writeHead(answer.status ?? 200, answer.headers ?? {}).end(answer.body);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
  });
  afterAll(() => void server.close());
  let next = 0;
  beforeEach(() => {
    reads = 0;
    next += 1;
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client-${next}`;
  });

  const document = (more: object = {}) =>
    JSON.stringify({ client_id: url, client_name: 'Assistant', redirect_uris: [callback], ...more });
  const open = () => openConsent(app, buildAuthorization({ clientId: url }, createPkce().challenge), cookie);

  test('an app that the server has never seen is read once, and connected', async () => {
    answer = { body: document() };
    const { tokens } = await connect(app, { clientId: url }, cookie);
    expect((await app.get('/whoami', { token: tokens.access_token })).status).toBe(200);
    await open();
    expect(reads).toBe(1);
    const { body } = await app.get('/connected-apps');
    expect(body.collection[0].app).toMatchObject({ clientId: url, name: 'Assistant', isApproved: false });
  });

  test('one that changed is read again when it is stale; one that is gone ends no connection', async () => {
    answer = { body: document() };
    const { tokens } = await connect(app, { clientId: url }, cookie);
    await app.runtime.database.pool.query('update registered_client set fresh_until = now()');
    answer = { status: 404, body: '' };
    expect((await open()).status).toBe(400);
    expect((await app.get('/whoami', { token: tokens.access_token })).status).toBe(200);
    answer = { body: document({ client_name: 'Renamed' }) };
    expect((await open()).body).toContain('Connect Renamed');
  });

  test.each([
    ['another client_id', () => ({ body: document({ client_id: 'https://other.example/client' }) })],
    ['no JSON', () => ({ body: '<html>' })],
    ['a list', () => ({ body: '[]' })],
    ['null', () => ({ body: 'null' })],
    ['a secret', () => ({ body: document({ client_secret: 'x' }) })],
    [
      'a method with a secret',
      () => ({ body: document({ token_endpoint_auth_method: 'client_secret_post' }) }),
    ],
    ['no redirect URIs', () => ({ body: document({ redirect_uris: [] }) })],
    ['a bad redirect URI', () => ({ body: document({ redirect_uris: ['javascript:alert(1)'] }) })],
    ['more than 10 kB', () => ({ body: document({ padding: 'x'.repeat(11_000) }) })],
    ['a redirect', () => ({ status: 302, body: '', headers: { location: 'http://127.0.0.1/other' } })],
  ] as const)('400: %s', async (_case, make) => {
    answer = make();
    const { status, body } = await open();
    expect([status, body.includes('Unknown app')]).toEqual([400, true]);
  });
});

describe('POST /oauth/register', () => {
  const register = (payload: object | string, ip = '203.0.113.7') =>
    app.inject({
      method: 'POST',
      url: '/oauth/register',
      remoteAddress: ip,
      headers: { 'content-type': 'application/json' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });

  test('201: a program without a secret, and one with', async () => {
    const open = await register({
      redirect_uris: ['http://localhost:1234/cb'],
      token_endpoint_auth_method: 'none',
    });
    expect(open.status).toBe(201);
    expect(open.body).toMatchObject({
      token_endpoint_auth_method: 'none',
      client_name: 'localhost',
      redirect_uris: ['http://localhost:1234/cb'],
    });
    expect(open.body.client_secret).toBeUndefined();
    const secret = await register({ client_name: 'Chat', redirect_uris: [callback], scope: 'booking' });
    expect(secret.body).toMatchObject({ client_secret_expires_at: 0, scope: 'booking' });
    expect(secret.body.client_secret).toMatch(/^dbs_/);
    const { tokens } = await connect(
      app,
      { clientId: secret.body.client_id, secret: secret.body.client_secret },
      cookie,
    );
    expect(tokens.scope).toBe('booking');
  });

  test.each([
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://app.example/x'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [7] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [callback], scope: 'tokens:write' }, 'invalid_client_metadata'],
    [{ redirect_uris: [callback], grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    [{ redirect_uris: [callback], grant_types: ['implicit'] }, 'invalid_client_metadata'],
    [{ redirect_uris: [callback], response_types: ['token'] }, 'invalid_client_metadata'],
    [{ redirect_uris: [callback], token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
    [[], 'invalid_client_metadata'],
  ])('400: %j', async (payload, error) => {
    const { status, body } = await register(payload);
    expect([status, body.error]).toEqual([400, error]);
  });

  test('429: 60 an hour from one network', async () => {
    const fields = { redirect_uris: [callback], token_endpoint_auth_method: 'none' };
    for (let time = 0; time < 60; time += 1)
      expect((await register(fields, '198.51.100.9')).status).toBe(201);
    expect((await register(fields, '198.51.100.9')).status).toBe(429);
    expect((await register(fields, '198.51.100.80')).status).toBe(201);
  });

  test('programs that nobody connected are forgotten after two days, others with their last token', async () => {
    const { rows } = await app.runtime.database.pool.query<{ days: number; used: boolean }>(
      `select round(extract(epoch from r.expires_at - now()) / 86400)::int as days,
         exists (select from app_grant g where g.client_id = r.client_id) as used from registered_client r`,
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const { days, used } of rows) expect(days).toBe(used ? 92 : 2);
  });
});
