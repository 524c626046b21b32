import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { useApp } from '../../test/harness.ts';
import { jobs as productJobs } from '../slices.ts';
import type { Actor } from './auth/actor.ts';
import { authenticate } from './auth/authenticate.ts';
import { runInWorkspace, type Ctx, type Runtime } from './context.ts';
import { housekeeping } from './housekeeping.ts';
import { defineJob, type AnyJob } from './jobs.ts';
import { startWorker, type Worker } from './worker.ts';

const app = useApp();
const workers: Worker[] = [];

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

const work = async (jobs: readonly AnyJob[]) => void workers.push(await startWorker(app.runtime, jobs));
const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 5000, interval: 10 });
const count = async (query: string): Promise<number> =>
  (await app.runtime.database.pool.query<{ count: number }>(`select count(*) as count from ${query}`)).rows[0]
    ?.count ?? -1;
const owner = async (): Promise<Actor> =>
  (await authenticate(app.runtime.database, app.runtime.config.bootstrapToken ?? ''))?.actor as Actor;
const as = async <T>(runtime: Runtime, use: (ctx: Ctx) => Promise<T>): Promise<T> =>
  runInWorkspace(runtime, await owner(), use);

describe('workers', () => {
  test('two share the jobs, and each job runs once', async () => {
    const runs: number[] = [];
    let running = 0;
    let release = () => {};
    // More at the same moment than one worker takes: none ends before ten run.
    const ten = new Promise<void>((resolve) => {
      release = resolve;
    });
    const job = defineJob({
      name: 'test.share',
      payload: z.object({ index: z.number() }),
      async run(_runtime, { index }) {
        runs.push(index);
        running += 1;
        if (running === 10) release();
        await ten;
      },
    });
    await as(app.runtime, async (ctx) => {
      for (let index = 0; index < 40; index += 1) await ctx.enqueue(job, { index });
    });
    await Promise.all([work([job]), work([job])]);
    await until(() => runs.length >= 40);
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    expect(runs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index));
    expect(await count("graphile_worker.jobs where task_identifier = 'test.share'")).toBe(0);
  });

  test('a job with the same key replaces the one not yet run; one for later waits', async () => {
    const seen: string[] = [];
    const job = defineJob({
      name: 'test.keyed',
      payload: z.object({ text: z.string() }),
      run: async (_, { text }) => void seen.push(text),
    });
    await as(app.runtime, async (ctx) => {
      await ctx.enqueue(job, { text: 'first' }, { key: 'same' });
      await ctx.enqueue(job, { text: 'second' }, { key: 'same' });
      await ctx.enqueue(job, { text: 'tomorrow' }, { runAt: new Date(Date.now() + 86_400_000) });
      await ctx.enqueue(job, { text: 'last' });
    });
    await work([job]);
    // Jobs run side by side: either may end first.
    await until(() => seen.length >= 2);
    expect(seen.toSorted()).toEqual(['last', 'second']);
    // Those that ran are deleted a moment after; the one for tomorrow stays.
    const left = "graphile_worker.jobs where task_identifier = 'test.keyed'";
    await vi.waitUntil(async () => (await count(left)) === 1, { timeout: 5000, interval: 10 });
    expect(await count(`${left} and run_at > now()`)).toBe(1);
  });

  test('work that comes round by itself is registered, and known again at the next start', async () => {
    const known = () =>
      count("graphile_worker._private_known_crontabs where identifier = 'platform.housekeeping'");
    await work(productJobs);
    await vi.waitUntil(async () => (await known()) === 1, { timeout: 5000 });
    const { pool } = app.runtime.database;
    await pool.query('update graphile_worker._private_known_crontabs set last_execution = now()');
    await work(productJobs);
    expect(await known()).toBe(1);
    expect(workers).toHaveLength(2);
  });
});

test('housekeeping throws away what has had its time, and nothing else', async () => {
  await app.post('/teams', { title: 'Kept' }, { headers: { 'idempotency-key': 'kept' } });
  await app.post('/teams', { title: 'Old' }, { headers: { 'idempotency-key': 'old' } });
  const { pool } = app.runtime.database;
  const old = '(select key_hash from idempotency order by created_at desc limit 1)';
  await pool.query(`update idempotency set created_at = now() - interval '25 hours' where key_hash = ${old}`);
  await housekeeping.run(app.runtime, {});
  expect(await count('idempotency')).toBe(1);
});
