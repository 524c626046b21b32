import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase } from '../../../test/databases.ts';
import { executeSql } from '../../../test/postgres.ts';
import { createTestRuntime } from '../../../test/runtime.ts';
import { createNeighbour } from '../../../test/neighbour.ts';
import { repeatConcurrently } from '../../../test/times.ts';
import type { Actor } from '../auth/actor.ts';
import { authenticate } from '../auth/authenticate.ts';
import { runInWorkspace, type Runtime } from '../context.ts';
import { openPool } from './connect.ts';
import { allocateId } from './counter.ts';
import { read, transact, type Database } from './transaction.ts';

let database: Database;
let runtime: Runtime;
let ours: Actor;
let theirs: Actor;
let drop: () => Promise<void>;

beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  // A deadlock is looked for after this time; a second of waiting would be a second of test. An ordinary role waits it out.
  const hurry = `do $$ begin execute format('alter database %I set deadlock_timeout = ''30ms''', current_database());
    exception when insufficient_privilege then null; end $$`;
  await executeSql(clone.connection, hurry);
  const pool = openPool(clone.connection, 20);
  const { rows } = await pool.query('select rolsuper from pg_roles where rolname = current_user');
  database = { pool, restrictRole: rows[0].rolsuper };
  runtime = createTestRuntime(database);
  ours = (await authenticate(database, runtime.config.bootstrapToken ?? ''))?.actor as Actor;
  theirs = (await authenticate(database, (await createNeighbour(runtime)).token))?.actor as Actor;
});

afterAll(async () => {
  await database.pool.end();
  await drop();
});

const inOurs = <T>(work: Parameters<typeof transact<T>>[2]) => transact(database, ours.workspaceId, work);
const rename = (slug: string) => sql`update member set language = language || '-x' where slug = ${slug}`;
/** Through the wall, behind which an ordinary role stands as well. */
const languagesOf = (...slugs: string[]) =>
  transact(database, '*', (db) => sql`select language from member where slug = any (${slugs})`.execute(db));
const coded = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

describe('transact', () => {
  test.each(['40001', '40P01'])('%s is tried again, a bounded number of times', async (code) => {
    let attempts = 0;
    const failing = inOurs(async () => {
      attempts += 1;
      throw coded(code);
    });
    await expect(failing).rejects.toThrow(code);
    expect(attempts).toBe(5);
  });

  test('anything else is not tried again', async () => {
    let attempts = 0;
    const failing = inOurs(async () => {
      attempts += 1;
      throw coded('23505');
    });
    await expect(failing).rejects.toThrow('23505');
    expect(attempts).toBe(1);
  });

  test('a real deadlock is resolved: both transactions end, and each has its effect once', async () => {
    let arrived = 0;
    let attempts = 0;
    let open = () => {};
    const both = new Promise<void>((resolve) => {
      open = resolve;
    });
    const cross = (first: string, second: string) =>
      inOurs(async (db) => {
        attempts += 1;
        await rename(first).execute(db);
        arrived += 1;
        if (arrived === 2) open();
        await both;
        await rename(second).execute(db);
      });
    await Promise.all([cross('mara-lindqvist', 'aiko-tanaka'), cross('aiko-tanaka', 'mara-lindqvist')]);
    expect(attempts).toBeGreaterThan(2);
    const { rows } = await languagesOf('mara-lindqvist', 'aiko-tanaka');
    expect(rows).toEqual([{ language: 'en-x-x' }, { language: 'en-x-x' }]);
  });

  test('a serialization failure of the database itself is tried again', async () => {
    let attempts = 0;
    await inOurs(async (db) => {
      attempts += 1;
      if (attempts === 1) await sql`do $$ begin raise exception using errcode = '40001'; end $$`.execute(db);
    });
    expect(attempts).toBe(2);
  });

  test('what fails leaves nothing', async () => {
    const failing = inOurs(async (db) => {
      await rename('tomas-rivera').execute(db);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    const { rows } = await languagesOf('tomas-rivera');
    expect(rows).toEqual([{ language: 'es' }]);
  });

  test('an error that was swallowed is not taken for success', async () => {
    const failing = inOurs(async (db) => {
      await rename('tomas-rivera').execute(db);
      await sql`select 1 / 0`.execute(db).catch(() => {});
    });
    await expect(failing).rejects.toThrow('nothing was committed');
  });

  test('more at once than there are connections wait for their turn, and none is lost', async () => {
    const results = await repeatConcurrently(60, (index) => inOurs(async () => index));
    expect(results).toHaveLength(60);
    expect(database.pool.totalCount).toBeLessThanOrEqual(20);
    expect(database.pool.waitingCount).toBe(0);
  });

  test('reads can’t write', async () => {
    const writing = read(database, ours.workspaceId, (db) => rename('tomas-rivera').execute(db));
    await expect(writing).rejects.toThrow('read-only transaction');
  });
});

describe('allocateId', () => {
  const next = (actor: Actor, name: string) => runInWorkspace(runtime, actor, (ctx) => allocateId(ctx, name));

  test('a hundred at once are 1 to 100, and each workspace and name counts for itself', async () => {
    const [mine, yours] = await Promise.all([
      repeatConcurrently(100, () => next(ours, 'thing')),
      repeatConcurrently(10, () => next(theirs, 'thing')),
    ]);
    const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
    expect(mine.toSorted((a, b) => a - b)).toEqual(upTo(100));
    expect(yours.toSorted((a, b) => a - b)).toEqual(upTo(10));
    expect(await next(ours, 'other')).toBe(1);
  });

  test('a number that was not used is given again', async () => {
    const failing = runInWorkspace(runtime, ours, async (ctx) => {
      await allocateId(ctx, 'unused');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await next(ours, 'unused')).toBe(1);
  });
});

describe('timestamps', () => {
  test.each([
    ['UTC', '2026-11-15 09:00:00+00', '2026-11-15T09:00:00.000000Z'],
    ['UTC', '2026-11-15 09:00:00.1+00', '2026-11-15T09:00:00.100000Z'],
    ['UTC', '2026-11-15 09:00:00.999999+00', '2026-11-15T09:00:00.999999Z'],
    ['UTC', '0099-01-01 00:00:00+00', '0099-01-01T00:00:00.000000Z'],
    ['Asia/Kathmandu', '2026-11-14 18:30:00.000001+00', '2026-11-14T18:30:00.000001Z'],
    ['-3:30', '2026-12-31 23:59:59.999999+00', '2026-12-31T23:59:59.999999Z'],
  ])('in a connection set to %s, %s is %s', async (zone, text, expected) => {
    const client = await database.pool.connect();
    try {
      await client.query(`set timezone = '${zone}'`);
      const { rows } = await client.query('select $1::timestamptz as at', [text]);
      expect(rows).toEqual([{ at: expected }]);
    } finally {
      client.release(true);
    }
  });
});
