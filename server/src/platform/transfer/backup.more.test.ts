import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, createEmptyDatabase, createOrdinaryDatabase } from '../../../test/databases.ts';
import { computeDigests } from '../../../test/digests.ts';
import { createFormerSchema } from '../../../test/former-schema.ts';
import { executeSql } from '../../../test/postgres.ts';
import { describeSchema } from '../../../test/schema-digest.ts';
import { createClient, type Connection } from '../db/connect.ts';
import { inspectDatabase, migrate, migrateJobQueue } from '../db/migrate.ts';
import { backUp } from './backup.ts';
import { restoreBackup } from './restore.ts';

const folder = mkdtempSync(join(tmpdir(), 'daybook-backup-'));
const path = join(folder, 'daybook.tar');
const how = { replace: false, keyFingerprints: ['of the key'], isKeySet: false, onProgress: () => {} };
const drops: (() => Promise<void>)[] = [];
let source: Connection;

async function made(database: Promise<{ connection: Connection; drop: () => Promise<void> }>) {
  const { connection, drop } = await database;
  drops.push(drop);
  return connection;
}

beforeAll(async () => {
  source = await made(cloneDatabase());
  await executeSql(source, `insert into installation values ('secret_key_fingerprint', 'of the key')`);
  await executeSql(source, `select enqueue('mail.sweep', '[{"payload":{},"key":"due"}]')`);
  await backUp(source, path, () => {});
});

afterAll(async () => {
  for (const drop of drops) await drop();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['a superuser', createEmptyDatabase],
  ['an ordinary login', createOrdinaryDatabase],
])(
  'a backup that %s restores into an empty database is equal, and the next start finds it whole',
  async (_, make) => {
    const target = await made(make());
    await restoreBackup(target, path, how);
    const [before, after] = [await computeDigests(source), await computeDigests(target)];
    expect(after).toEqual(before);
    expect(before['jobs _private_jobs']).toMatch(/^[1-9]/);
    expect((await inspectDatabase(target)).pending).toEqual([]);
    await migrate(target);
    await executeSql(target, `set daybook.workspace = '*'; update member set first_name = 'Mara'`);
    await expect(executeSql(target, 'truncate audit_entry')).rejects.toThrow('never');
    await expect(executeSql(target, `set daybook.workspace = '*'; delete from audit_entry`)).rejects.toThrow(
      'never changed',
    );
    // New rows are numbered after the old ones.
    const client = createClient(target);
    await client.connect();
    const { rows } = await client.query(
      `select nextval(pg_get_serial_sequence('crm_change', 'seq')) > max(seq) as is_later from crm_change`,
    );
    await client.end();
    expect(rows).toEqual(_ === 'a superuser' ? [{ is_later: true }] : [{ is_later: null }]);
  },
);

test('rows are replaced only when that is asked for', async () => {
  const target = await made(cloneDatabase());
  await executeSql(target, `set daybook.workspace = '*'; update member set first_name = 'Other'`);
  const before = await computeDigests(target);
  await expect(restoreBackup(target, path, how)).rejects.toThrow(
    'use --replace to delete its workspaces. Nothing was changed.',
  );
  expect(await computeDigests(target)).toEqual(before);
  await restoreBackup(target, path, { ...how, replace: true });
  expect(await computeDigests(target)).toEqual(await computeDigests(source));
});

test('a restore that fails in the middle leaves the database as it was', async () => {
  const target = await made(cloneDatabase());
  // Rows come before their checks, so that this one fails when most tables are filled.
  await executeSql(target, `alter table team_membership add check (role = 'nobody') not valid`);
  const before = await computeDigests(target);
  await expect(restoreBackup(target, path, { ...how, replace: true })).rejects.toThrow('team_membership');
  expect(await computeDigests(target)).toEqual(before);
});

test('nothing is changed while a server runs, with another key, or by a damaged file', async () => {
  const target = await made(cloneDatabase());
  const before = await computeDigests(target);
  const replace = { ...how, replace: true };
  const server = createClient(target, { application_name: 'daybook requests' });
  await server.connect();
  await expect(restoreBackup(target, path, replace)).rejects.toThrow('A server is running on this database');
  await server.end();
  await expect(restoreBackup(target, path, { ...replace, keyFingerprints: ['another'] })).rejects.toThrow(
    'encrypted with another key',
  );
  await expect(restoreBackup(target, path, { ...replace, keyFingerprints: [] })).rejects.toThrow(
    'encrypted with another key',
  );
  const bytes = readFileSync(path);
  const [damaged, short] = [join(folder, 'damaged.tar'), join(folder, 'short.tar')];
  writeFileSync(short, bytes.subarray(0, bytes.length / 2));
  const inside = bytes.indexOf('-member.copy.gz') + 600;
  bytes[inside] = (bytes[inside] ?? 0) ^ 1;
  writeFileSync(damaged, bytes);
  await expect(restoreBackup(target, damaged, replace)).rejects.toThrow('is damaged; nothing was changed');
  await expect(restoreBackup(target, short, replace)).rejects.toThrow(
    /incomplete|isn’t a complete daybook backup/,
  );
  expect(await computeDigests(target)).toEqual(before);
});

test('a backup of before the baseline is restored into its schema, also over a newer database', async () => {
  const older = await made(createEmptyDatabase());
  await migrateJobQueue(older);
  await createFormerSchema(older);
  const workspace = '11111111-1111-4111-8111-111111111111';
  await executeSql(
    older,
    `insert into installation values ('secret_key_fingerprint', 'of the key');
     insert into workspace (workspace_id, name, timezone) values ('${workspace}', 'Older', 'UTC');
     insert into moved_in (workspace_id, source, kind, source_hash, object_id) values
       ('${workspace}', 'calendly', 'event', 'hash', 'dbk-old')`,
  );
  const olderPath = join(folder, 'older.tar');
  await backUp(older, olderPath, () => {});
  const target = await made(cloneDatabase());
  await restoreBackup(target, olderPath, { ...how, replace: true });
  expect((await inspectDatabase(target)).pending).toEqual([]);
  expect(await describeSchema(target)).toEqual(await describeSchema(source));
  const client = createClient(target);
  await client.connect();
  const { rows } = await client.query(
    'select name, object_id from workspace join import_mapping using (workspace_id)',
  );
  await client.end();
  expect(rows).toEqual([{ name: 'Older', object_id: 'dbk-old' }]);

  // A backup of today replaces what such a database holds, whose columns have another order.
  await restoreBackup(older, path, { ...how, replace: true });
  const countRows = async (connection: Connection) =>
    Object.entries(await computeDigests(connection)).map(([name, digest]) => [name, digest.split(' ')[0]]);
  expect(await countRows(older)).toEqual(await countRows(source));
  expect(await describeSchema(older)).toEqual(await describeSchema(source));
});

test('a backup of an older migration is refused with a sentence', async () => {
  const older = await made(createEmptyDatabase());
  await migrateJobQueue(older);
  await createFormerSchema(older);
  const olderPath = join(folder, 'oldest.tar');
  await backUp(older, olderPath, () => {});
  const bytes = readFileSync(olderPath, 'latin1');
  writeFileSync(
    olderPath,
    bytes.replaceAll('"0340_payment_providers"', '"0339_payment_providers"'),
    'latin1',
  );
  await expect(restoreBackup(source, olderPath, { ...how, replace: true })).rejects.toThrow(
    'The backup is from before the first release (its last migration is 0339_payment_providers)',
  );
});
