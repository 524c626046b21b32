import type pg from 'pg';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { cloneDatabase, type Scratch } from '../../../test/databases.ts';
import { afterUpgrade, duringUpgrade } from '../../../test/later-migrations.ts';
import { executeSql, isRowSecurityBypassed } from '../../../test/postgres.ts';
import { describeSchema } from '../../../test/schema-digest.ts';
import { repeatConcurrently } from '../../../test/times.ts';
import { createClient, type Connection } from './connect.ts';
import { loadAppliedMigrations, loadCompletedMigrations, inspectDatabase, migrate } from './migrate.ts';
import { splitParts } from './migration-files.ts';

const closing: (() => Promise<void>)[] = [];

async function open(kind: () => Promise<Scratch>): Promise<Connection> {
  const { connection, drop } = await kind();
  closing.push(drop);
  return connection;
}

async function connect(connection: Connection): Promise<pg.Client> {
  const client = createClient(connection);
  await client.connect();
  closing.unshift(() => client.end());
  return client;
}

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

test('lines of a file begin its parts, and comments alone are none', () => {
  const sql = `-- Why.
-- no transaction
create index concurrently a on b (c);
-- batches of b
update b set c = 1 where :batch;
-- next transaction
drop index d;
`;
  expect(splitParts(sql)).toEqual([
    { kind: 'indexes', table: '', sql: '\ncreate index concurrently a on b (c);\n' },
    { kind: 'batches', table: 'b', sql: '\nupdate b set c = 1 where :batch;\n' },
    { kind: 'transaction', table: '', sql: '\ndrop index d;\n' },
  ]);
});

// An index is made invalid here, as only a superuser can.
describe.runIf(await isRowSecurityBypassed(inject('postgres')))('migrations in parts', () => {
  test('go on where they ended in the middle, when several start at once, and no copy is made meanwhile', async () => {
    const [connection, straight] = [await open(cloneDatabase), await open(cloneDatabase)];
    await executeSql(connection, 'create table invitee_domain (in_the_way int)');
    await expect(migrate(connection, afterUpgrade)).rejects.toThrow('"invitee_domain" already exists');
    const client = await connect(connection);
    const applied = [...(await loadAppliedMigrations(client)).keys()];
    expect(applied.filter((name) => name.startsWith('9001')).sort()).toEqual(
      [1, 2, 3, 4].map((part) => `9001_invitee_domain, part ${part}`),
    );
    expect((await inspectDatabase(connection, afterUpgrade)).pending[0]).toBe('9001_invitee_domain');
    await expect(loadCompletedMigrations(client)).rejects.toThrow(
      'An upgrade was interrupted in 9001_invitee_domain',
    );

    // As an index is left behind by a session that ended while it was created.
    await client.query('drop table invitee_domain; create index invitee_domain on invitee (domain)');
    await client.query(
      `update pg_index set indisvalid = false where indexrelid = 'invitee_domain'::regclass`,
    );
    await repeatConcurrently(3, () => migrate(connection, afterUpgrade));
    await migrate(straight, afterUpgrade);
    expect(await describeSchema(connection)).toEqual(await describeSchema(straight));
    expect((await inspectDatabase(connection, afterUpgrade)).pending).toEqual([]);
    expect(Object.keys(await loadCompletedMigrations(client))).toContain('9001_invitee_domain');
  }, 60_000);

  test('change every row, in blocks', async () => {
    const connection = await open(cloneDatabase);
    const client = await connect(connection);
    await client.query(`set daybook.workspace = '*'`);
    // More blocks than one batch has.
    await client.query(
      `insert into invitee (workspace_id, id, event_id, full_name, email, timezone, key_hash, key_sealed)
       select workspace_id, id || ' ' || n, event_id, repeat(md5(id), 20), n || '@many.example', timezone, '', ''
       from (select * from invitee limit 1) i cross join generate_series(1, 1000) n`,
    );
    await migrate(connection, duringUpgrade);
    const { rows } = await client.query(
      `select count(*)::int as all, count(*) filter (where domain = split_part(email, '@', 2))::int as filled,
         (pg_relation_size('invitee') / 8192 > 32) as several from invitee`,
    );
    expect(rows[0].filled).toBe(rows[0].all);
    expect(rows[0].several).toBe(true);
  }, 60_000);

  test('let writers pass while somebody else reads for long', async () => {
    const connection = await open(cloneDatabase);
    const [reader, writer, watcher] = [
      await connect(connection),
      await connect(connection),
      await connect(connection),
    ];
    await reader.query('begin; select from invitee');
    const write = (patience: string): Promise<unknown> =>
      writer.query(`set lock_timeout = '${patience}'; update invitee set seats = seats`);
    const somebodyWaits = async (): Promise<void> => {
      const waiting = `select from pg_locks where not granted and relation = 'invitee'::regclass`;
      while ((await watcher.query(waiting)).rowCount === 0);
    };

    // Without a limit, writers wait behind a transaction that waits for the reader.
    const impatient = await connect(connection);
    const altering = impatient.query('alter table invitee add column in_the_way int').catch(() => {});
    await somebodyWaits();
    await expect(write('200ms')).rejects.toThrow('lock timeout');
    await watcher.query(
      `select pg_cancel_backend(pid) from pg_locks where not granted and relation = 'invitee'::regclass`,
    );
    await altering;

    const migrating = migrate(connection, duringUpgrade);
    await somebodyWaits();
    await write('30s');
    await reader.query('commit');
    await migrating;
    expect((await inspectDatabase(connection, duringUpgrade)).pending).toEqual([]);
  }, 60_000);

  test('an event is referred to by the rows of its hosts, even when no trigger sees to it', async () => {
    const connection = await open(cloneDatabase);
    const client = await connect(connection);
    await client.query(`set daybook.workspace = '*'`);
    await client.query(`update event_host set booked_event_id = null`);
    const { rows } = await client.query(
      `select count(*)::int as hosts, count(booked_event_id)::int as events from event_host where hold_id is null`,
    );
    expect(rows[0].hosts).toBeGreaterThan(0);
    expect(rows[0].events).toBe(rows[0].hosts);
    await client.query('alter table event_host disable trigger booked_event');
    await expect(client.query(`update event_host set booked_event_id = null`)).rejects.toThrow(
      'event_host_booked_event',
    );
  });
});
