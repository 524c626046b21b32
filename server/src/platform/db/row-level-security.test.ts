import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { z } from 'zod';
import { createEmptyDatabase, createOrdinaryDatabase, type Scratch } from '../../../test/databases.ts';
import { createNeighbour } from '../../../test/neighbour.ts';
import { isRowSecurityBypassed } from '../../../test/postgres.ts';
import { createTestRuntime } from '../../../test/runtime.ts';
import { seedOnce } from '../../seed.ts';
import { endpoints } from '../../slices.ts';
import type { Actor } from '../auth/actor.ts';
import { authenticate } from '../auth/authenticate.ts';
import { runInWorkspace, type Runtime } from '../context.ts';
import { createApp } from '../http/app.ts';
import { generateUuid } from '../ids.ts';
import { defineJob } from '../jobs.ts';
import { startWorker } from '../worker.ts';
import { openPool } from './connect.ts';
import { migrate } from './migrate.ts';
import { transact } from './transaction.ts';

// Both kinds of login are made here, which only a superuser can.
describe.runIf(await isRowSecurityBypassed(inject('postgres'))).each([
  ['a superuser, switched to a role that is none', createEmptyDatabase, true],
  ['an ordinary role that owns the database', createOrdinaryDatabase, false],
] as const)('row level security for %s', (_case, open, restricted) => {
  let scratch: Scratch;
  let runtime: Runtime;
  let ours: Actor;
  let theirs: Actor;

  beforeAll(async () => {
    scratch = await open();
    const { restrictRole } = await migrate(scratch.connection);
    runtime = createTestRuntime({ pool: openPool(scratch.connection, 10), restrictRole });
    const keys = await seedOnce(runtime);
    ours = (await authenticate(runtime.database, keys?.token ?? ''))?.actor as Actor;
    const neighbour = await createNeighbour(runtime);
    theirs = (await authenticate(runtime.database, neighbour.token))?.actor as Actor;
  });

  afterAll(async () => {
    await runtime.database.pool.end();
    await scratch.drop();
  });

  const tables = async () => {
    const { rows } = await runtime.database.pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity`,
    );
    return rows.map(({ name }) => name);
  };
  const workspacesIn = (name: string, visible: Actor['workspaceId'] | '*') =>
    transact(runtime.database, visible, async (db) => {
      const query = sql<{ id: string }>`select distinct workspace_id as id from ${sql.table(name)}`;
      return (await query.execute(db)).rows.map(({ id }) => id);
    });

  test('the login is what it is said to be', () => {
    expect(runtime.database.restrictRole).toBe(restricted);
  });

  test('a query without a filter sees its own workspace only, in every table', async () => {
    const names = await tables();
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) {
      const seen = await workspacesIn(name, ours.workspaceId);
      expect({ name, strangers: seen.filter((id) => id !== ours.workspaceId) }).toEqual({
        name,
        strangers: [],
      });
    }
    expect(await workspacesIn('member', theirs.workspaceId)).toEqual([theirs.workspaceId]);
    expect((await workspacesIn('member', '*')).length).toBe(2);
  });

  test('nothing is visible while no workspace is named, before a transaction or after one', async () => {
    const client = await runtime.database.pool.connect();
    try {
      for (const setting of ['select 1', `set local daybook.workspace = '${ours.workspaceId}'`, 'select 1']) {
        await client.query(`begin${restricted ? '; set local role daybook_app' : ''}`);
        await client.query(setting);
        const { rows } = await client.query('select count(*) as count from member');
        expect(rows[0].count).toBe(setting === 'select 1' ? 0 : 3);
        await client.query('commit');
      }
    } finally {
      client.release();
    }
  });

  test("another workspace's rows can be neither made, taken, changed nor deleted", async () => {
    const attempt = (query: ReturnType<typeof sql>) =>
      runInWorkspace(runtime, ours, (ctx) => query.execute(ctx.db));
    const insert = sql`insert into team (workspace_id, id, title, slug) values (${theirs.workspaceId}, ${generateUuid()}, 'x', 'x')`;
    await expect(attempt(insert)).rejects.toThrow('row-level security');
    await expect(attempt(sql`update team set workspace_id = ${theirs.workspaceId}`)).rejects.toThrow(
      'row-level security',
    );
    const changed = await attempt(
      sql`update member set first_name = 'Taken' where workspace_id = ${theirs.workspaceId}`,
    );
    expect(changed.numAffectedRows).toBe(0n);
    const deleted = await attempt(sql`delete from member where workspace_id = ${theirs.workspaceId}`);
    expect(deleted.numAffectedRows).toBe(0n);
  });

  test('the product works: requests, tokens, sign-in, jobs', async () => {
    const app = await createApp(runtime, endpoints);
    const call = async (method: 'GET' | 'POST', url: string, token: string, payload?: object) => {
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': generateUuid() };
      return (await app.inject({ method, url: `/v2${url}`, headers, ...(payload && { payload }) })).json();
    };
    const owner = runtime.config.bootstrapToken ?? '';
    expect(await call('GET', '/whoami', owner)).toEqual({ email: 'mara@juniper.example' });
    const user = {
      email: 'noor@juniper.example',
      firstName: 'Noor',
      lastName: 'H',
      password: 'a long password',
    };
    expect(await call('POST', '/organizations/users', owner, user)).toMatchObject({ success: true });
    const { token } = await call('POST', '/tokens', owner, {
      name: 'x',
      scopes: ['teams:read'],
      userEmail: user.email,
    });
    expect((await call('GET', '/teams', token)).pagination.total).toBe(1);
    expect(await call('POST', '/session', token, user)).toMatchObject({ success: true });
    await vi.waitUntil(
      async () => (await call('GET', '/tokens?scope=all', owner)).collection.at(-1).lastUsedAt,
      { timeout: 5000 },
    );

    const done: string[] = [];
    const job = defineJob({
      name: 'test.note',
      payload: z.object({ text: z.string() }),
      run: async (_, { text }) => void done.push(text),
    });
    const worker = await startWorker(runtime, [job]);
    await runInWorkspace(runtime, ours, (ctx) => ctx.enqueue(job, { text: 'ran' }));
    await vi.waitUntil(() => done.length > 0, { timeout: 5000 });
    await worker.stop();
    await app.close();
    expect(done).toEqual(['ran']);
  });
});
