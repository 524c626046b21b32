import { routes } from '@daybook/contract/routes';
import { describe, expect, test } from 'vitest';
import { createPage } from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import { ownerToken } from '../../../test/runtime.ts';
import { signIn } from '../../../test/session.ts';

const app = useApp();
const authorization = `Bearer ${ownerToken}`;
const id = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';
const urlOf = (path: string) => `/v2${path.replaceAll(/\{\w+\}/g, id)}`;
/** All but the stream that goes on. */
const gets = [...routes.values()].filter(({ method, path }) => method === 'GET' && path !== '/live');

describe('HEAD', () => {
  test('answers what GET does, without a body, on every GET of the contract that only reads', async () => {
    for (const { path } of gets.filter(({ writes }) => !writes)) {
      const [get, head] = await Promise.all(
        (['GET', 'HEAD'] as const).map((method) =>
          app.app.inject({ method, url: urlOf(path), headers: { authorization } }),
        ),
      );
      expect([path, head?.statusCode, head?.body]).toEqual([path, get?.statusCode, '']);
    }
  });

  test.each(['/openapi.json', '/docs/', '/healthz', '/metrics', '/mara-lindqvist', '/dev/mail'])(
    '200: %s',
    async (url) => {
      expect((await app.inject({ method: 'HEAD', url })).status).toBe(200);
    },
  );
});

describe('405', () => {
  test.each([
    ['PUT', '/v2/teams', 'GET, HEAD, POST'],
    ['POST', `/v2/teams/${id}`, 'DELETE, GET, HEAD, PATCH'],
    ['DELETE', '/mara-lindqvist/intro-call', 'GET, HEAD, POST'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['PUT', '/v2/crm/objects', 'GET, HEAD, POST'],
    ['PUT', '/v2/crm/changes', 'GET, HEAD'],
    ['POST', '/v2/crm/changes', 'GET, HEAD'],
    ['PUT', '/v2/crm/imports', 'GET, HEAD'],
    ['POST', '/v2/crm/imports', 'GET, HEAD'],
    ['POST', '/team/discovery', 'GET, HEAD'],
    ['POST', '/dev/mail', 'GET, HEAD'],
  ] as const)('%s %s names what the address takes', async (method, url, allow) => {
    const { status, body, headers } = await app.inject({ method, url, headers: { authorization } });
    expect([status, headers['allow']]).toEqual([405, allow]);
    expect(body).toEqual({
      success: false,
      message: `This URL accepts ${allow}, not ${method}.`,
      status: 405,
    });
  });

  test('HEAD on a GET that creates something', async () => {
    const { path } = gets.find(({ writes }) => writes) as { path: string };
    const { status, headers } = await app.inject({
      method: 'HEAD',
      url: urlOf(path),
      headers: { authorization },
    });
    expect([status, headers['allow']]).toEqual([405, 'GET']);
  });
});

test('a trailing slash is answered like none', async () => {
  const answer = await app.get('/teams/?count=2');
  expect([answer.status, answer.body]).toEqual([200, (await app.get('/teams?count=2')).body]);
  for (const url of ['/mara-lindqvist/', '/public/pages/mara-lindqvist/intro-call/', '/readyz/', '/docs/']) {
    expect([url, (await app.inject({ url })).status]).toEqual([url, 200]);
  }
});

describe('from pages of other origins', () => {
  const origin = 'https://shop.example';

  test('204: a preflight of any API route names its methods and headers, without credentials', async () => {
    for (const { path } of routes.values()) {
      const headers = { origin, 'access-control-request-method': 'POST' };
      const answer = await app.inject({ method: 'OPTIONS', url: urlOf(path), headers });
      expect([path, answer.status]).toEqual([path, 204]);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': expect.stringMatching(/\b(GET|POST|PUT|PATCH|DELETE)\b/),
        'access-control-allow-headers': expect.stringContaining('Authorization'),
      });
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  test('answers and errors can be read; pages can’t', async () => {
    const allowed = async (url: string, headers: Record<string, string> = {}) =>
      (await app.inject({ url, headers: { origin, ...headers } })).headers['access-control-allow-origin'];
    expect(await allowed('/v2/teams', { authorization })).toBe('*');
    expect(await allowed('/v2/teams')).toBe('*');
    expect(await allowed('/public/pages/mara-lindqvist/intro-call')).toBe('*');
    expect(await allowed('/mara-lindqvist')).toBeUndefined();
    expect(await allowed('/dev/mail')).toBeUndefined();
  });
});

test('Accept is ignored: the API answers JSON whatever it says', async () => {
  const { status, headers } = await app.get('/teams', { headers: { accept: 'application/xml' } });
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
});

describe('a GET that creates something', () => {
  const writing = gets.filter(({ writes }) => writes);

  test('401: the cookie of a session does not open it, since a link on another site could', async () => {
    expect(writing.map(({ path }) => path)).toEqual(['/event-types/{uuid}/single-use-link']);
    const password = 'a long password of tests';
    const { body } = await app.post('/organizations/users', {
      email: 'cookie@juniper.example',
      firstName: 'Coo',
      lastName: 'Kie',
      role: 'admin',
      password,
    });
    expect(body.success).toBe(true);
    const { cookie } = await signIn(app, 'cookie@juniper.example', password);
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    expect((await app.inject({ url: '/v2/whoami', headers })).status).toBe(200);
    const page = await createPage(app, { title: 'Cookie' });
    for (const { path } of writing) {
      const url = `/v2${path.replace('{uuid}', page.uuid)}`;
      expect((await app.inject({ url, headers })).status).toBe(401);
      expect((await app.inject({ url, headers: { authorization } })).status).toBe(200);
    }
    const { rows } = await app.runtime.database.pool.query(`select 1 from link where kind = 'single_use'`);
    expect(rows).toHaveLength(1);
  });
});
