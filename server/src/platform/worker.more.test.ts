import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { z } from 'zod';
import { cloneDatabase } from '../../test/databases.ts';
import { executeSql, isRowSecurityBypassed } from '../../test/postgres.ts';
import { createTestRuntime } from '../../test/runtime.ts';
import type { Runtime } from './context.ts';
import { openPool, type Connection, type Pool } from './db/connect.ts';
import { defineJob } from './jobs.ts';
import { renewLocks, startWorker, type Worker } from './worker.ts';

let connection: Connection;
let name: string;
let drop: () => Promise<void>;
let pool: Pool;
let runtime: Runtime;
let worker: Worker;
let runs: string[] = [];
let onRun: (which: string) => Promise<void>;

const job = defineJob({
  name: 'test.job',
  payload: z.object({ which: z.string() }),
  async run(_runtime, { which }) {
    runs.push(which);
    await onRun(which);
  },
});

beforeAll(async () => {
  ({ connection, drop } = await cloneDatabase());
  name = typeof connection === 'string' ? new URL(connection).pathname.slice(1) : connection.database;
  pool = openPool(connection, 8);
  runtime = createTestRuntime({ pool, restrictRole: await isRowSecurityBypassed(connection) });
  worker = await startWorker(runtime, [job]);
});
afterAll(async () => {
  await worker.stop();
  await pool.end();
  await drop();
});
beforeEach(() => {
  runs = [];
  onRun = async () => {};
});

const enqueue = (which: string) =>
  executeSql(
    connection,
    `select graphile_worker.add_job('test.job', '{"which":"${which}"}', job_key => '${which}')`,
  );
/** Two transactions: a connection that is opened before the first one is over would stay. */
const disconnect = async () => {
  await executeSql(inject('postgres'), `alter database ${name} with allow_connections false`);
  await executeSql(
    inject('postgres'),
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
  );
};
const reconnect = () => executeSql(inject('postgres'), `alter database ${name} with allow_connections true`);
const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 18_000, interval: 20 });

test('a job that ends while the database is away runs again, and others after it', async () => {
  onRun = async (which) => {
    if (which === 'first' && runs.length === 1) await disconnect();
  };
  await enqueue('first');
  await until(() => runs.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await reconnect();
  await until(() => runs.length === 2);
  await enqueue('second');
  await until(() => runs.includes('second'));
  expect(runs).toEqual(['first', 'first', 'second']);
});

test('jobs that end while the database is away run again, also when another one still runs', async () => {
  const ends: Record<string, () => void> = {};
  onRun = (which) => (ends[which] ? Promise.resolve() : new Promise((resolve) => (ends[which] = resolve)));
  for (const which of ['one', 'two', 'three', 'four']) await enqueue(which);
  await until(() => runs.length === 4);
  await disconnect();
  for (const which of ['one', 'two', 'three']) {
    ends[which]?.();
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  await reconnect();
  ends['four']?.();
  await until(() => ['one', 'two', 'three'].every((which) => runs.lastIndexOf(which) > 3));
});

test('a job that fails while the database is away is tried again', async () => {
  onRun = async (which) => {
    if (which !== 'failing' || runs.length > 1) return;
    await disconnect();
    throw new Error('at a bad moment');
  };
  await enqueue('failing');
  await until(() => runs.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await reconnect();
  await until(() => runs.length === 2);
});

test('a worker that waits for the database can be stopped', async () => {
  const other = await startWorker(
    createTestRuntime({ pool, restrictRole: await isRowSecurityBypassed(connection) }),
    [],
  );
  await disconnect();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await other.stop();
  await reconnect();
  await enqueue('last');
  await until(() => runs.includes('last'));
});

test('a job that a killed process had locked runs again within minutes', async () => {
  await executeSql(
    connection,
    `select graphile_worker.add_job('test.job', '{"which":"orphan"}', run_at => now() + interval '1 hour');
     update graphile_worker._private_jobs set run_at = now(), locked_at = now() - interval '61 s', locked_by = 'killed'
     where payload ->> 'which' = 'orphan'`,
  );
  await renewLocks(runtime, 'another');
  await until(() => runs.includes('orphan'));
});

test('a job that takes long is not run twice: its worker renews the lock', async () => {
  const ends: (() => void)[] = [];
  onRun = () => new Promise((resolve) => ends.push(resolve));
  await enqueue('long');
  await until(() => runs.includes('long'));
  const lock = () =>
    pool
      .query<{ by: string }>(
        `update graphile_worker._private_jobs set locked_at = now() - interval '61 s' where key = 'long' returning locked_by as by`,
      )
      .then(({ rows }) => rows[0]?.by);
  const by = (await lock()) ?? '';
  await renewLocks(runtime, by);
  expect(await lock()).toBe(by);
  // The worker itself may renew it in this moment, or take what was released.
  await vi.waitUntil(async () => {
    await renewLocks(runtime, 'another');
    return (await lock()) === null || runs.length > 1;
  });
  for (const end of ends) end();
});
