import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { listMailsTo } from '../../../test/mail.ts';
import { parseCookies, signIn, withCookie } from '../../../test/session.ts';
import { countByStatus, repeatConcurrently } from '../../../test/times.ts';
import { generateTotpCode } from '../../../test/totp.ts';
import { runAsUser } from '../operator.ts';
import { removeFactors } from './factors.ts';
import { createPasskey } from './test-authenticator.ts';

let nowMs = Date.parse('2027-01-11T06:00:00Z');
const app = useApp({
  clock: { now: () => new Date(nowMs) },
  config: { rateLimit: { perToken: 100_000, perAddress: 100_000 } },
});
const password = 'seven quiet herons';
let count = 0;
let email: string;
let cookie: string;

const later = (seconds: number): void => void (nowMs += seconds * 1000);
const own = () => withCookie(cookie);
const codeAt = (secret: string, ms = nowMs) => generateTotpCode(secret, ms);

/** Somebody new with an authenticator. */
async function setUp(): Promise<{ secret: string; codes: string[] }> {
  const { body } = await app.post('/session/totp', undefined, own());
  const confirmed = await app.put('/session/totp', { code: codeAt(body.secret) }, own());
  expect(confirmed.status).toBe(200);
  later(60);
  return { secret: body.secret, codes: confirmed.body.recoveryCodes };
}

async function challenge(): Promise<string> {
  const { answer, cookie: none } = await signIn(app, email, password);
  expect(answer.status).toBe(200);
  expect(none).toBe('');
  return answer.body.next.challenge;
}

const step = (body: object) => app.post('/session/steps', body, { token: null });

beforeEach(async () => {
  later(3600);
  count += 1;
  email = `user${count}@juniper.example`;
  await app.post('/organizations/users', { email, firstName: 'Noor', lastName: 'Haddad', password });
  ({ cookie } = await signIn(app, email, password));
});

describe('setting up', () => {
  test('201: a secret, its address for authenticators, a QR code; it counts once a code has confirmed it', async () => {
    const { status, body } = await app.post('/session/totp', undefined, own());
    expect(status).toBe(201);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.otpauthUrl).toContain(`otpauth://totp/Juniper%20Studio:${encodeURIComponent(email)}?`);
    expect(body.qrCode).toMatch(/^<svg .*<\/svg>$/);
    expect((await signIn(app, email, password)).answer.status).toBe(201);
    expect((await app.put('/session/totp', { code: '123456' }, own())).status).toBe(422);
    const confirmed = await app.put('/session/totp', { code: codeAt(body.secret) }, own());
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    expect(confirmed.body.recoveryCodes[0]).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    const read = await app.get('/session/totp', own());
    expect(read.body.resource).toMatchObject({ isActive: true, recoveryCodesLeft: 10 });
    expect((await listMailsTo(app, email))[0]?.subject).toBe(
      'An authenticator app was added to your account',
    );
  });

  test('the sessions that were begun without it end, but for the one it was set up in', async () => {
    const other = (await signIn(app, email, password)).cookie;
    await setUp();
    expect((await app.get('/session', own())).status).toBe(200);
    expect((await app.get('/session', withCookie(other))).status).toBe(401);
  });

  test('409: one that is set up is not replaced by a thief of the session', async () => {
    await setUp();
    expect((await app.post('/session/totp', undefined, own())).status).toBe(409);
    expect((await app.put('/session/totp', { code: '123456' }, own())).status).toBe(409);
  });

  test('403: a token neither sets up nor removes', async () => {
    for (const answer of [
      await app.post('/session/totp'),
      await app.put('/session/totp', { code: '1' }),
      await app.delete('/session/totp', { code: '1' }),
    ]) {
      expect(answer.status).toBe(403);
    }
  });
});

describe('signing in', () => {
  test('200, then 201: the password alone opens nothing; with a code it does', async () => {
    const { secret } = await setUp();
    const { answer } = await signIn(app, email, password);
    expect(answer.body.next).toMatchObject({ step: 'second_factor', methods: ['totp', 'recovery_code'] });
    const done = await step({ challenge: answer.body.next.challenge, code: codeAt(secret) });
    expect(done.status).toBe(201);
    expect(done.body.resource.email).toBe(email);
  });

  test('422: a code is taken once, also of several that show it at the same moment', async () => {
    const { secret } = await setUp();
    const code = codeAt(secret);
    const challenges = await Promise.all([challenge(), challenge(), challenge()]);
    const answers = await repeatConcurrently(3, (index) => step({ challenge: challenges[index], code }));
    expect(countByStatus(answers)).toEqual({ 201: 1, 422: 2 });
    expect((await step({ challenge: await challenge(), code })).status).toBe(422);
  });

  test('422: a challenge signs in once, also with another recovery code, and at the same moment', async () => {
    const { codes } = await setUp();
    const opened = await challenge();
    const answers = await repeatConcurrently(3, (index) => step({ challenge: opened, code: codes[index] }));
    expect(countByStatus(answers)).toEqual({ 201: 1, 422: 2 });
    const again = await step({ challenge: opened, code: codes[4] });
    expect(again.status).toBe(422);
    expect(Object.keys(again.body.errors)).toEqual(['challenge']);
    expect((await app.get('/session/totp', own())).body.resource.recoveryCodesLeft).toBe(9);
  });

  test('422: a challenge is over once the user was deactivated, or had another address for a while', async () => {
    const { codes } = await setUp();
    const { uuid } = (await app.get('/session', own())).body.resource;
    const path = `/organizations/users/${uuid}`;
    const before = await challenge();
    await app.delete(path);
    await app.patch(path, { isActive: true });
    expect((await step({ challenge: before, code: codes[0] })).status).toBe(422);
    const later = await challenge();
    await app.patch(path, { email: `elsewhere${count}@juniper.example` });
    await app.patch(path, { email });
    expect((await step({ challenge: later, code: codes[0] })).status).toBe(422);
    expect((await step({ challenge: await challenge(), code: codes[0] })).status).toBe(201);
  });

  test('422: once a code was taken, one from before it is over as well', async () => {
    const { secret } = await setUp();
    const seen = codeAt(secret);
    later(30);
    expect((await step({ challenge: await challenge(), code: codeAt(secret) })).status).toBe(201);
    expect((await step({ challenge: await challenge(), code: seen })).status).toBe(422);
  });

  test('a clock may be half a minute off, and no more', async () => {
    const { secret } = await setUp();
    expect((await step({ challenge: await challenge(), code: codeAt(secret, nowMs - 61_000) })).status).toBe(
      422,
    );
    expect((await step({ challenge: await challenge(), code: codeAt(secret, nowMs - 30_000) })).status).toBe(
      201,
    );
    expect((await step({ challenge: await challenge(), code: codeAt(secret, nowMs + 30_000) })).status).toBe(
      201,
    );
    expect((await step({ challenge: await challenge(), code: codeAt(secret, nowMs + 90_000) })).status).toBe(
      422,
    );
  });

  test('a recovery code works once, however it is typed', async () => {
    const { codes } = await setUp();
    const typed = ` ${(codes[0] ?? '').toUpperCase().replace('-', ' ')} `;
    expect((await step({ challenge: await challenge(), code: typed })).status).toBe(201);
    expect((await step({ challenge: await challenge(), code: codes[0] })).status).toBe(422);
    const same = await Promise.all([challenge(), challenge()]);
    const answers = await repeatConcurrently(2, (index) => step({ challenge: same[index], code: codes[1] }));
    expect(countByStatus(answers)).toEqual({ 201: 1, 422: 1 });
  });

  test('422: a challenge is good for ten minutes, and for its own account', async () => {
    const { secret } = await setUp();
    const old = await challenge();
    later(601);
    expect((await step({ challenge: old, code: codeAt(secret) })).body.errors).toHaveProperty('challenge');
    const other = `other${count}@juniper.example`;
    await app.post('/organizations/users', { email: other, firstName: 'O', lastName: 'Ther', password });
    const mine = await challenge();
    ({ cookie } = await signIn(app, other, password));
    const theirs = await setUp();
    expect((await step({ challenge: mine, code: codeAt(theirs.secret) })).status).toBe(422);
  });

  test('429: codes can’t be guessed; ten in a quarter of an hour, whichever challenge they come with', async () => {
    const { secret } = await setUp();
    const [first, second] = [await challenge(), await challenge()];
    const answers = await repeatConcurrently(11, (index) =>
      step({ challenge: index % 2 ? first : second, code: '000000' }),
    );
    expect(countByStatus(answers)).toEqual({ 422: 10, 429: 1 });
    const { status, headers } = await step({ challenge: first, code: codeAt(secret) });
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(800);
    later(901);
    expect((await step({ challenge: await challenge(), code: codeAt(secret) })).status).toBe(201);
  });

  test('a password that was set anew is still only the first step', async () => {
    const { secret } = await setUp();
    const { uuid } = (await app.get('/session', own())).body.resource;
    await app.patch(`/organizations/users/${uuid}`, { password: 'eleven slow tortoises' });
    const { answer } = await signIn(app, email, 'eleven slow tortoises');
    expect(answer.body.next.step).toBe('second_factor');
    expect((await step({ challenge: answer.body.next.challenge, code: codeAt(secret) })).status).toBe(201);
  });
});

describe('removing', () => {
  test('200: with a code; 422: without a right one; the recovery codes go with it', async () => {
    const { secret, codes } = await setUp();
    expect((await app.delete('/session/totp', { code: '000000' }, own())).status).toBe(422);
    expect((await app.delete('/session/totp', { code: codeAt(secret) }, own())).status).toBe(200);
    expect((await signIn(app, email, password)).answer.status).toBe(201);
    expect((await app.get('/session/totp', own())).body.resource.recoveryCodesLeft).toBe(0);
    expect((await app.delete('/session/totp', { code: codes[0] }, own())).status).toBe(404);
    const subjects = (await listMailsTo(app, email)).map(({ subject }) => subject);
    expect(subjects).toContain('The authenticator app was removed from your account');
  });

  test('200: with a recovery code; 201: new ones replace the old', async () => {
    const { secret, codes } = await setUp();
    const renewed = await app.post('/session/recovery-codes', { code: codeAt(secret) }, own());
    expect(renewed.status).toBe(201);
    expect((await app.delete('/session/totp', { code: codes[0] }, own())).status).toBe(422);
    expect((await app.delete('/session/totp', { code: renewed.body.recoveryCodes[0] }, own())).status).toBe(
      200,
    );
  });

  test('no secret and no code is in the database in clear', async () => {
    const { secret, codes } = await setUp();
    const { rows } = await app.runtime.database.pool.query<{ row: string }>(
      `select t::text as row from totp t union all select c::text from recovery_code c
       union all select o::text from outbox o union all select i::text from idempotency i`,
    );
    const dump = rows.map(({ row }) => row).join('\n');
    for (const word of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))]) {
      expect(dump.includes(word)).toBe(false);
      expect(dump.includes(Buffer.from(word).toString('hex'))).toBe(false);
    }
  });
});

describe('a workspace that requires a second factor', () => {
  const require = (requireSecondFactor: boolean) => app.patch('/organization', { requireSecondFactor });

  test('403 for everything but setting one up, until there is one; tokens go on', async () => {
    const token = await app.tokenOf(email, ['users:read']);
    expect((await require(true)).body.resource.requireSecondFactor).toBe(true);
    try {
      for (const path of ['/whoami', '/organizations/users', '/teams', '/sessions', '/preferences']) {
        const { status, body } = await app.get(path, own());
        expect(status, path).toBe(403);
        expect(body.message).toBe('This workspace requires two-factor authentication. Set it up first.');
      }
      expect((await app.get('/session', own())).body.resource.lacksSecondFactor).toBe(true);
      expect((await app.get('/organizations/users', { token })).status).toBe(200);
      await setUp();
      expect((await app.get('/whoami', own())).status).toBe(200);
      expect((await app.get('/session', own())).body.resource.lacksSecondFactor).toBe(false);
    } finally {
      await require(false);
    }
  });

  test('403 again in every session, as soon as the last factor is removed, by the user or the operator', async () => {
    await require(true);
    try {
      const weak = async (session: string) => {
        expect((await app.get('/whoami', withCookie(session))).status).toBe(403);
        const { body } = await app.get('/session', withCookie(session));
        expect(body.resource.lacksSecondFactor).toBe(true);
      };
      const { secret, codes } = await setUp();
      const entered = await step({ challenge: await challenge(), code: codes[0] });
      const { cookie: other } = parseCookies(entered);
      later(60);
      expect((await app.delete('/session/totp', { code: codeAt(secret) }, own())).status).toBe(200);
      await weak(cookie);
      await weak(other);

      const key = createPasskey();
      const credential = key.attest((await app.post('/session/passkeys/challenge', {}, own())).body);
      const added = await app.post('/session/passkeys', { credential }, own());
      const second = await setUp();
      later(60);
      await app.delete('/session/totp', { code: codeAt(second.secret) }, own());
      expect((await app.get('/whoami', own())).status).toBe(200);
      await app.delete(`/session/passkeys/${added.body.resource.uuid}`, undefined, own());
      await weak(cookie);

      await setUp();
      await runAsUser(app.runtime, email, undefined, removeFactors);
      await weak(cookie);
    } finally {
      await require(false);
    }
  });

  test('403: only an owner or admin says so', async () => {
    expect((await app.patch('/organization', { requireSecondFactor: true }, own())).status).toBe(403);
  });
});

test('a refused second factor is in the audit log, with the user and the address', async () => {
  await setUp();
  const { uuid } = (await app.get(`/organizations/users?search=${email}`)).body.collection[0];
  expect((await step({ challenge: await challenge(), code: '000000' })).status).toBe(422);
  const { collection } = (await app.get(`/audit-log?action=session.refused&object=${uuid}`)).body;
  expect(collection).toMatchObject([
    {
      object: { type: 'user', id: uuid },
      actor: { kind: 'visitor', email: null, address: '127.0.0.1' },
      after: { step: 'second_factor' },
    },
  ]);
});
