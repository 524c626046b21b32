import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPools, type Pools } from '../server/src/platform/db/connect.ts';
import { queryOne, transact, type Database } from '../server/src/platform/db/transaction.ts';
import { provideProgram } from '../server/test/debian.ts';
import { cloneDatabase } from '../server/test/databases.ts';
import { executeSql } from '../server/test/postgres.ts';
import { buildSocketOptions } from './database.ts';
import { pgBouncer, startPooler, type Pooler } from './pooler.ts';

/* The short form of `npm run chaos -- pooled`: one session for many callers. */

const missing = await provideProgram(pgBouncer);

describe.skipIf(missing)('through PgBouncer in transaction mode', { meta: { notTested: missing } }, () => {
  let pools: Pools;
  let pooler: Pooler;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const clone = await cloneDatabase();
    const { connection } = clone;
    if (typeof connection === 'string') throw new Error('It needs the embedded PostgreSQL.');
    drop = clone.drop;
    await executeSql(connection, `alter database ${connection.database} set timezone = 'Asia/Tokyo'`);
    pooler = await startPooler({ connection, target: () => buildSocketOptions(connection) }, 1);
    const sizes = { databasePool: 5, workerPool: 1, webhookPool: 1, replica: undefined };
    pools = openPools(connection, { ...sizes, poolerUrl: pooler.url });
  });
  afterAll(async () => {
    await Promise.all(Object.values(pools).map((pool) => pool.end()));
    await pooler.close();
    await drop();
  });

  const names = (database: Database) =>
    transact(database, '*', (db) => db.selectFrom('migration').select('name').limit(1).execute());
  const manyTimes = <T>(run: () => Promise<T>) =>
    Promise.all(Array.from({ length: 20 }, run)).then(({ length }) => length);

  test('transactions share a session, with statements and look-ups that come again and again', async () => {
    const database = { pool: pools.requests, restrictRole: true, isPooled: true };
    expect(await manyTimes(() => names(database))).toBe(20);
    const named = { name: 'one', text: 'select $1::int as one', values: [1] };
    expect(await manyTimes(() => queryOne(database, named))).toBe(20);
  });

  test('each begins with the settings that a session of our own would have', async () => {
    const database = { pool: pools.requests, restrictRole: true, isPooled: true };
    const settings = await transact(database, '*', (db) =>
      db
        .selectNoFrom((of) => [
          of.fn<string>('current_setting', [of.val('timezone')]).as('timezone'),
          of.fn<string>('current_setting', [of.val('statement_timeout')]).as('limit'),
        ])
        .executeTakeFirst(),
    );
    expect(settings).toEqual({ timezone: 'UTC', limit: '30s' });
  });

  test('named statements would fail there: the tests above can', async () => {
    const database = { pool: pools.requests, restrictRole: true };
    await expect(manyTimes(() => names(database))).rejects.toThrow(/prepared statement/);
  });
});
