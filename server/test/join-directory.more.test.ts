import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, type Pool } from '../src/platform/db/connect.ts';
import { directoryJobs, joinDirectory } from '../src/platform/directory/reconcile.ts';
import { endpoints } from '../src/slices.ts';
import { openBehindRouter, type RoutedApp } from './cells.ts';
import { cloneDatabase } from './databases.ts';
import { isRowSecurityBypassed } from './postgres.ts';
import { createTestRuntime, ownerToken } from './runtime.ts';

/** The demo company, whose tokens, links and slugs are older than the directory. */
let routed: RoutedApp;
let pool: Pool;
let drop: () => Promise<void>;
const headers = { authorization: `Bearer ${ownerToken}` };

beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  pool = openPool(clone.connection, 10);
  const restrictRole = await isRowSecurityBypassed(clone.connection);
  routed = await openBehindRouter(createTestRuntime({ pool, restrictRole }), endpoints);
}, 60_000);
afterAll(async () => {
  await routed.close();
  await pool.end();
  await drop();
});

const get = async (url: string) => (await routed.router.inject({ url, headers })).statusCode;

async function ask(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await routed.directory.query(text, values)).rows as Record<string, unknown>[];
}

const syncDirectory = async () => {
  const job = directoryJobs.find(({ name }) => name === 'platform.sync-directory');
  await job?.run(routed.runtime, {});
};

test('an installation that becomes a cell keeps its tokens, pages and invitees’ links', async () => {
  expect(await get('/v2/whoami')).toBe(200);
  const { rows: slugs } = await pool.query<{ slug: string }>(
    'select slug from owner_slug where member_id is not null',
  );
  for (const { slug } of slugs) expect(await get(`/${slug}`)).toBe(200);
  const { rows } = await pool.query<{ id: string; key_sealed: Buffer }>(
    'select id, key_sealed from invitee limit 3',
  );
  expect(rows).toHaveLength(3);
  for (const { id, key_sealed: sealed } of rows)
    expect(await get(`/bookings/${id}?key=${routed.runtime.secrets.unseal(sealed)}`)).toBe(200);
});

test('an installation whose first start as a cell was cut short tells the rest at the next', async () => {
  await ask(`delete from directory.name where kind = 'secret'`);
  await ask('update directory.workspace_cell set joined_at = null');
  await joinDirectory(routed.joining);
  expect((await ask(`select from directory.name where kind = 'secret'`)).length).toBeGreaterThan(3);
  expect(await ask(`select from directory.workspace_cell where joined_at is null`)).toEqual([]);
});

test('the directory holds no email address and no secret in clear text', async () => {
  const rows = await ask('select kind, value from directory.name');
  for (const kind of ['slug', 'email', 'secret']) expect(rows.some((row) => row['kind'] === kind)).toBe(true);
  const hidden = rows.filter(({ kind }) => kind !== 'slug' && kind !== 'form');
  expect(hidden.every(({ value }) => /^[0-9a-f]{64}$/.test(String(value)))).toBe(true);
});

test('each day the directory learns what no reservation told it, and forgets what is gone', async () => {
  const [{ slug } = { slug: '' }] = (
    await pool.query<{ slug: string }>('select slug from owner_slug limit 1')
  ).rows;
  const workspace = "(select workspace_id from directory.workspace_cell where cell = 'middle')";
  await ask('delete from directory.name where value = $1', [slug]);
  await ask(`insert into directory.name values ('slug', 'nobody-has-it', ${workspace})`);
  const unconfirmed = (code: string, age: string) =>
    ask(
      `insert into directory.workspace_cell (workspace_id, code, cell, created_at)
       values (gen_random_uuid(), $1, 'middle', now() - $2::interval)`,
      [code, age],
    );
  await unconfirmed('oldSignU', '2 days');
  await unconfirmed('newSignU', '1 minute');
  await syncDirectory();
  expect(await ask(`select reservation from directory.name where value = $1`, [slug])).toEqual([
    { reservation: null },
  ]);
  expect(await ask(`select from directory.name where value = 'nobody-has-it'`)).toEqual([]);
  expect(await ask(`select code from directory.workspace_cell where code like '%SignU'`)).toEqual([
    { code: 'newSignU' },
  ]);
});

test('a workspace with names is never forgotten because its rows are missing', async () => {
  await ask(
    `insert into directory.workspace_cell (workspace_id, code, cell, created_at)
     values ('0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d', 'restored', 'middle', now() - interval '9 days')`,
  );
  await ask(`insert into directory.name values ('slug', 'restored', '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d')`);
  await syncDirectory();
  expect(await ask(`select value from directory.name where value = 'restored'`)).toHaveLength(1);
});
