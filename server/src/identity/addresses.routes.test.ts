import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { findLinkTo, listMailsTo } from '../../test/mail.ts';
import { signIn, withCookie } from '../../test/session.ts';
import { requestResetJob } from './passwords/jobs.ts';

const app = useApp();
const password = 'seven quiet herons';
let count = 0;
let email: string;
let next: string;
let path: string;

beforeEach(async () => {
  count += 1;
  email = `user${count}@juniper.example`;
  next = `other${count}@juniper.example`;
  const fields = { email, firstName: 'Noor', lastName: 'Haddad', password };
  path = `/organizations/users/${(await app.post('/organizations/users', fields)).body.resource.uuid}`;
});

async function resetLink(): Promise<string> {
  await requestResetJob.run(app.runtime, { email });
  return (await findLinkTo(app, email)).token;
}

const reset = (token: string) =>
  app.put(`/public/password-resets/${token}`, { password: 'eleven slow tortoises' }, { token: null });

/** As if the user had signed in some minutes ago. */
const age = (minutes: number) =>
  app.runtime.database.pool.query(
    `update session set created_at = now() - make_interval(mins => $1) where member_id = $2`,
    [minutes, path.split('/').at(-1)],
  );

describe('PATCH /organizations/users/{uuid} with another email', () => {
  test('403: a token without admin:full changes no address; naming the same one is no change', async () => {
    const limited = { token: await app.tokenOf('mara@juniper.example', ['users:write']) };
    const { status, body } = await app.patch(path, { email: next }, limited);
    expect(status).toBe(403);
    expect(body.message).toBe(
      'Setting a password, a higher role or another email address needs the scope admin:full.',
    );
    const own = { token: await app.tokenOf(email, ['users:write']) };
    expect((await app.patch(path, { email: next }, own)).status).toBe(403);
    expect((await app.patch(path, { email: email.toUpperCase() }, limited)).status).toBe(200);
    expect((await app.get(path)).body.resource.email).toBe(email);
  });

  test('200: the old address gets a mail, and every session of the user ends', async () => {
    const { cookie } = await signIn(app, email, password);
    expect((await app.patch(path, { email: next })).status).toBe(200);
    expect((await app.get('/session', withCookie(cookie))).status).toBe(401);
    expect((await listMailsTo(app, email)).map(({ subject }) => subject)).toEqual([
      'Your email address was changed',
    ]);
    expect(await listMailsTo(app, next)).toEqual([]);
    expect((await signIn(app, email, password)).answer.status).toBe(422);
    expect((await signIn(app, next, password)).answer.status).toBe(201);
  });

  test('200: in a session that is new, one’s own; it stays, and the others end', async () => {
    const [here, there] = [await signIn(app, email, password), await signIn(app, email, password)];
    expect((await app.patch(path, { email: next }, withCookie(here.cookie))).status).toBe(200);
    expect((await app.get('/session', withCookie(here.cookie))).body.resource.email).toBe(next);
    expect((await app.get('/session', withCookie(there.cookie))).status).toBe(401);
  });

  test('403: in a session that began longer ago, one’s own; the rest of the profile can be changed', async () => {
    const { cookie } = await signIn(app, email, password);
    await age(16);
    const { status, body } = await app.patch(path, { email: next }, withCookie(cookie));
    expect(status).toBe(403);
    expect(body.message).toContain('Sign in again');
    const rest = { email, timezone: 'Asia/Seoul' };
    expect((await app.patch(path, rest, withCookie(cookie))).status).toBe(200);
  });

  test('409: a reset that was sent to the old address is over', async () => {
    const token = await resetLink();
    await app.patch(path, { email: next });
    expect((await reset(token)).status).toBe(409);
  });

  test('the mail is in the language of its reader', async () => {
    await app.patch(path, { language: 'de' });
    await app.patch(path, { email: next });
    const [mail] = await listMailsTo(app, email);
    expect(mail?.subject).toBe('Ihre Adresse wurde geändert');
    expect(mail?.text).toContain('einem Inhaber oder Admin');
    expect(mail?.text).not.toContain(next);
  });
});

describe('what was open for a user', () => {
  test('409: a reset is over once somebody set the password', async () => {
    const token = await resetLink();
    await app.patch(path, { password: 'thirteen rusty anchors' });
    expect((await reset(token)).status).toBe(409);
  });

  test('409: a reset is over once the user was deactivated, also if they come back', async () => {
    const token = await resetLink();
    await app.delete(path);
    await app.patch(path, { isActive: true });
    expect((await reset(token)).status).toBe(409);
  });

  test('409: the invitations of a deactivated user are withdrawn, also if they come back', async () => {
    await app.patch(path, { role: 'admin' });
    const token = await app.tokenOf(email, ['admin:full']);
    await app.post('/invitations', { email: next }, { token });
    const invitation = (await findLinkTo(app, next)).token;
    await app.delete(path);
    await app.patch(path, { isActive: true });
    expect((await app.get(`/public/invitations/${invitation}`, { token: null })).status).toBe(409);
    expect((await app.post('/invitations', { email: next })).status).toBe(201);
  });

  test('409: an invitation is over once a user has its address, created or changed', async () => {
    const second = `second${count}@juniper.example`;
    await app.post('/invitations', { email: next });
    await app.post('/invitations', { email: second });
    const links = [await findLinkTo(app, next), await findLinkTo(app, second)];
    await app.post('/organizations/users', { email: next, firstName: 'Ines', lastName: 'Okafor' });
    await app.patch(path, { email: second });
    for (const { token } of links) {
      expect((await app.get(`/public/invitations/${token}`, { token: null })).status).toBe(409);
    }
    const { body } = await app.get('/invitations');
    const pending = body.collection.map((row: { email: string }) => row.email);
    expect(pending).not.toContain(next);
    expect(pending).not.toContain(second);
  });
});
