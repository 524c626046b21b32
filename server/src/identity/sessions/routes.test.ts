import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { listMailsTo } from '../../../test/mail.ts';
import { signIn, withCookie } from '../../../test/session.ts';

const app = useApp();
const noor = {
  email: 'noor@juniper.example',
  firstName: 'Noor',
  lastName: 'Haddad',
  password: 'seven quiet herons',
};
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const sql = (text: string) => app.runtime.database.pool.query(text);

beforeAll(async () => {
  await app.post('/organizations/users', noor);
});

const enter = (cookies?: string) =>
  signIn(app, noor.email, noor.password, {
    headers: { 'user-agent': firefox },
    ...(cookies !== undefined && { cookies }),
  });

describe('GET /sessions', () => {
  test('200: device in words, address, when it was last seen, and which one this is', async () => {
    const [first, second] = [await enter(), await enter()];
    const { status, body } = await app.get('/sessions', withCookie(second.cookie));
    expect(status).toBe(200);
    expect(body.pagination.total).toBe(2);
    expect(body.collection.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent).sort()).toEqual([
      false,
      true,
    ]);
    expect(body.collection[0]).toMatchObject({
      device: 'Firefox on Windows',
      address: '127.0.0.1',
      method: 'password',
    });
    const { body: owners } = await app.get('/sessions');
    expect(owners.collection).toEqual([]);
    await app.delete('/session', undefined, withCookie(first.cookie));
  });

  test('the last use is noted to the minute, with its address', async () => {
    const { cookie } = await enter();
    await sql(`update session set last_seen_at = now() - interval '1 hour', address = 'elsewhere'`);
    await app.get('/whoami', withCookie(cookie));
    await expect
      .poll(async () => (await app.get('/sessions', withCookie(cookie))).body.collection[0].address)
      .toBe('127.0.0.1');
  });
});

describe('DELETE /sessions/{uuid}', () => {
  test('200: it is over at once; 404: somebody else’s, or one that is not there', async () => {
    const [here, there] = [await enter(), await enter()];
    const { body } = await app.get('/sessions', withCookie(there.cookie));
    const current = body.collection.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    const path = `/sessions/${current.uuid}`;
    expect((await app.delete(path)).status).toBe(404);
    expect((await app.delete(path, undefined, withCookie(here.cookie))).status).toBe(200);
    expect((await app.get('/session', withCookie(there.cookie))).status).toBe(401);
    expect((await app.delete(path, undefined, withCookie(here.cookie))).status).toBe(404);
  });
});

describe('DELETE /organizations/users/{uuid}/sessions and /organization/sessions', () => {
  const kim = { ...noor, email: 'kim@juniper.example', firstName: 'Kim' };
  const isIn = async ({ cookie }: { cookie: string }) =>
    (await app.get('/session', withCookie(cookie))).status === 200;
  let [noorId, kimId] = ['', ''];
  beforeAll(async () => {
    kimId = (await app.post('/organizations/users', { ...kim, role: 'admin' })).body.resource.uuid;
    noorId = (await app.get(`/organizations/users?search=${noor.email}`)).body.collection[0].uuid;
  });

  test('200: an admin signs one user out everywhere, and nobody else', async () => {
    const [admin, here, there] = [await signIn(app, kim.email, kim.password), await enter(), await enter()];
    const path = `/organizations/users/${noorId}/sessions`;
    expect((await app.delete(path, undefined, withCookie(admin.cookie))).status).toBe(200);
    expect(await Promise.all([admin, here, there].map(isIn))).toEqual([true, false, false]);
  });

  test('200: of all users, and of oneself, every session but the one that says so', async () => {
    const [admin, other, user] = [
      await signIn(app, kim.email, kim.password),
      await signIn(app, kim.email, kim.password),
      await enter(),
    ];
    await app.delete(`/organizations/users/${kimId}/sessions`, undefined, withCookie(admin.cookie));
    expect(await Promise.all([admin, other, user].map(isIn))).toEqual([true, false, true]);
    const { status } = await app.delete('/organization/sessions', undefined, withCookie(admin.cookie));
    expect(status).toBe(200);
    expect(await Promise.all([admin, user].map(isIn))).toEqual([true, false]);
  });

  test('403: a user; 404: nobody of this workspace', async () => {
    const { cookie } = await enter();
    for (const path of [`/organizations/users/${kimId}/sessions`, '/organization/sessions'])
      expect((await app.delete(path, undefined, withCookie(cookie))).status).toBe(403);
    expect((await app.delete('/organizations/users/K3V9QX0T7ZB2M5A/sessions')).status).toBe(404);
  });
});

describe('a session ends', () => {
  test('after 7 days without use, however long it might have lasted', async () => {
    const { cookie } = await enter();
    await sql(`update session set last_seen_at = now() - interval '6 days 23 hours'`);
    expect((await app.get('/session', withCookie(cookie))).status).toBe(200);
    await sql(`update session set last_seen_at = now() - interval '7 days'`);
    expect((await app.get('/session', withCookie(cookie))).status).toBe(401);
  });

  test('after 30 days, however much it is used', async () => {
    const { cookie } = await enter();
    const { body } = await app.get('/sessions', withCookie(cookie));
    const [session] = body.collection;
    const days = (Date.parse(session.expiresAt) - Date.parse(session.createdAt)) / 86_400_000;
    expect(days).toBeCloseTo(30, 2);
    await sql('update session set expires_at = now(), last_seen_at = now()');
    expect((await app.get('/session', withCookie(cookie))).status).toBe(401);
  });
});

describe('a new device', () => {
  const heading = 'New sign-in to your account';
  const count = async () =>
    (await listMailsTo(app, noor.email)).filter(({ subject }) => subject === heading).length;

  test('is told of by mail; the first of all, and one that is known, are not', async () => {
    await app.post('/organizations/users', { ...noor, email: 'new@juniper.example' });
    const first = await signIn(app, 'new@juniper.example', noor.password);
    expect(await listMailsTo(app, 'new@juniper.example')).toEqual([]);
    await signIn(app, 'new@juniper.example', noor.password, { cookies: first.device });
    expect(await listMailsTo(app, 'new@juniper.example')).toEqual([]);
    const before = await count();
    await enter();
    expect(await count()).toBe(before + 1);
    const [mail] = await listMailsTo(app, noor.email);
    expect(mail?.text).toContain('Firefox on Windows');
    expect(mail?.text).toContain('/app/security');
  });
});

describe('GET /session', () => {
  test('200: user, workspace, role, scopes, preferences and features in one answer, and all that was there before', async () => {
    const { cookie } = await enter();
    const { status, body } = await app.get('/session', withCookie(cookie));
    expect(status).toBe(200);
    expect(body.resource).toMatchObject({
      email: noor.email,
      name: 'Noor Haddad',
      role: 'user',
      user: { email: noor.email },
      workspace: { name: 'Juniper Studio', requireSecondFactor: false, subscription: { status: 'active' } },
      preferences: {
        theme: 'system',
        language: 'en',
        clock: '24',
        firstDayOfWeek: 'monday',
        shortcuts: true,
      },
      features: { crm: true, passwords: true, passkeys: true, singleSignOn: false, signUp: false },
      lacksSecondFactor: false,
    });
    expect(body.resource.scopes).toContain('crm:write');
    expect(body.resource.scopes).not.toContain('admin:full');
    const token = await app.tokenOf(noor.email, ['booking']);
    expect((await app.get('/session', { token })).body.resource.scopes).toEqual(['booking']);
  });
});

describe('GET and PUT /preferences', () => {
  test('200: what is named changes, what is left out stays', async () => {
    const { cookie } = await enter();
    const put = (body: object) => app.put('/preferences', body, withCookie(cookie));
    const first = await put({ theme: 'dark', clock: 12, language: 'de', shortcuts: false });
    expect(first.status).toBe(200);
    expect(first.body.resource).toEqual({
      theme: 'dark',
      language: 'de',
      clock: '12',
      firstDayOfWeek: 'monday',
      shortcuts: false,
    });
    await put({ firstDayOfWeek: 'sunday' });
    await put({});
    const { body } = await app.get('/preferences', withCookie(cookie));
    expect(body.resource).toMatchObject({ theme: 'dark', firstDayOfWeek: 'sunday' });
    expect((await app.get('/session', withCookie(cookie))).body.resource.language).toBe('de');
    expect((await app.get('/preferences')).body.resource.theme).toBe('system');
  });

  test('422: every wrong field at once', async () => {
    const wrong = {
      theme: 'neon',
      clock: '13',
      firstDayOfWeek: 'someday',
      language: 'Klingon!',
      shortcuts: 'yes',
    };
    const { status, body } = await app.put('/preferences', wrong);
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual([
      'clock',
      'firstDayOfWeek',
      'language',
      'shortcuts',
      'theme',
    ]);
  });
});
