import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import * as contract from '@daybook/contract/identity';
import { routes } from '@daybook/contract/routes';
import { pino } from 'pino';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { ownerToken, createTestRuntime } from '../../../test/runtime.ts';
import { signIn } from '../../../test/session.ts';
import { endpoints } from '../../slices.ts';
import { openPool } from '../db/connect.ts';
import { createApp } from './app.ts';
import { serve, serveCaller } from './serve.ts';

const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });

const app = useApp({
  log,
  endpoints: [
    ...endpoints.filter(({ route }) => route !== contract.whoami && route !== contract.readOrganization),
    serveCaller(contract.whoami, () => {
      throw new Error('the secret detail');
    }),
    serve(contract.readOrganization, async (ctx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(ctx.db);
      await app.runtime.database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await sql`select 1`.execute(ctx.db);
      throw new Error('not reached');
    }),
  ],
});

const authorization = `Bearer ${ownerToken}`;
const send = (payload: string, type: string | undefined = 'application/json', url = '/v2/teams') =>
  app.inject({
    method: 'POST',
    url,
    headers: { authorization, ...(type !== '' && { 'content-type': type }) },
    payload,
  });
const failure = (status: number, message: string) => ({ success: false, message, status });

describe('a body', () => {
  test.each(['{', '{"title":', 'title=x', '{"title":"x"}}', "{'title':'x'}", ' ', '\u{FEFF}', 'NaN'])(
    '400: %j',
    async (body) => {
      const answer = await send(body);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual(failure(400, 'The request body isn’t valid JSON.'));
    },
  );

  test('413: larger than 1 MB, before it is looked at', async () => {
    const answer = await send(`{"title":"${'x'.repeat(1024 * 1024)}"}`);
    expect(answer.status).toBe(413);
    expect(answer.body).toEqual(failure(413, 'The request body is larger than 1 MB.'));
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/jsonp',
    'nonsense',
    '',
  ])('415: as %j', async (type) => {
    const answer = await send('{"title":"x"}', type);
    expect(answer.status).toBe(415);
    expect(answer.body).toEqual(failure(415, 'Send JSON, with Content-Type: application/json.'));
  });

  test.each(['application/json', 'APPLICATION/JSON; charset=UTF-8', 'application/json;charset=utf-8'])(
    '201: as %s',
    async (type) => {
      expect((await send('{"title":"Typed"}', type)).status).toBe(201);
    },
  );

  test.each(['[]', '[{"title":"x"}]', '"x"', '7', 'true'])('422: %s is no object', async (body) => {
    const answer = await send(body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ body: ['Must be an object.'] });
  });

  test.each(['null', '{}', ''])('422: %j has no field', async (body) => {
    expect((await send(body)).body.errors).toEqual({ title: ['This field is required.'] });
  });

  test('422: a NUL or half a character, however deep, by its path', async () => {
    const { status, body } = await send('{"title":"a\\u0000b","x":[{"y":"\\u0000"}],"half":"\\ud83d"}');
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      title: ['Must be one line, without control characters.', 'Must not contain a null character.'],
      'x.0.y': ['Must not contain a null character.'],
      half: ['Must not contain an incomplete character.'],
    });
    const query = await app.get('/teams?count=%00&toString=%00&__proto__=%00');
    expect(Object.keys(query.body.errors).sort()).toEqual(['count', 'toString']);
  });

  test('404: a null character in the address of anything, by its noun', async () => {
    const user = {
      email: 'nul@juniper.example',
      firstName: 'N',
      lastName: 'Ul',
      password: 'seven quiet herons',
    };
    await app.post('/organizations/users', user);
    const { cookie } = await signIn(app, user.email, user.password);
    const named = [...routes.values()].filter(
      ({ path, access }) => path.includes('{') && access.kind !== 'platform',
    );
    for (const { method, path, takes, access } of named) {
      const url = `/v2${path.replaceAll(/\{\w+\}/g, '%00')}`;
      const headers = access.kind === 'session' ? { cookie } : { authorization };
      const file = takes && { payload: 'x', headers: { ...headers, 'content-type': takes[0] } };
      const { status, body } = await app.inject({ method, url, headers, ...file });
      expect([url, status, body.message]).toEqual([url, 404, expect.stringMatching(/ not found\.$/)]);
    }
    for (const url of [
      '/%00',
      '/%00/x',
      '/x/%00',
      '/team/%00/x',
      '/s/%00',
      '/forms/%00',
      '/bookings/%00',
      '/discovery/%E2%82%AC',
      '/discovery/%0d%0a',
    ]) {
      expect([url, (await app.inject({ method: 'GET', url })).status]).toEqual([url, 404]);
    }
  });

  test('422: fields named like those every object has', async () => {
    const { status, body } = await send('{"title":"x","toString":"\\u0000","valueOf":"\\u0000"}');
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(['toString', 'valueOf']);
  });

  test('422: nested without end', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect((await send(`{"title":"x","deep":${deep}}`)).body.errors).toHaveProperty('deep');
    expect((await send(deep)).status).toBe(422);
  });

  test('__proto__ and constructor.prototype change nothing', async () => {
    const { status, body } = await send(
      '{"title":"Safe","__proto__":{"slug":"polluted","isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
    );
    expect(status).toBe(201);
    expect(body.resource.slug).toBe('safe');
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('emoji, right-to-left and combining characters come back as they were sent', async () => {
    const title = 'Zoë 👩‍👩‍👧 שלום e\u0301 𝔘';
    expect((await app.post('/teams', { title })).body.resource.title).toBe(title);
  });

  test('200: none, announced as JSON, on DELETE', async () => {
    const team = (await app.post('/teams', { title: 'Short' })).body.resource;
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'DELETE', url: `/v2/teams/${team.uuid}`, headers });
    expect(answer.status).toBe(200);
  });
});

describe('an address', () => {
  test.each([
    ['GET', '/v2/nope'],
    ['GET', '/v2'],
    ['PUT', '/v2/nope'],
    ['OPTIONS', '/v2/nope'],
    ['GET', '/v2/teams//'],
    ['GET', '//v2/teams'],
    ['GET', `/v2/teams/${'x'.repeat(2000)}`],
    ['GET', '/docs/nope.js'],
  ] as const)('404: %s %s', async (method, url) => {
    const { status, body } = await app.inject({ method, url, headers: { authorization } });
    expect(status).toBe(404);
    expect(body).toEqual(
      failure(404, expect.stringMatching(/^(Route|Team) not found\.$/) as unknown as string),
    );
  });

  test('404: an unknown route, whatever is wrong with the body', async () => {
    for (const type of ['application/json', 'text/plain']) {
      expect((await send('{', type, '/v2/nope')).body).toEqual(failure(404, 'Route not found.'));
    }
  });

  test('400: one that can’t be decoded', async () => {
    const { status, body } = await app.inject({ url: '/v2/teams/%zz', headers: { authorization } });
    expect(status).toBe(400);
    expect(body).toEqual(failure(400, 'The URL isn’t encoded correctly.'));
  });
});

describe('every answer', () => {
  test.each([
    ['200', 'GET', '/v2/teams'],
    ['401', 'GET', '/v2/teams?token=none'],
    ['404', 'GET', '/nope'],
    ['400', 'GET', '/%zz'],
    ['422', 'GET', '/v2/teams?page=0'],
    ['500', 'GET', '/v2/whoami'],
    ['503', 'GET', '/v2/organization'],
  ] as const)(
    '%s has an X-Request-Id of its own and says nothing to frames and sniffers',
    async (status, method, url) => {
      const headers = status === '401' ? {} : { authorization, 'x-request-id': 'from outside' };
      const answer = await app.inject({ method, url, headers });
      expect(answer.status).toBe(Number(status));
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      expect(answer.headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=(), '),
      });
      expect(answer.headers).not.toHaveProperty('x-powered-by');
      if (url.startsWith('/v2')) expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  test('500: no detail, but an error_id that is in the log with it', async () => {
    const { status, body, headers } = await app.get('/whoami');
    expect(status).toBe(500);
    expect(body).toEqual({ ...failure(500, 'Something went wrong on our side.'), error_id: body.error_id });
    const logged = lines.find((line) => line['errorId'] === body.error_id);
    expect(logged).toMatchObject({
      requestId: headers['x-request-id'],
      route: '/v2/whoami',
      err: { message: 'the secret detail' },
    });
    expect(JSON.stringify(lines)).not.toContain(ownerToken);
  });

  test('403: who tried what, and why not, is in the log; no secret is', async () => {
    const token = await app.tokenOf('aiko@juniper.example', ['teams:read']);
    const { status, headers, body } = await app.post('/teams', { title: 'Not mine to add' }, { token });
    expect(status).toBe(403);
    const logged = lines.find((line) => line['msg'] === 'refused');
    expect(logged).toMatchObject({
      level: 30,
      requestId: headers['x-request-id'],
      method: 'POST',
      route: '/v2/teams',
      memberId: expect.stringMatching(/^[0-9A-Z]{15}$/),
      callerId: expect.any(String),
      reason: body.error.message,
    });
    expect(JSON.stringify(logged)).not.toContain(token);
  });

  test('503 with Retry-After: the connection is lost in the middle of a request', async () => {
    const { status, body, headers } = await app.get('/organization');
    expect(status).toBe(503);
    expect(body).toEqual(
      failure(503, 'The database isn’t available at the moment. Try again in a few seconds.'),
    );
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await app.get('/teams')).status).toBe(200);
  });

  test('503 with Retry-After: the database is away; /healthz still answers', async () => {
    const pool = openPool('postgres://nobody@127.0.0.1:1/nothing', 1);
    const lone = await createApp(createTestRuntime({ pool, restrictRole: false }), endpoints);
    const answer = await lone.inject({ url: '/v2/whoami', headers: { authorization } });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
    const ready = await lone.inject({ url: '/readyz' });
    expect(ready.statusCode).toBe(503);
    expect(ready.json()).toMatchObject({ status: 'not ready', database: 'unreachable' });
    expect((await lone.inject({ url: '/healthz' })).statusCode).toBe(200);
    await lone.close();
    await pool.end();
  });

  test('503 with Retry-After: the server has become a standby; the next request gets another connection', async () => {
    const pool = openPool(app.connection, 1);
    const demoted = await createApp(createTestRuntime({ pool, restrictRole: false }), endpoints);
    const add = () =>
      demoted.inject({
        method: 'POST',
        url: '/v2/teams',
        headers: { authorization },
        payload: { title: 'Late' },
      });
    await pool.query('set default_transaction_read_only = on');
    const refused = await add();
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('2');
    expect((await add()).statusCode).toBe(201);
    await demoted.close();
    await pool.end();
  });

  test('400: bytes that are no UTF-8', async () => {
    const headers = { authorization, 'content-type': 'application/json' };
    const payload = Buffer.from('7b227469746c65223a22fffe227d', 'hex');
    const answer = await app.inject({ method: 'POST', url: '/v2/teams', headers, payload });
    expect(answer.body).toEqual(failure(400, 'The request body isn’t valid UTF-8.'));
  });

  test.each([
    ['400', 'NOT HTTP AT ALL\r\n\r\n', 'The request isn’t valid HTTP.'],
    [
      '431',
      `GET /v2/whoami HTTP/1.1\r\nhost: x\r\nbig: ${'x'.repeat(40_000)}\r\n\r\n`,
      'The headers of the request are too large.',
    ],
  ])('%s: what the parser refuses is answered in our shape too', async (status, bytes, message) => {
    const answer = await talk(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual(failure(Number(status), message));
  });

  test('on a connection that served before, too; an Expect that nobody knows is ignored', async () => {
    const first = `GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: wonders\r\n\r\n`;
    const answers = (await talk(first, 'NOT HTTP AT ALL\r\n\r\n')).split('HTTP/1.1 ').slice(1);
    expect(answers.map((answer) => answer.slice(0, 3))).toEqual(['200', '400']);
    for (const answer of answers) expect(answer).toContain('x-request-id');
  });
});

/** Says each text once the one before was answered, on one connection; everything that came back. */
async function talk(...texts: string[]): Promise<string> {
  await app.app.listen({ host: '127.0.0.1', port: 0 }).catch(() => {});
  const { port } = app.app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  socket.on('data', () => {
    const next = texts.shift();
    if (next !== undefined) socket.write(next);
  });
  socket.write(texts.shift() ?? '');
  return text(socket);
}
