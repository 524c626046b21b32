import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { findLinkTo, listMailsTo } from '../../test/mail.ts';
import { signIn, withCookie } from '../../test/session.ts';
import { createPasskey, type TestPasskey } from './factors/test-authenticator.ts';
import { requestResetJob } from './passwords/jobs.ts';

const app = useApp({ config: { rateLimit: 'off' } });
const [old, fresh] = ['seven quiet herons', 'eleven slow tortoises'];
const anonymous = { token: null };

let count = 0;
let email: string;
let uuid: string;

beforeEach(async () => {
  count += 1;
  email = `keys${count}@juniper.example`;
  const fields = { email, firstName: 'Noor', lastName: 'Haddad', password: old };
  uuid = (await app.post('/organizations/users', fields)).body.resource.uuid;
});

interface Key {
  readonly uuid: string;
  readonly isOpen: () => Promise<boolean>;
}

async function addPasskey(cookie: string): Promise<Key> {
  const passkey: TestPasskey = createPasskey();
  const { body: options } = await app.post('/session/passkeys/challenge', {}, withCookie(cookie));
  const added = await app.post(
    '/session/passkeys',
    { credential: passkey.attest(options) },
    withCookie(cookie),
  );
  const isOpen = async () => {
    const { body } = await app.post('/public/passkeys/challenge', {}, anonymous);
    const { status } = await app.post(
      '/public/passkeys/session',
      { credential: passkey.assert(body) },
      anonymous,
    );
    return status === 201;
  };
  return { uuid: added.body.resource.uuid, isOpen };
}

async function addToken(name = 'Website'): Promise<Key> {
  const { body } = await app.post('/tokens', { name, scopes: ['booking'], userEmail: email });
  const isOpen = async () => (await app.get('/whoami', { token: body.token })).status === 200;
  return { uuid: body.resource.uuid, isOpen };
}

/** Two tokens and two passkeys, and a session beside the one that added them. */
async function openEverything() {
  const [here, there] = [await signIn(app, email, old), await signIn(app, email, old)];
  const keys = [
    await addToken(),
    await addToken('Phone'),
    await addPasskey(here.cookie),
    await addPasskey(here.cookie),
  ] as const;
  const isSignedIn = async ({ cookie }: { cookie: string }) =>
    (await app.get('/session', withCookie(cookie))).status === 200;
  return {
    cookie: here.cookie,
    keep: [keys[0].uuid, keys[2].uuid],
    openKeys: () => Promise.all(keys.map(({ isOpen }) => isOpen())),
    sessions: () => Promise.all([here, there].map(isSignedIn)),
  };
}

async function resetLink(): Promise<string> {
  await app.post('/public/password-resets', { email }, anonymous);
  await requestResetJob.run(app.runtime, { email });
  return `/public/password-resets/${(await findLinkTo(app, email)).token}`;
}

describe('PUT /public/password-resets/{token}', () => {
  test('200: tokens and passkeys are shown, and end with the sessions', async () => {
    const { openKeys, sessions } = await openEverything();
    const path = await resetLink();
    const { status, body } = await app.get(path, anonymous);
    expect(status).toBe(200);
    expect(body.resource).toMatchObject({
      email,
      tokens: [{ name: 'Website', createdBy: 'mara@juniper.example', lastUsedAt: null }, { name: 'Phone' }],
      passkeys: [{ name: 'Passkey' }, { name: 'Passkey' }],
      keepsPasskeys: false,
    });
    expect((await app.put(path, { password: fresh }, anonymous)).status).toBe(200);
    expect(await sessions()).toEqual([false, false]);
    expect(await openKeys()).toEqual([false, false, false, false]);
    expect((await listMailsTo(app, email)).map(({ subject }) => subject)).toContain(
      'A passkey was removed from your account',
    );
  });

  test('200: those that are named stay', async () => {
    const { openKeys, keep } = await openEverything();
    expect((await app.put(await resetLink(), { password: fresh, keep }, anonymous)).status).toBe(200);
    expect(await openKeys()).toEqual([true, false, true, false]);
  });

  test('404: a link that nobody was sent; 409: one that was used; 422: what is no id', async () => {
    expect((await app.get(`/public/password-resets/${'x'.repeat(40)}`, anonymous)).status).toBe(404);
    const path = await resetLink();
    const wrong = await app.put(path, { password: fresh, keep: ['Website'] }, anonymous);
    expect(Object.keys(wrong.body.errors)).toEqual(['keep.0']);
    await app.put(path, { password: fresh }, anonymous);
    expect((await app.get(path, anonymous)).status).toBe(409);
  });

  test('a link from an email does not stand for a second factor: a passkey that is required as one stays', async () => {
    const { openKeys } = await openEverything();
    await app.patch('/organization', { requireSecondFactor: true });
    try {
      const path = await resetLink();
      expect((await app.get(path, anonymous)).body.resource.keepsPasskeys).toBe(true);
      await app.put(path, { password: fresh }, anonymous);
      expect(await openKeys()).toEqual([false, false, true, true]);
    } finally {
      await app.patch('/organization', { requireSecondFactor: false });
    }
  });
});

describe('DELETE /sessions', () => {
  test('200: this session stays; the others, tokens and passkeys end', async () => {
    const { cookie, openKeys, sessions } = await openEverything();
    expect((await app.delete('/sessions', undefined, withCookie(cookie))).status).toBe(200);
    expect(await sessions()).toEqual([true, false]);
    expect(await openKeys()).toEqual([false, false, false, false]);
  });

  test('200: those that are named stay', async () => {
    const { cookie, openKeys, keep } = await openEverything();
    expect((await app.delete('/sessions', { keep }, withCookie(cookie))).status).toBe(200);
    expect(await openKeys()).toEqual([true, false, true, false]);
  });

  test('403: a token, and a session that began long ago', async () => {
    expect((await app.delete('/sessions')).status).toBe(403);
    const { cookie, sessions } = await openEverything();
    const query = `update session set created_at = now() - interval '16 minutes' where member_id = $1`;
    await app.runtime.database.pool.query(query, [uuid]);
    expect((await app.delete('/sessions', undefined, withCookie(cookie))).status).toBe(403);
    expect(await sessions()).toEqual([true, true]);
  });
});

describe('DELETE /organizations/users/{uuid}/sessions', () => {
  const path = () => `/organizations/users/${uuid}/sessions`;

  test('200: an admin sees tokens and passkeys of the user, and ends them with the sessions', async () => {
    const { openKeys, sessions } = await openEverything();
    const { body } = await app.get(`/organizations/users/${uuid}/access`);
    expect(body.resource).toMatchObject({ email, tokens: [{}, {}], passkeys: [{}, {}] });
    expect((await app.delete(path())).status).toBe(200);
    expect(await sessions()).toEqual([false, false]);
    expect(await openKeys()).toEqual([false, false, false, false]);
    expect((await listMailsTo(app, email)).map(({ subject }) => subject)).toContain(
      'One of your API tokens was revoked',
    );
  });

  test('200: those that are named stay', async () => {
    const { openKeys, keep } = await openEverything();
    expect((await app.delete(path(), { keep })).status).toBe(200);
    expect(await openKeys()).toEqual([true, false, true, false]);
  });

  test('200: the token that says so stays, and touches no passkey of its owner', async () => {
    const admin = {
      email: `admin${count}@juniper.example`,
      firstName: 'Kim',
      lastName: 'Ode',
      password: old,
    };
    const { body } = await app.post('/organizations/users', { ...admin, role: 'admin' });
    const token = await app.tokenOf(admin.email, ['users:write']);
    const passkey = await addPasskey((await signIn(app, admin.email, old)).cookie);
    await app.delete(`/organizations/users/${body.resource.uuid}/sessions`, undefined, { token });
    expect((await app.get('/whoami', { token })).status).toBe(200);
    expect(await passkey.isOpen()).toBe(true);
  });

  test('403: an admin ends no session of an owner, alone or with all others', async () => {
    const owner = {
      email: `owner${count}@juniper.example`,
      firstName: 'Olu',
      lastName: 'Ade',
      password: old,
    };
    const { body } = await app.post('/organizations/users', { ...owner, role: 'owner' });
    const { cookie } = await signIn(app, owner.email, old);
    const token = await app.tokenOf('tomas@juniper.example', ['admin:full']);
    const one = await app.delete(`/organizations/users/${body.resource.uuid}/sessions`, undefined, { token });
    expect([one.status, one.body.message]).toEqual([403, 'Only owners can change an owner.']);
    const user = await signIn(app, email, old);
    expect((await app.delete('/organization/sessions', undefined, { token })).status).toBe(200);
    expect((await app.get('/session', withCookie(user.cookie))).status).toBe(401);
    expect((await app.get('/session', withCookie(cookie))).status).toBe(200);
    expect((await app.delete(`/organizations/users/${body.resource.uuid}/sessions`)).status).toBe(200);
    expect((await app.get('/session', withCookie(cookie))).status).toBe(401);
  });
});

describe('a token that the user created for a colleague', () => {
  const addForAiko = async () => {
    await app.patch(`/organizations/users/${uuid}`, { role: 'admin' });
    const { cookie } = await signIn(app, email, old);
    const fields = { name: 'Aiko’s site', scopes: ['booking'], userEmail: 'aiko@juniper.example' };
    const { body } = await app.post('/tokens', fields, withCookie(cookie));
    const isOpen = async () => (await app.get('/whoami', { token: body.token })).status === 200;
    return { cookie, uuid: body.resource.uuid as string, isOpen };
  };
  type SignOut = (body: object, cookie: string) => Promise<{ status: number }>;
  const ways: [string, SignOut][] = [
    ['a reset', async (body) => app.put(await resetLink(), { password: fresh, ...body }, anonymous)],
    ['signing out elsewhere', (body, cookie) => app.delete('/sessions', body, withCookie(cookie))],
    ['an admin', (body) => app.delete(`/organizations/users/${uuid}/sessions`, body)],
  ];

  test.each(ways)('is shown, and ends by %s unless it is kept', async (_case, signOut) => {
    const kept = await addForAiko();
    const { cookie, isOpen } = await addForAiko();
    const { tokens } = (await app.get(`/organizations/users/${uuid}/access`)).body.resource;
    expect(tokens).toMatchObject([
      { uuid: kept.uuid, userEmail: 'aiko@juniper.example', createdBy: email },
      { userEmail: 'aiko@juniper.example', createdBy: email },
    ]);
    expect((await signOut({ keep: [kept.uuid] }, cookie)).status).toBe(200);
    expect([await kept.isOpen(), await isOpen()]).toEqual([true, false]);
  });
});
