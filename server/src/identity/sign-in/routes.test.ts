import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { createNeighbour } from '../../../test/neighbour.ts';
import { signIn, withCookie } from '../../../test/session.ts';
import { ownerToken } from '../../../test/runtime.ts';
import type { OwnerCredentials } from '../public.ts';

const app = useApp();
const noor = {
  email: 'noor@juniper.example',
  password: 'a password for noor',
  firstName: 'Noor',
  lastName: 'Haddad',
};
let neighbour: OwnerCredentials;
let noorId: string;

beforeAll(async () => {
  noorId = (await app.post('/organizations/users', noor)).body.resource.uuid;
  // The same person, in another company, with a password of its own.
  neighbour = await createNeighbour(app.runtime, noor.email);
});

const noorSession = async () => (await signIn(app, noor.email, noor.password)).cookie;

describe('POST /session', () => {
  test('201: the user, and a cookie that is HttpOnly and SameSite', async () => {
    const { answer, cookie } = await signIn(app, 'NOOR@Juniper.example', noor.password);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ success: true, resource: { uuid: noorId, email: noor.email } });
    expect(JSON.stringify(answer.body)).not.toMatch(/password|hash/i);
    const [session = '', device = '', ...more] = answer.headers['set-cookie'] as unknown as string[];
    const attributes = session.split('; ');
    expect(attributes[0]).toMatch(/^daybook_session=dbk_[0-9A-Za-z]{46}$/);
    expect(attributes.slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax']);
    expect(device).toMatch(/^daybook_device=\w{32}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/);
    expect(more).toEqual([]);
    const me = await app.get('/session', withCookie(cookie));
    expect(me.status).toBe(200);
    expect(me.body.resource.email).toBe(noor.email);
  });

  test('201: one address in two workspaces, each with its own password', async () => {
    const here = await signIn(app, noor.email, noor.password);
    const there = await signIn(app, noor.email, neighbour.password);
    expect(here.answer.body.resource.name).toBe('Noor Haddad');
    expect(there.answer.body.resource.name).toBe('Petra Novak');
    const users = await app.get('/organizations/users', withCookie(there.cookie));
    expect(users.body.pagination.total).toBe(1);
  });

  test('422: a wrong password and an unknown address get the same answer, and no cookie', async () => {
    const wrong = await signIn(app, noor.email, 'a password for nobody');
    const unknown = await signIn(app, 'nobody@juniper.example', noor.password);
    const noPassword = await signIn(app, 'aiko@juniper.example', noor.password);
    for (const { answer, cookie } of [wrong, unknown, noPassword]) {
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual({ email: ['Incorrect email address or password.'] });
      expect(cookie).toBe('');
    }
  });

  test.each([
    [{}, ['email', 'password']],
    [{ email: 'x', password: '' }, ['email', 'password']],
    [{ email: noor.email, password: 'x'.repeat(201) }, ['password']],
    [{ email: noor.email, password: { $ne: '' } }, ['password']],
  ])('422: %j', async (body, fields) => {
    const { status, body: failure } = await app.post('/session', body, { token: null });
    expect(status).toBe(422);
    expect(Object.keys(failure.errors)).toEqual(fields);
  });
});

describe('one password for several workspaces', () => {
  const both = 'one for both of them';
  let neighbourId: string;
  beforeAll(async () => {
    const { body } = await app.get('/session', { token: neighbour.token });
    neighbourId = body.resource.workspace.uuid;
    const { cookie } = await signIn(app, noor.email, neighbour.password);
    const change = { currentPassword: neighbour.password, password: both };
    await app.put('/session/password', change, withCookie(cookie));
    await app.patch(`/organizations/users/${noorId}`, { password: both });
  });
  afterAll(() => app.patch(`/organizations/users/${noorId}`, { password: noor.password }));

  test('200: the next step is to choose, and no cookie until then; 201: with the choice', async () => {
    const { answer, cookie } = await signIn(app, noor.email, both);
    expect(answer.status).toBe(200);
    expect(cookie).toBe('');
    const { next } = answer.body;
    expect(next).toMatchObject({ step: 'workspace', methods: [] });
    expect(next.workspaces.map(({ name }: { name: string }) => name)).toEqual([
      'Juniper Studio',
      'Fern & Sons',
    ]);
    const step = { challenge: next.challenge, workspace: neighbourId };
    const chosen = await app.post('/session/steps', step, { token: null });
    expect(chosen.status).toBe(201);
    expect(chosen.body.resource.name).toBe('Petra Novak');
    const named = await signIn(app, noor.email, both, { workspace: neighbourId });
    expect(named.answer.body.resource.name).toBe('Petra Novak');
  });

  test('422: a workspace that the password does not open, a challenge of one’s own making, one that is past its time', async () => {
    const { body } = (await signIn(app, noor.email, both)).answer;
    const other = { challenge: body.next.challenge, workspace: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d' };
    expect((await app.post('/session/steps', other, { token: null })).body.errors).toHaveProperty(
      'workspace',
    );
    const forged = { challenge: Buffer.from('{"purpose":"sign-in"}').toString('base64url') };
    expect((await app.post('/session/steps', forged, { token: null })).body.errors).toHaveProperty(
      'challenge',
    );
    await app.patch(`/organizations/users/${noorId}`, { password: 'changed in between' });
    const stale = { challenge: body.next.challenge, workspace: body.next.workspaces[0].uuid };
    const { status, body: said } = await app.post('/session/steps', stale, { token: null });
    expect(status).toBe(422);
    expect(said.errors).toHaveProperty('workspace');
    await app.patch(`/organizations/users/${noorId}`, { password: both });
  });
});

describe('who is asked from another site', () => {
  test.each([
    ['POST', '/v2/session', { email: noor.email, password: noor.password }],
    ['POST', '/v2/public/passkeys/session', {}],
    ['PUT', '/v2/public/invitations/x', {}],
    ['POST', '/public/password-resets', { email: noor.email }],
  ] as const)(
    '403: %s %s, so that nobody is signed in to an account of a stranger',
    async (method, url, payload) => {
      const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
      const { status, body, headers: sent } = await app.inject({ method, url, payload, headers });
      expect(status).toBe(403);
      expect(body.message).toBe('Requests from another site aren’t allowed.');
      expect(sent['set-cookie']).toBeUndefined();
    },
  );
});

describe('fixation', () => {
  test('a session that somebody planted in a browser is over once its user signs in there', async () => {
    const planted = (await signIn(app, noor.email, noor.password)).cookie;
    const own = await signIn(app, noor.email, neighbour.password, { cookies: planted });
    const here = await signIn(app, noor.email, noor.password, { cookies: planted });
    expect(here.answer.status).toBe(201);
    expect(here.cookie).not.toBe(planted);
    expect(own.cookie).not.toBe(planted);
    expect((await app.get('/session', withCookie(planted))).status).toBe(401);
    expect((await app.get('/session', withCookie(here.cookie))).status).toBe(200);
    const made = await signIn(app, noor.email, noor.password, {
      cookies: 'daybook_session=dbk_of-their-own-making',
    });
    expect(made.cookie).toMatch(/^daybook_session=dbk_[0-9A-Za-z]{46}$/);
  });
});

describe('a session', () => {
  test('may do what its user may', async () => {
    const cookie = await noorSession();
    expect((await app.get('/teams', withCookie(cookie))).status).toBe(200);
    expect((await app.get('/organization', withCookie(cookie))).status).toBe(200);
    expect((await app.patch('/organization', { name: 'Mine' }, withCookie(cookie))).status).toBe(403);
    expect((await app.post('/teams', { title: 'Mine' }, withCookie(cookie))).status).toBe(403);
  });

  test.each([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another subdomain', { 'sec-fetch-site': 'same-site' }, 403],
    ['a link from outside', { 'sec-fetch-site': 'none' }, 403],
    ['an old browser elsewhere', { origin: 'https://evil.example' }, 403],
    ['a hidden origin', { origin: 'null' }, 403],
    ['a port away', { origin: 'http://localhost:4001' }, 403],
    ['a look-alike', { origin: 'http://localhost:4000.evil.example' }, 403],
    ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:4000' }, 200],
    ['an old browser here', { origin: 'http://localhost:4000' }, 200],
    ['no browser', {}, 200],
  ])('a change with the cookie from %s', async (_case, headers, expected) => {
    const cookie = await noorSession();
    const path = `/organizations/users/${noorId}`;
    const { status, body } = await app.patch(path, { language: 'fr' }, withCookie(cookie, headers));
    expect(status).toBe(expected);
    if (expected === 403) {
      expect(body).toEqual({
        success: false,
        message: 'Requests from another site aren’t allowed.',
        status: 403,
      });
    }
    const read = await app.get('/session', withCookie(cookie, headers));
    expect(read.status).toBe(200);
  });

  test('a bearer token works from any origin', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://app.example' };
    expect((await app.post('/teams', { title: 'From afar' }, { headers })).status).toBe(201);
  });

  test('401: the cookie as a bearer token, and a bearer token as the cookie', async () => {
    const secret = (await noorSession()).split('=')[1] ?? '';
    expect((await app.get('/whoami', { token: secret })).status).toBe(401);
    expect((await app.get('/whoami', withCookie(`daybook_session=${ownerToken}`))).status).toBe(401);
    expect((await app.get('/whoami', withCookie(`other=1; daybook_session=${secret}; x=y`))).status).toBe(
      200,
    );
    expect((await app.get('/whoami', withCookie(`xdaybook_session=${secret}`))).status).toBe(401);
  });

  test('200: signing out ends it and clears the cookie; other sessions stay valid', async () => {
    const [cookie, other] = [await noorSession(), await noorSession()];
    const { status, body, headers } = await app.delete('/session', undefined, withCookie(cookie));
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, message: 'Signed out.', status: 200 });
    expect(headers['set-cookie']).toMatch(/^daybook_session=; .*Max-Age=0/);
    expect((await app.get('/session', withCookie(cookie))).status).toBe(401);
    expect((await app.get('/session', withCookie(other))).status).toBe(200);
  });

  test('ends when it expires', async () => {
    const cookie = await noorSession();
    await app.runtime.database.pool.query('update session set expires_at = now()');
    expect((await app.get('/session', withCookie(cookie))).status).toBe(401);
  });

  test('ends when the password changes', async () => {
    const cookie = await noorSession();
    await app.patch(`/organizations/users/${noorId}`, { password: 'another password' });
    expect((await app.get('/session', withCookie(cookie))).status).toBe(401);
    expect((await signIn(app, noor.email, noor.password)).answer.status).toBe(422);
    await app.patch(`/organizations/users/${noorId}`, { password: noor.password });
  });

  test('ends when its user is deactivated, and stays ended when they are active again', async () => {
    const cookie = await noorSession();
    await app.delete(`/organizations/users/${noorId}`);
    expect((await app.get('/session', withCookie(cookie))).status).toBe(401);
    expect((await signIn(app, noor.email, noor.password)).answer.status).toBe(422);
    await app.patch(`/organizations/users/${noorId}`, { isActive: true });
    expect((await app.get('/session', withCookie(cookie))).status).toBe(401);
    expect((await signIn(app, noor.email, noor.password)).answer.status).toBe(201);
  });
});
