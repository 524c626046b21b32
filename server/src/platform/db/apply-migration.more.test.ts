import pg from 'pg';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { createEmptyDatabase, type Scratch } from '../../../test/databases.ts';
import { createFormerSchema, formerMigrations } from '../../../test/former-schema.ts';
import { cloneDatabase } from '../../../test/harness.ts';
import { executeSql, isRowSecurityBypassed } from '../../../test/postgres.ts';
import { describeSchema } from '../../../test/schema-digest.ts';
import { repeatConcurrently } from '../../../test/times.ts';
import { buildClientConfig, type Connection } from './connect.ts';
import { loadAppliedMigrations, loadCompletedMigrations, inspectDatabase, migrate } from './migrate.ts';
import { computeChecksum, formerChecksums, splitParts } from './migration-files.ts';

const closing: (() => Promise<void>)[] = [];

async function open(kind: () => Promise<Scratch>): Promise<Connection> {
  const { connection, drop } = await kind();
  closing.push(drop);
  return connection;
}

async function connect(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client(buildClientConfig(connection));
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

test('a database may have what was written anew as it was, and nothing else', () => {
  expect(
    Object.fromEntries([...formerMigrations].map(([name, sql]) => [name, computeChecksum(sql)])),
  ).toEqual(formerChecksums);
});

// Former schemas are made as the superuser of the test's server.
describe.runIf(await isRowSecurityBypassed(inject('postgres')))('migrations in parts', () => {
  test('lead to the same schema as those that they replaced', async () => {
    const connection = await open(createEmptyDatabase);
    await createFormerSchema(connection, '0260_closed_events');
    await migrate(connection);
    expect(await describeSchema(connection)).toEqual(await describeSchema(await open(cloneDatabase)));
  }, 60_000);

  test('go on where they ended in the middle, whichever process comes first, and no copy is made meanwhile', async () => {
    const connection = await open(createEmptyDatabase);
    await createFormerSchema(connection, '0017_effects');
    await executeSql(connection, 'create table event_host_hold (in_the_way int)');
    await expect(migrate(connection)).rejects.toThrow('"event_host_hold" already exists');
    const client = await connect(connection);
    const applied = [...(await loadAppliedMigrations(client)).keys()];
    expect(applied.filter((name) => name.startsWith('0021')).sort()).toEqual(
      [1, 2, 3, 4, 5].map((part) => `0021_holds, part ${part}`),
    );
    expect((await inspectDatabase(connection)).pending[0]).toBe('0021_holds');
    await expect(loadCompletedMigrations(client)).rejects.toThrow('An upgrade was interrupted in 0021_holds');

    // As an index is left behind by a session that ended while it was created.
    await client.query(
      `update pg_index set indisvalid = false where indexrelid = 'event_host_busy_time'::regclass`,
    );
    await client.query('drop table event_host_hold');
    await repeatConcurrently(3, () => migrate(connection));
    expect(await describeSchema(connection)).toEqual(await describeSchema(await open(cloneDatabase)));
    expect((await inspectDatabase(connection)).pending).toEqual([]);
    expect(Object.keys(await loadCompletedMigrations(client))).toContain('0021_holds');
  }, 60_000);

  test('let writers pass while somebody else reads for long', async () => {
    const connection = await open(createEmptyDatabase);
    await createFormerSchema(connection, '0224_link_times');
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

    const migrating = migrate(connection);
    await somebodyWaits();
    await write('30s');
    await reader.query('commit');
    await migrating;
    expect((await inspectDatabase(connection)).pending).toEqual([]);
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
