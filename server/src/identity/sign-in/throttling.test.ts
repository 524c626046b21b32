import { afterAll, describe, expect, test, vi } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { signIn } from '../../../test/session.ts';
import { createTestRuntime } from '../../../test/runtime.ts';
import { repeatConcurrently } from '../../../test/times.ts';
import type { Problem } from '../../platform/problems.ts';
import { createPasskey } from '../factors/test-authenticator.ts';
import { signIn as signInThere } from './sign-in.ts';

// Each attempt costs a slow hash, and some tests make fifty.
vi.setConfig({ testTimeout: 60_000 });
afterAll(() => vi.resetConfig());

let nowMs = Date.parse('2027-01-31T09:00:00Z');
const app = useApp({
  clock: { now: () => new Date(nowMs) },
  config: { publicUrl: 'https://book.juniper.example', rateLimit: { perToken: 6000, perAddress: 300 } },
});

const noor = {
  email: 'noor@juniper.example',
  password: 'a password for noor',
  firstName: 'N',
  lastName: 'H',
};

test('over HTTPS the cookie is bound to this host, and every answer says to stay on HTTPS', async () => {
  await app.post('/organizations/users', noor);
  const { answer, cookie } = await signIn(app, noor.email, noor.password);
  const [session, device] = answer.headers['set-cookie'] as unknown as string[];
  expect(session).toMatch(/^__Host-daybook_session=.*; Secure$/);
  expect(device).toMatch(/^__Host-daybook_device=.*; Secure$/);
  expect(`${session} ${device}`).not.toMatch(/domain=/i);
  expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
  const me = await app.get('/session', { token: null, headers: { cookie } });
  expect(me.status).toBe(200);
  const plain = cookie.replace('__Host-', '');
  expect((await app.get('/session', { token: null, headers: { cookie: plain } })).status).toBe(401);
});

test('429: many passwords for one account are slowed down, with Retry-After; the right one too, until the window ends', async () => {
  const tries = await repeatConcurrently(12, () => signIn(app, 'aiko@juniper.example', 'guess number one'));
  const statuses = tries.map(({ answer }) => answer.status).sort();
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429]);
  const refused = tries.find(({ answer }) => answer.status === 429)?.answer;
  expect(refused?.headers['retry-after']).toBe('900');
  expect(refused?.body).toEqual({
    success: false,
    message: 'Too many requests. Try again in 900 s.',
    status: 429,
  });
  expect((await signIn(app, 'AIKO@juniper.example', 'guess number two')).answer.status).toBe(429);
  expect((await signIn(app, noor.email, noor.password)).answer.status).toBe(201);
  nowMs += 15 * 60_000;
  expect((await signIn(app, 'aiko@juniper.example', 'guess number one')).answer.status).toBe(422);
});

test('429: many accounts from one place are slowed down too, unknown ones included', async () => {
  nowMs += 15 * 60_000;
  const tries = await repeatConcurrently(51, (index) =>
    signIn(app, `guess${index}@juniper.example`, 'Winter2027!'),
  );
  expect(tries.filter(({ answer }) => answer.status === 429)).toHaveLength(1);
});

test('fifty wrong passwords from a network leave its known browsers and its passkeys alone', async () => {
  nowMs += 15 * 60_000;
  const { device } = await signIn(app, noor.email, noor.password);
  await repeatConcurrently(51, (index) => signIn(app, `guess${index}@juniper.example`, 'Winter2027!'));
  expect((await signIn(app, noor.email, noor.password)).answer.status).toBe(429);
  expect((await signIn(app, noor.email, noor.password, { cookies: device })).answer.status).toBe(201);
  const { body } = await app.post('/public/passkeys/challenge', {}, { token: null });
  const credential = createPasskey().assert(body);
  expect((await app.post('/public/passkeys/session', { credential }, { token: null })).status).toBe(422);
});

describe('an attacker who guesses', () => {
  const guess = (email: string, cookies?: string) =>
    signIn(app, email, 'guess number three', cookies === undefined ? {} : { cookies });

  test('a stranger does not lock the owner out of a browser in which they have signed in', async () => {
    nowMs += 15 * 60_000;
    const { device } = await signIn(app, noor.email, noor.password);
    await repeatConcurrently(12, () => guess(noor.email));
    expect((await signIn(app, noor.email, noor.password)).answer.status).toBe(429);
    expect((await signIn(app, noor.email, noor.password, { cookies: device })).answer.status).toBe(201);
    const someonesOwn = `__Host-daybook_device=${'x'.repeat(32)}`;
    expect((await guess(noor.email, someonesOwn)).answer.status).toBe(429);
  });

  test('nor is that browser where guessing is free', async () => {
    nowMs += 15 * 60_000;
    const { device } = await signIn(app, noor.email, noor.password);
    const tries = await repeatConcurrently(12, () => guess(noor.email, device));
    expect(tries.filter(({ answer }) => answer.status === 429)).toHaveLength(2);
  });

  test('is slowed over all processes that share the database', async () => {
    nowMs += 15 * 60_000;
    const email = 'tomas@juniper.example';
    const other = createTestRuntime(app.runtime.database, {
      clock: app.runtime.clock,
      config: { rateLimit: { perToken: 6000, perAddress: 300 } },
    });
    const client = { address: '203.0.113.9', userAgent: '', device: undefined, session: undefined };
    const there = () =>
      signInThere(other, { email, password: 'guess number four' }, client, async () => undefined).catch(
        (problem: Problem) => problem.status,
      );
    await repeatConcurrently(6, () => guess(email));
    const statuses = await repeatConcurrently(6, there);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  test('somebody who got it right begins anew', async () => {
    nowMs += 15 * 60_000;
    for (let round = 0; round < 3; round += 1) {
      await repeatConcurrently(9, () => guess(noor.email));
      expect((await signIn(app, noor.email, noor.password)).answer.status).toBe(201);
    }
  });

  test('a whole /64 of IPv6 counts as one place', async () => {
    nowMs += 15 * 60_000;
    const from = (index: number) =>
      app.inject({
        method: 'POST',
        url: '/v2/session',
        remoteAddress: `2001:db8:1:2::${index + 1}`,
        payload: { email: `guess${index}@juniper.example`, password: 'Winter2027!' },
      });
    const tries = await repeatConcurrently(55, from);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});
