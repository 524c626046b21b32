import { describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { ownerToken } from '../../../test/runtime.ts';
import { createLimiter, type Limiter, type Verdict } from './rate-limit.ts';
import { createSharing } from './shared-limits.ts';

let nowMs = Date.parse('2027-01-31T09:00:00Z');
const clock = { now: () => new Date(nowMs) };
const app = useApp({ clock, config: { rateLimit: { perToken: 3, perAddress: 2 }, trustProxy: '127.0.0.1' } });

const whoami = (token = ownerToken) => app.get('/whoami', { token });
const nextWindow = () => {
  nowMs += 60_000;
};

const sharing = () => ({
  ...app.runtime,
  config: { ...app.runtime.config, databaseUrl: 'postgres://with-others' },
});
const counters = async (): Promise<{ count: number }[]> =>
  (await app.runtime.database.pool.query('select count from throttle order by count desc')).rows;

describe('with limits on', () => {
  test('every answer says how many are left; one too many is 429 with Retry-After, until the window ends', async () => {
    nextWindow();
    const remaining: unknown[] = [];
    for (let index = 0; index < 3; index += 1) {
      const { status, headers } = await whoami();
      expect(status).toBe(200);
      expect(headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-reset': '60' });
      remaining.push(headers['ratelimit-remaining']);
    }
    expect(remaining).toEqual(['2', '1', '0']);
    nowMs += 20_500;
    const refused = await whoami();
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      success: false,
      message: 'Too many requests. Try again in 40 s.',
      status: 429,
    });
    expect(refused.headers).toMatchObject({
      'retry-after': '40',
      'ratelimit-remaining': '0',
      'ratelimit-limit': '3',
    });
    nowMs += 39_500;
    expect((await whoami()).status).toBe(200);
  });

  test('tokens have limits of their own; what fails counts as well', async () => {
    nextWindow();
    const token = await app.tokenOf('mara@juniper.example', ['teams:read']);
    await app.get('/organizations/users');
    await app.get('/teams?page=0');
    expect((await whoami()).status).toBe(429);
    for (const status of [403, 403, 403, 429]) {
      expect((await app.get('/organizations/users', { token })).status).toBe(status);
    }
  });

  test('public routes count per address, as a trusted proxy names it', async () => {
    nextWindow();
    const from = (address: string, remoteAddress = '127.0.0.1') =>
      app.inject({
        method: 'POST',
        url: '/v2/session',
        payload: {},
        remoteAddress,
        headers: { 'x-forwarded-for': address },
      });
    const statuses = [];
    for (const address of ['203.0.113.1', '203.0.113.1', '203.0.113.2', '203.0.113.1']) {
      statuses.push((await from(address)).status);
    }
    expect(statuses).toEqual([422, 422, 422, 429]);
    // Someone who is not the proxy can't choose an address.
    const forged = [];
    for (const address of ['203.0.113.7', '203.0.113.8', '203.0.113.9']) {
      forged.push((await from(address, '198.51.100.1')).status);
    }
    expect(forged).toEqual([422, 422, 429]);
  });

  test('guessing tokens is slowed down per address, and callers with one do not notice', async () => {
    nextWindow();
    const statuses = [];
    for (let index = 0; index < 3; index += 1) statuses.push((await whoami('x'.repeat(50))).status);
    expect(statuses).toEqual([401, 401, 429]);
    expect((await whoami()).status).toBe(200);
  });

  test('429: another token that was never used here, while its address is guessing, even if it is right', async () => {
    nextWindow();
    const token = await app.tokenOf('mara@juniper.example', ['teams:read']);
    for (let index = 0; index < 3; index += 1) await whoami('x'.repeat(50));
    expect((await whoami(token)).status).toBe(429);
    nextWindow();
    expect((await whoami(token)).status).toBe(200);
  });
});

test('two processes refuse what is too much for both together, once they have heard of each other', async () => {
  const [here, there] = ['here', 'there'].map(() =>
    createLimiter(clock, 20, createSharing(sharing(), 'test')),
  );
  const take = (limiter: Limiter | undefined, key = 'caller') => limiter?.take(key) as Verdict;
  for (let count = 0; count < 12; count += 1) for (const limiter of [here, there]) take(limiter);
  await expect
    .poll(() => [here, there].map((limiter) => take(limiter).allowed), { interval: 250 })
    .toEqual([false, false]);
  const [row] = await counters();
  expect(row?.count).toBeGreaterThanOrEqual(24);
  expect(take(there, 'another').allowed).toBe(true);
  nextWindow();
  expect(take(here)).toMatchObject({ allowed: true, resetSeconds: 60 });
});

test('what is far from its limit is not written', async () => {
  const before = await counters();
  const limiter = createLimiter(clock, 100, createSharing(sharing(), 'few'));
  for (let count = 0; count < 10; count += 1) limiter.take('visitor');
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(await counters()).toHaveLength(before.length);
});

test('a limiter forgets: it keeps no more keys than it may, the newest', () => {
  const limiter = createLimiter(clock, 1);
  expect(limiter.take('first').allowed).toBe(true);
  expect(limiter.take('first').allowed).toBe(false);
  for (let index = 0; index < 100_000; index += 1) limiter.take(`key ${index}`);
  expect(limiter.take('key 99999').allowed).toBe(false);
  expect(limiter.take('first').allowed).toBe(true);
});

describe('off', () => {
  const free = useApp({ config: { rateLimit: 'off' } });

  test('nothing is counted and no header says so', async () => {
    const { status, headers } = await free.get('/whoami');
    expect(status).toBe(200);
    expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  });
});
