import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useApp, type Answer } from '../../../test/harness.ts';
import {
  buildAuthorization,
  callback,
  connect,
  createClient,
  createPkce,
  decide,
  identify,
  openConsent,
  readHidden,
  readRedirect,
  redeem,
  refresh,
  sendForm,
  type TestClient,
} from '../../../test/oauth.ts';
import { setPassword, signIn } from '../../../test/session.ts';
import { listHostileUrls } from '../../platform/safe-fetch/test-hostile.ts';

/** Attacks on the authorization server, each with its answer. docs/guide/apps.md lists them. */

const app = useApp();
const [mara, aiko] = ['mara@juniper.example', 'aiko@juniper.example'];
const password = 'nine patient otters';
let client: TestClient;
let cookie: string;

beforeAll(async () => {
  for (const email of [mara, aiko]) await setPassword(app, email, password);
  client = await createClient(app);
  cookie = (await signIn(app, mara, password)).cookie;
});

const whoami = (token: string) => app.get('/whoami', { token });
const authorize = (more: Record<string, string | undefined>, of = client) =>
  openConsent(app, buildAuthorization(of, createPkce().challenge, more), cookie);

/** Answered by a page of ours: the browser is sent nowhere. */
function expectPage({ status, headers, body }: Answer): void {
  expect([status, headers['location']]).toEqual([400, undefined]);
  expect(body).toContain('Nothing was connected');
}

describe('redirect URI tricks: a page of ours, and the browser is sent nowhere', () => {
  test.each([
    'https://evil.example/back',
    'https://app.example/back/',
    'https://app.example/back?x=1',
    'https://app.example/back#x',
    'https://app.example/back/../evil',
    'https://app.example/BACK',
    'https://app.example:444/back',
    'https://app.example.evil.example/back',
    'https://app.example@evil.example/back',
    'https://evil.example\\@app.example/back',
    'http://app.example/back',
    'HTTPS://app.example/back',
    '//app.example/back',
    'javascript:alert(1)',
    'data:text/html,x',
    ' https://app.example/back',
    'https://app.example/back\r\nSet-Cookie: x=y',
    '',
  ])('%j', async (redirect_uri) => expectPage(await authorize({ redirect_uri })));

  test('on this computer any port may listen, and nothing else differs', async () => {
    const local = await createClient(app, { isConfidential: false, redirectUris: ['http://127.0.0.1/back'] });
    for (const uri of ['http://127.0.0.1:51234/back', 'http://127.0.0.1/back'])
      expect((await authorize({ redirect_uri: uri }, local)).status).toBe(200);
    for (const uri of [
      'http://127.0.0.1:51234/other',
      'http://localhost:51234/back',
      'http://127.0.0.1.evil.example:51234/back',
      'http://127.0.0.1:51234@evil.example/back',
      'https://127.0.0.1:51234/back',
    ])
      expectPage(await authorize({ redirect_uri: uri }, local));
  });

  test.each([
    'http://app.example/x',
    'https://*.app.example/x',
    'https://u:p@app.example/x',
    'javascript:alert(1)',
    'https://app.example/x#y',
    '/x',
  ])('422: %s can’t be registered', async (uri) => {
    const { status, body } = await app.post('/apps', { name: 'X', redirectUris: [uri], scopes: ['booking'] });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['redirectUris.0']]);
  });
});

describe('codes', () => {
  async function allow(more: Record<string, string | undefined> = {}) {
    const { verifier, challenge } = createPkce();
    const decided = await decide(app, buildAuthorization(client, challenge, more), cookie);
    return { code: readRedirect(decided).get('code') ?? '', verifier };
  }

  test('code replay: refused, and the tokens of the first use end', async () => {
    const { code, verifier, tokens } = await connect(app, client, cookie);
    expect((await redeem(app, client, code, verifier)).body.error).toBe('invalid_grant');
    expect((await whoami(tokens.access_token)).status).toBe(401);
    expect((await refresh(app, client, tokens.refresh_token)).body.error).toBe('invalid_grant');
    const { body } = await app.get('/audit-log?action=connected_app.deleted');
    expect(body.collection[0].actor.kind).toBe('system');
  });

  test('an injected or stolen code: worth nothing without its verifier', async () => {
    const { code, verifier } = await allow();
    expect((await redeem(app, client, code, createPkce().verifier)).body.error).toBe('invalid_grant');
    expect((await redeem(app, client, code, '')).body.error).toBe('invalid_grant');
    expect((await redeem(app, client, code, verifier)).status).toBe(200);
  });

  test('a code of another app, or for another address: refused', async () => {
    const { code, verifier } = await allow();
    const other = await createClient(app);
    expect((await redeem(app, other, code, verifier)).body.error).toBe('invalid_grant');
    const fields = { ...identify(client), grant_type: 'authorization_code', code, code_verifier: verifier };
    const elsewhere = await sendForm(app, '/oauth/token', {
      ...fields,
      redirect_uri: 'https://app.example/other',
    });
    expect(elsewhere.body.error).toBe('invalid_grant');
    expect((await redeem(app, client, code, verifier)).status).toBe(200);
  });

  test('a code after its two minutes: refused', async () => {
    const { code, verifier } = await allow();
    await app.runtime.database.pool.query(`update grant_secret set expires_at = now() where kind = 'code'`);
    expect((await redeem(app, client, code, verifier)).body.error).toBe('invalid_grant');
  });

  test.each([
    { code_challenge: undefined },
    { code_challenge_method: undefined },
    { code_challenge_method: 'plain' },
    { code_challenge: 'short' },
  ])('PKCE downgrade %j: invalid_request', async (more) => {
    expect(readRedirect(await authorize(more)).get('error')).toBe('invalid_request');
  });

  test.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_mode: 'form_post' }, 'invalid_request'],
    [{ request_uri: 'https://evil.example/request' }, 'request_not_supported'],
    [{ prompt: 'none' }, 'consent_required'],
  ])('%j: %s', async (more, error) => {
    expect(readRedirect(await authorize(more as Record<string, string>)).get('error')).toBe(error);
  });

  test('mix-up: every answer names its issuer', async () => {
    const { publicUrl } = app.runtime.config;
    const { challenge } = createPkce();
    const allowed = await decide(app, buildAuthorization(client, challenge), cookie);
    expect(readRedirect(allowed).get('iss')).toBe(publicUrl);
    expect(readRedirect(await authorize({ response_type: 'token' })).get('iss')).toBe(publicUrl);
  });
});

describe('tokens', () => {
  test('refresh reuse: refused, and the whole connection ends', async () => {
    const { tokens } = await connect(app, client, cookie);
    const next = (await refresh(app, client, tokens.refresh_token)).body;
    expect((await refresh(app, client, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(app, client, next.refresh_token)).body.error).toBe('invalid_grant');
    expect((await whoami(next.access_token)).status).toBe(401);
  });

  test('a refresh token of another app: refused, and the connection stays', async () => {
    const { tokens } = await connect(app, client, cookie);
    expect((await refresh(app, await createClient(app), tokens.refresh_token)).body.error).toBe(
      'invalid_grant',
    );
    expect((await refresh(app, client, tokens.refresh_token)).status).toBe(200);
  });

  test('one kind of secret for another: refused', async () => {
    const { tokens, code } = await connect(app, client, cookie);
    expect((await refresh(app, client, tokens.access_token)).body.error).toBe('invalid_grant');
    for (const secret of [tokens.refresh_token, code, client.secret ?? ''])
      expect((await whoami(secret)).status).toBe(401);
  });

  test('wrong audience: a token for MCP does not open the API, nor the other way round', async () => {
    const { publicUrl } = app.runtime.config;
    const ping = (token: string) =>
      app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { authorization: `Bearer ${token}` },
        payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'who_am_i', arguments: {} } },
      });
    const mcp = (await connect(app, client, cookie, { resource: `${publicUrl}/mcp` })).tokens.access_token;
    const api = (await connect(app, client, cookie, { resource: `${publicUrl}/v2` })).tokens.access_token;
    const both = (await connect(app, client, cookie)).tokens.access_token;
    expect([(await whoami(mcp)).status, (await whoami(api)).status, (await whoami(both)).status]).toEqual([
      401, 200, 200,
    ]);
    expect([(await ping(mcp)).status, (await ping(api)).status, (await ping(both)).status]).toEqual([
      200, 401, 200,
    ]);
    expect((await ping(mcp)).body.result.structuredContent.result).toEqual({ email: mara });
  });

  test('another resource: invalid_target', async () => {
    const { publicUrl } = app.runtime.config;
    expect(readRedirect(await authorize({ resource: 'https://evil.example' })).get('error')).toBe(
      'invalid_target',
    );
    const { tokens } = await connect(app, client, cookie, { resource: `${publicUrl}/mcp` });
    const wider = await refresh(app, client, tokens.refresh_token, { resource: `${publicUrl}/v2` });
    expect(wider.body.error).toBe('invalid_target');
  });

  test.each(['admin:full', 'crm:write', 'tokens:write', 'root'])(
    'scope escalation to %s: invalid_scope',
    async (scope) => {
      expect(readRedirect(await authorize({ scope: `booking ${scope}` })).get('error')).toBe('invalid_scope');
    },
  );

  test('scope escalation by role: a user’s app gets no more than the user has', async () => {
    const mighty = await createClient(app, { scopes: ['admin:full', 'booking'] });
    const ofAiko = (await signIn(app, aiko, password)).cookie;
    const { tokens } = await connect(app, mighty, ofAiko);
    expect(tokens.scope).toBe('booking');
    const owner = await connect(app, mighty, cookie);
    expect(owner.tokens.scope).toBe('admin:full booking');
    const token = owner.tokens.access_token;
    expect((await app.get('/organization', { token })).status).toBe(200);
    for (const [path, body] of [
      ['/tokens', { name: 'x', scopes: ['booking'] }],
      ['/apps', { name: 'x', scopes: ['booking'], redirectUris: [callback] }],
    ] as const)
      expect((await app.post(path, body, { token })).status).toBe(403);
  });

  test('a deactivated user’s grant: over at once, and stays over', async () => {
    const { body } = await app.post('/organizations/users', {
      email: 'leaving@juniper.example',
      firstName: 'Lea',
      lastName: 'Ving',
      password,
    });
    const theirs = (await signIn(app, 'leaving@juniper.example', password)).cookie;
    const { tokens } = await connect(app, client, theirs);
    await app.patch(`/organizations/users/${body.resource.uuid}`, { isActive: false });
    expect((await whoami(tokens.access_token)).status).toBe(401);
    await app.patch(`/organizations/users/${body.resource.uuid}`, { isActive: true });
    expect((await whoami(tokens.access_token)).status).toBe(401);
    expect((await refresh(app, client, tokens.refresh_token)).body.error).toBe('invalid_grant');
  });
});

describe('the consent page', () => {
  test('CSRF: only a form that this session was shown is accepted, from our own origin', async () => {
    const query = buildAuthorization(client, createPkce().challenge);
    const { body } = await openConsent(app, query, cookie);
    const form = { request: readHidden(body, 'request'), key: readHidden(body, 'key'), decision: 'allow' };
    const send = (fields: object, headers: Record<string, string> = {}) =>
      sendForm(app, '/oauth/authorize', { ...form, ...fields }, { cookie, accept: 'text/html', ...headers });
    const other = (await signIn(app, mara, password)).cookie;
    for (const refused of [
      await send({ key: '' }),
      await send({ key: 'x' }),
      await send({ request: buildAuthorization(client, createPkce().challenge) }),
      await send({}, { cookie: other }),
      await send({}, { origin: 'https://evil.example' }),
      await send({}, { 'sec-fetch-site': 'cross-site' }),
    ])
      expect([refused.status, refused.headers['location']]).toEqual([403, undefined]);
    expect((await send({})).status).toBe(303);
  });

  test('clickjacking: nobody can frame it, and it is never cached', async () => {
    const { headers } = await authorize({});
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['cache-control']).toBe('no-store');
  });

  test('a name that would change the page: shown as text', async () => {
    const { body } = await app.inject({
      method: 'POST',
      url: '/oauth/register',
      payload: {
        client_name: '<img src=x onerror=alert(1)>\u202E',
        redirect_uris: [callback],
        token_endpoint_auth_method: 'none',
      },
    });
    const page = await authorize({}, { clientId: body.client_id });
    expect(page.body).not.toContain('<img src=x');
    expect(page.body).not.toContain('\u202E');
    expect(page.body).toContain('No one in your workspace has approved this app');
  });
});

describe('client ID metadata documents', () => {
  let server: Server;
  let requested = 0;
  beforeAll(async () => {
    server = createServer((_request, response) => {
      requested += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
  });
  afterAll(() => void server.close());

  test('SSRF by a metadata URL: nothing inside is reached', async () => {
    const { port } = server.address() as AddressInfo;
    for (const url of listHostileUrls(port).slice(0, 40)) expectPage(await authorize({}, { clientId: url }));
    expect(requested).toBe(0);
  });

  test('nobody without a session makes the server read one', async () => {
    const { port } = server.address() as AddressInfo;
    const query = buildAuthorization({ clientId: `http://127.0.0.1:${port}/client` }, createPkce().challenge);
    expect((await openConsent(app, query)).headers['location']).toBe('/app?again=1');
    expect(requested).toBe(0);
  });
});
