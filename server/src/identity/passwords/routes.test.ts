import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { findLinkTo, listMailsTo } from '../../../test/mail.ts';
import { createNeighbour } from '../../../test/neighbour.ts';
import { signIn, withCookie } from '../../../test/session.ts';
import { countByStatus, repeatConcurrently } from '../../../test/times.ts';
import { requestResetJob } from './jobs.ts';

let nowMs = Date.parse('2027-01-11T06:00:00Z');
const app = useApp({
  clock: { now: () => new Date(nowMs) },
  config: { rateLimit: { perToken: 100_000, perAddress: 100_000 } },
});
const [old, fresh] = ['seven quiet herons', 'eleven slow tortoises'];
let count = 0;
let email: string;
let uuid: string;

beforeEach(async () => {
  nowMs += 3_600_000;
  count += 1;
  email = `user${count}@juniper.example`;
  const fields = { email, firstName: 'Noor', lastName: 'Haddad', password: old };
  uuid = (await app.post('/organizations/users', fields)).body.resource.uuid;
});

/** Asks for a link, lets the job run, and reads it from the mail. */
async function link(address = email): Promise<string> {
  expect((await app.post('/public/password-resets', { email: address }, { token: null })).status).toBe(202);
  await requestResetJob.run(app.runtime, { email: address });
  return (await findLinkTo(app, address)).token;
}

const reset = (token: string, password = fresh) =>
  app.put(`/public/password-resets/${token}`, { password }, { token: null });

describe('PUT /public/password-resets/{token}', () => {
  test('200: the new password works, the old does not, and every session is over', async () => {
    const { cookie } = await signIn(app, email, old);
    const token = await link();
    const { status, body } = await reset(token);
    expect(status).toBe(200);
    expect(body.message).toBe('Password changed. You can sign in with it now.');
    expect((await app.get('/session', withCookie(cookie))).status).toBe(401);
    expect((await signIn(app, email, old)).answer.status).toBe(422);
    expect((await signIn(app, email, fresh)).answer.status).toBe(201);
    expect((await listMailsTo(app, email)).map(({ subject }) => subject)).toContain(
      'Your password was changed',
    );
  });

  test('409: a link works once, also for several at the same moment; its siblings are over with it', async () => {
    const [first, token] = [await link(), await link()];
    expect(countByStatus(await repeatConcurrently(4, () => reset(token)))).toEqual({ 200: 1, 409: 3 });
    const { status, body } = await reset(first, 'thirteen rusty anchors');
    expect(status).toBe(409);
    expect(body.message).toBe('This link was already used. Request a new one.');
  });

  test('409: a link is over after an hour, and when the password has changed since', async () => {
    const late = await link();
    nowMs += 3_600_000;
    expect((await reset(late)).body.message).toBe('This link has expired. Request a new one.');
    const token = await link();
    const { cookie } = await signIn(app, email, old);
    await app.put('/session/password', { currentPassword: old, password: fresh }, withCookie(cookie));
    expect((await reset(token)).status).toBe(409);
  });

  test('404: a link that nobody was sent, one of another kind, one of a user who was deactivated', async () => {
    expect((await reset('x'.repeat(40))).body).toEqual({
      success: false,
      message: 'Link not found.',
      status: 404,
    });
    await app.post('/invitations', { email: `other${count}@juniper.example` });
    expect((await reset((await findLinkTo(app, `other${count}@juniper.example`)).token)).status).toBe(404);
    const token = await link();
    await app.delete(`/organizations/users/${uuid}`);
    expect((await reset(token)).status).toBe(404);
  });

  test('422: too short, too common, or their own name; the link is still good', async () => {
    const token = await link();
    for (const password of ['short', 'Passw0rd!', 'Noor Haddad', 'Juniper Studio', email]) {
      const { status, body } = await reset(token, password);
      expect(status, password).toBe(422);
      expect(Object.keys(body.errors)).toEqual(['password']);
    }
    expect((await reset(token)).status).toBe(200);
  });

  test('an address in two workspaces gets a link for each, and each sets its own password', async () => {
    const keys = await createNeighbour(app.runtime, email);
    await link();
    const mails = (await listMailsTo(app, email)).filter(({ subject }) => subject === 'Reset your password');
    expect(mails.map(({ text }) => text.split('\n')[0]).sort()).toEqual(['Fern & Sons', 'Juniper Studio']);
    const juniper = mails.find(({ text }) => text.startsWith('Juniper'))?.text ?? '';
    expect((await reset(/password-reset\/(\w+)/.exec(juniper)?.[1] ?? '')).status).toBe(200);
    const there = await signIn(app, email, keys.password);
    expect(there.answer.body.resource.name).toBe('Petra Novak');
  });

  test('nobody is buried in mail: three an hour to one address, and the answer stays the same', async () => {
    for (let index = 0; index < 5; index += 1) await link();
    const mails = (await listMailsTo(app, email)).filter(({ subject }) => subject === 'Reset your password');
    expect(mails).toHaveLength(3);
  });
});

describe('PUT /session/password', () => {
  const change = (cookie: string, currentPassword = old, password = fresh) =>
    app.put('/session/password', { currentPassword, password }, withCookie(cookie));

  test('200: this session stays, the others end', async () => {
    const [here, there] = [await signIn(app, email, old), await signIn(app, email, old)];
    expect((await change(here.cookie)).status).toBe(200);
    expect((await app.get('/session', withCookie(here.cookie))).status).toBe(200);
    expect((await app.get('/session', withCookie(there.cookie))).status).toBe(401);
    expect((await signIn(app, email, fresh)).answer.status).toBe(201);
  });

  test('422: the current one must be right, and the new one good: both are said at once', async () => {
    const { cookie } = await signIn(app, email, old);
    const { status, body } = await change(cookie, 'not the one', 'password1');
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(['currentPassword', 'password']);
  });

  test('429: a browser that was left open is no place to guess it', async () => {
    const { cookie } = await signIn(app, email, old);
    const answers = await repeatConcurrently(12, () => change(cookie, 'not the one'));
    expect(countByStatus(answers)).toEqual({ 422: 10, 429: 2 });
    expect((await change(cookie)).status).toBe(429);
  });

  test('403: a token does not, and a session not past the current one by changing the user', async () => {
    expect((await app.put('/session/password', { currentPassword: old, password: fresh })).status).toBe(403);
    const { cookie } = await signIn(app, email, old);
    const path = `/organizations/users/${uuid}`;
    const { status, body } = await app.patch(path, { password: fresh }, withCookie(cookie));
    expect(status).toBe(403);
    expect(body.message).toContain('PUT /session/password');
  });
});
