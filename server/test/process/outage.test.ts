import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openFaulty, waitUntilSettled, type Faulty } from './outage.ts';

/* The short form of `npm run chaos -- outage`: one server, from which the database is taken in several ways. */

vi.setConfig({ testTimeout: 150_000, hookTimeout: 60_000 });

let faulty: Faulty;

beforeAll(async () => {
  faulty = await openFaulty();
});
afterAll(() => faulty.close());

/** What was acknowledged has its effects, and nothing was left to chance on the way. */
async function survived(emails: readonly string[]): Promise<void> {
  await waitUntilSettled(faulty, emails);
  expect(faulty.server.child.exitCode).toBeNull();
  expect(faulty.server.output()).not.toMatch(/unhandled|uncaught/i);
  const metrics = await faulty.call('/metrics');
  expect(metrics.body).toContain('daybook_unhandled_rejections_total 0');
  expect((await faulty.call('/v2/whoami')).status).toBe(200);
}

/** Books some before and while something goes wrong. Returns the addresses of those that were acknowledged. */
async function bookDuring(name: string, fault: () => Promise<unknown>): Promise<string[]> {
  const emails = Array.from({ length: 6 }, (_, index) => `${name}-${index}@outage.example`);
  const before = emails.slice(0, 3).map((email) => faulty.book(email));
  const failing = fault();
  const during = emails.slice(3).map((email) => faulty.book(email));
  const statuses = await Promise.all([...before, ...during]);
  await failing;
  // 409: two of them chose the same moment; never a 500.
  expect(statuses.filter((status) => ![200, 409, 503].includes(status))).toEqual([]);
  return emails.filter((_, index) => statuses[index] === 200);
}

const ours = `application_name like 'daybook%' and pid <> pg_backend_pid()`;

describe('a server whose database', () => {
  test('ends all its sessions goes on', async () => {
    for (let round = 0; round < 5; round += 1) {
      const emails = await bookDuring(`all-${round}`, () =>
        faulty.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${ours}`),
      );
      if (round === 4) await survived(emails);
    }
  });

  test('ends the sessions that listen goes on, as often as that happens', async () => {
    for (let round = 0; round < 6; round += 1) {
      await faulty.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where ${ours} and query ilike 'listen%'`,
      );
      await sleep(1_200);
    }
    expect(await faulty.book('listen@outage.example')).toBe(200);
    await survived(['listen@outage.example']);
  });

  test('loses a backend by kill -9, and with it all sessions, goes on', async () => {
    const pid = await faulty.sessionOfRequests();
    const emails = await bookDuring('killed', async () => process.kill(pid, 'SIGKILL'));
    await survived(emails);
  });

  test('is restarted says so at /readyz, answers 503, and goes on', async () => {
    const restarting = faulty.restartPostgres(2_500);
    await sleep(1_500);
    const [ready, api, page] = await Promise.all([
      faulty.call('/readyz'),
      faulty.call('/v2/whoami'),
      faulty.call('/mara-lindqvist/outage', { headers: { accept: 'text/html' } }),
    ]);
    expect(ready.status).toBe(503);
    expect(JSON.parse(ready.body)).toMatchObject({ status: 'not ready', database: 'unreachable' });
    expect(ready.tookMs).toBeLessThan(3_000);
    expect(api.status).toBe(503);
    expect(page.status).toBe(503);
    expect(page.body).toMatch(/^<!doctype html>/i);
    await restarting;
    expect(await until200(() => faulty.book('restarted@outage.example'))).toBe(200);
    await survived(['restarted@outage.example']);
  });

  test('is frozen says so at /readyz within 3 s, answers 503, and goes on', async () => {
    const frozen = faulty.postgresPids();
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    try {
      const [ready, api, page, alive] = await Promise.all([
        faulty.call('/readyz'),
        faulty.call('/v2/whoami'),
        faulty.call('/mara-lindqvist/outage', { headers: { accept: 'text/html' } }),
        faulty.call('/healthz'),
      ]);
      expect(ready.status).toBe(503);
      expect(ready.tookMs).toBeLessThan(3_000);
      expect(api.status).toBe(503);
      expect(api.tookMs).toBeLessThan(10_000);
      expect(page.status).toBe(503);
      expect(alive.status).toBe(200);
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT');
    }
    expect(await until200(() => faulty.book('frozen@outage.example'))).toBe(200);
    await survived(['frozen@outage.example']);
  });

  test('has one frozen session keeps nobody else waiting', async () => {
    const pid = await faulty.sessionOfRequests();
    process.kill(pid, 'SIGSTOP');
    try {
      const answers = await Promise.all(Array.from({ length: 10 }, () => faulty.call('/v2/whoami')));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(9);
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
      expect((await faulty.call('/readyz')).status).toBe(200);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await survived([]);
  });
});

async function until200(attempt: () => Promise<number>): Promise<number> {
  for (let left = 10; ; left -= 1) {
    const status = await attempt();
    if (status === 200 || left === 0) return status;
    await sleep(500);
  }
}
