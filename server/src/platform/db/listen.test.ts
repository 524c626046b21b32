import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cloneDatabase } from '../../../test/databases.ts';
import { executeSql } from '../../../test/postgres.ts';
import { openPool, type Connection, type Pool } from './connect.ts';
import { listen } from './listen.ts';

let connection: Connection;
let drop: () => Promise<void>;
let pool: Pool;

beforeAll(async () => {
  ({ connection, drop } = await cloneDatabase());
  pool = openPool(connection, 2, 'daybook listening');
});
afterAll(async () => {
  await pool.end();
  await drop();
});

const sessions = `from pg_stat_activity where application_name = 'daybook listening' and query like 'listen %'`;

test('a connection that is lost is replaced, as often as that happens, and takes no place in the pool', async () => {
  let wakes = 0;
  const listening = listen(pool, 'test_channel', () => (wakes += 1));
  for (let round = 1; round <= 4; round += 1) {
    await vi.waitUntil(
      async () => {
        await executeSql(connection, 'notify test_channel');
        return wakes > 0;
      },
      { timeout: 10_000, interval: 50 },
    );
    await executeSql(connection, `select pg_terminate_backend(pid) ${sessions}`);
    await vi.waitUntil(() => pool.totalCount === 0 || pool.idleCount === pool.totalCount);
    wakes = 0;
  }
  listening.stop();
  await vi.waitUntil(() => pool.totalCount === pool.idleCount);
  expect(pool.waitingCount).toBe(0);
});
