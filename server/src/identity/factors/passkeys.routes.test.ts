import { beforeAll, describe, expect, test } from 'vitest';
import { useApp, type Answer } from '../../../test/harness.ts';
import { findLinkTo, listMailsTo } from '../../../test/mail.ts';
import { parseCookies, signIn, withCookie } from '../../../test/session.ts';
import { countByStatus, repeatConcurrently } from '../../../test/times.ts';
import { createPasskey, type TestPasskey } from './test-authenticator.ts';

let nowMs = Date.parse('2027-01-11T06:00:00Z');
const app = useApp({ clock: { now: () => new Date(nowMs) } });
const noor = {
  email: 'noor@juniper.example',
  firstName: 'Noor',
  lastName: 'Haddad',
  password: 'seven quiet herons',
};
let cookie: string;
let passkey: TestPasskey;

const own = () => withCookie(cookie);
const options = async (path = '/public/passkeys/challenge') => (await app.post(path, {}, own())).body;
const add = async (key: TestPasskey, name?: string) => {
  const credential = key.attest(await options('/session/passkeys/challenge'));
  return app.post('/session/passkeys', { credential, ...(name !== undefined && { name }) }, own());
};
const enter = (credential: object) => app.post('/public/passkeys/session', { credential }, { token: null });
const refused = (answer: Answer) => {
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual({ credential: ['The passkey didn’t work. Try again.'] });
  expect(answer.headers['set-cookie']).toBeUndefined();
};

beforeAll(async () => {
  await app.post('/organizations/users', noor);
  ({ cookie } = await signIn(app, noor.email, noor.password));
  passkey = createPasskey();
  await add(passkey, 'Phone');
});

describe('adding', () => {
  test('201: listed by name, told of by mail; a second device is as good', async () => {
    const second = createPasskey();
    const { body } = await add(second);
    expect(body.resource).toMatchObject({ name: 'Passkey', lastUsedAt: null });
    const list = await app.get('/session/passkeys', own());
    expect(list.body.collection.map(({ name }: { name: string }) => name)).toEqual(['Phone', 'Passkey']);
    expect((await listMailsTo(app, noor.email))[0]?.subject).toBe('A passkey was added to your account');
    expect((await enter(second.assert(await options()))).status).toBe(201);
  });

  test('the browser is told which passkeys there are, for whom, and that it must ask its owner', async () => {
    const told = await options('/session/passkeys/challenge');
    expect(told).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: noor.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(told.excludeCredentials.map(({ id }: { id: string }) => id)).toContain(passkey.id);
  });

  test('409: one that is known already, here or in another account', async () => {
    const { status, body } = await add(passkey);
    expect(status).toBe(409);
    expect(body.message).toBe('This passkey was already added.');
  });

  test('422: a challenge of another session, of a sign-in, used before, or past its time', async () => {
    const fresh = createPasskey();
    const post = (credential: object, as = cookie) =>
      app.post('/session/passkeys', { credential }, withCookie(as));
    const elsewhere = (await signIn(app, noor.email, noor.password)).cookie;
    const theirs = (await app.post('/session/passkeys/challenge', {}, withCookie(elsewhere))).body;
    refused(await post(fresh.attest(theirs)));
    refused(await post(fresh.attest(await options())));
    const mine = await options('/session/passkeys/challenge');
    refused(await post(fresh.attest(mine, { origin: 'https://evil.example' })));
    refused(await post(fresh.attest(mine)));
    const old = await options('/session/passkeys/challenge');
    nowMs += 5 * 60_000;
    refused(await post(fresh.attest(old)));
  });

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['nobody asked', { isUserVerified: false }],
  ])('422: made for %s', async (_case, cheats) => {
    const challenge = await options('/session/passkeys/challenge');
    refused(
      await app.post('/session/passkeys', { credential: createPasskey().attest(challenge, cheats) }, own()),
    );
  });

  test('403: a token adds none', async () => {
    const { status, body } = await app.post('/session/passkeys/challenge', {});
    expect(status).toBe(403);
    expect(body.message).toBe('API tokens can’t do this. Sign in to the dashboard instead.');
  });
});

describe('signing in', () => {
  test('201: without a password, and the session counts as one with a second factor', async () => {
    const answer = await enter(passkey.assert(await options()));
    expect(answer.status).toBe(201);
    expect(answer.body.resource.email).toBe(noor.email);
    const { cookie: fresh } = parseCookies(answer);
    const { body } = await app.get('/sessions', withCookie(fresh));
    expect(body.collection.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).method).toBe('passkey');
  });

  test('422: the same answer of a passkey is worth nothing the second time, nor to several at once', async () => {
    const credential = passkey.assert(await options());
    expect(countByStatus(await repeatConcurrently(5, () => enter(credential)))).toEqual({ 201: 1, 422: 4 });
    refused(await enter(credential));
  });

  test('422: the account that the authenticator names is the one of the passkey', async () => {
    const key = createPasskey();
    const { user } = await options('/session/passkeys/challenge');
    await add(key);
    const named = async (userHandle: string) => enter(key.assert(await options(), { userHandle }));
    refused(await named(Buffer.from('somebody else').toString('base64url')));
    expect((await named(user.id)).status).toBe(201);
  });

  test('422: a counter that does not go on belongs to a copy', async () => {
    expect((await enter(passkey.assert(await options(), { counter: 50 }))).status).toBe(201);
    refused(await enter(passkey.assert(await options(), { counter: 50 })));
    refused(await enter(passkey.assert(await options(), { counter: 7 })));
    expect((await enter(passkey.assert(await options(), { counter: 51 }))).status).toBe(201);
  });

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:4001' }],
    ['another host', { rpId: 'evil.example' }],
    ['a challenge that nobody gave out', { challenge: 'b3duIG1ha2luZw' }],
    ['nobody asked', { isUserVerified: false }],
  ])('422: signed for %s', async (_case, cheats) => {
    refused(await enter(passkey.assert(await options(), cheats)));
  });

  test('422: a passkey that nobody has, one of a user who was deactivated, one that was removed', async () => {
    refused(await enter(createPasskey().assert(await options())));
    const leaver = { ...noor, email: 'leaver@juniper.example' };
    const { body } = await app.post('/organizations/users', leaver);
    const before = cookie;
    ({ cookie } = await signIn(app, leaver.email, leaver.password));
    const key = createPasskey();
    const made = await add(key);
    expect((await enter(key.assert(await options()))).status).toBe(201);
    await app.delete(`/organizations/users/${body.resource.uuid}`);
    refused(await enter(key.assert(await options())));
    await app.patch(`/organizations/users/${body.resource.uuid}`, { isActive: true });
    ({ cookie } = parseCookies(await enter(key.assert(await options()))));
    expect((await app.delete(`/session/passkeys/${made.body.resource.uuid}`, undefined, own())).status).toBe(
      200,
    );
    refused(await enter(key.assert(await options())));
    cookie = before;
  });

  test('409: the last passkey of somebody without a password stays, until they have set one', async () => {
    const email = 'pia@juniper.example';
    await app.post('/invitations', { email });
    const path = `/public/invitations/${(await findLinkTo(app, email)).token}`;
    const [key, second] = [createPasskey(), createPasskey()];
    const challenge = (await app.post(`${path}/challenge`, { name: 'Pia Berg' }, { token: null })).body;
    const joined = await app.put(path, { name: 'Pia Berg', passkey: key.attest(challenge) }, { token: null });
    const before = cookie;
    ({ cookie } = parseCookies(joined));
    const { uuid } = (await add(second)).body.resource;
    const all = (await app.get('/session/passkeys', own())).body.collection as { uuid: string }[];
    const remove = (id: string) => app.delete(`/session/passkeys/${id}`, undefined, own());
    expect(countByStatus(await Promise.all(all.map((one) => remove(one.uuid))))).toEqual({ 200: 1, 409: 1 });
    const left = (await app.get('/session/passkeys', own())).body.collection[0];
    const refusal = await remove(left.uuid);
    expect(refusal.status).toBe(409);
    expect(refusal.body.message).toContain('Set a password');
    expect((await remove(left.uuid === uuid ? (all[0]?.uuid ?? '') : uuid)).status).toBe(404);

    const set = () => app.put('/session/password', { password: 'eleven slow tortoises' }, own());
    const age = (minutes: number) =>
      app.runtime.database.pool.query(`update session set created_at = now() - make_interval(mins => $1)`, [
        minutes,
      ]);
    await age(16);
    expect((await set()).status).toBe(403);
    await age(0);
    expect((await set()).status).toBe(200);
    expect((await set()).body.errors).toEqual({ currentPassword: ['This field is required.'] });
    expect((await remove(left.uuid)).status).toBe(200);
    expect((await signIn(app, email, 'eleven slow tortoises')).answer.status).toBe(201);
    cookie = before;
  });

  test("404: somebody else's passkey is not there to be removed", async () => {
    const { body } = await app.get('/session/passkeys', own());
    const owner = await signIn(app, 'leaver@juniper.example', noor.password);
    const path = `/session/passkeys/${body.collection[0].uuid}`;
    expect((await app.delete(path, undefined, withCookie(owner.cookie))).status).toBe(404);
  });
});
