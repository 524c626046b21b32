import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookPage, buildBooking, createPage, fixedClock } from '../../../test/booking.ts';
import { createEmptyDatabase, createOrdinaryDatabase, type Scratch } from '../../../test/databases.ts';
import { computeWorkspaceDigests } from '../../../test/digests.ts';
import { useApp } from '../../../test/harness.ts';
import { executeSql } from '../../../test/postgres.ts';
import { ownerToken } from '../../../test/runtime.ts';
import { createClient, type Connection } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { generateSecret } from '../ids.ts';
import { createSecrets } from '../secrets.ts';
import { manifestShape, type Manifest } from './archive.ts';
import { listExportedTables, exportWorkspace } from './export-workspace.ts';
import { importWorkspace } from './import-workspace.ts';
import { fileColumns, leftOut } from './left-out.ts';
import { runInTransaction, listTables } from './tables.ts';

const app = useApp({ clock: fixedClock });
const otherSecrets = createSecrets(Buffer.alloc(32, 7));
const folder = mkdtempSync(join(tmpdir(), 'daybook-export-'));
const nothing = () => {};
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let workspaceId: string;
let blank: Scratch;
let archive: string;
let requested: string;

beforeAll(async () => {
  const { rows } = await app.runtime.database.pool.query<{ workspace_id: string }>(
    'select workspace_id from workspace',
  );
  workspaceId = rows[0]?.workspace_id ?? '';
  const page = await createPage(app, { reminders: [60] });
  await bookPage(app, page);
  const asks = await createPage(app, { requiresConfirmation: true, title: 'Asks' });
  requested = (await app.post('/booking-requests', buildBooking(asks, { start: '15:00' }))).body.resource
    .uuid;
  const declined = (await app.post('/booking-requests', buildBooking(asks, { start: '16:00' }))).body.resource
    .uuid;
  await app.put(`/booking-requests/${declined}/decline`, {});
  await app.inject({
    method: 'PUT',
    url: '/v2/organization/logo',
    headers: { authorization: `Bearer ${ownerToken}`, 'content-type': 'image/png' },
    payload: picture,
  });
  blank = await createEmptyDatabase();
  await migrate(blank.connection);
  archive = join(folder, 'juniper.tar');
  await exportWorkspace(app.connection, app.runtime.secrets, workspaceId, archive, nothing);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function query<Row extends object>(connection: Connection, sql: string): Promise<Row[]> {
  const client = createClient(connection);
  await client.connect();
  try {
    await client.query(`set daybook.workspace = '*'`);
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('the list of tables', () => {
  const read = () =>
    runInTransaction(app.connection, 'isolation level repeatable read, read only', listTables);
  const withoutWorkspace = async () =>
    listExportedTables(await read())
      .filter(({ columns }) => !columns.some(({ name }) => name === 'workspace_id'))
      .map(({ name }) => name);

  test('every table is exported by its workspace_id, or left out with a reason', async () => {
    expect(await withoutWorkspace()).toEqual([]);
    const names = (await read()).map(({ name }) => name);
    expect(Object.keys(leftOut).filter((name) => !names.includes(name))).toEqual([]);
  });

  test('the check bites on a table that is neither', async () => {
    await executeSql(app.connection, 'create table of_nobody (id int primary key)');
    expect(await withoutWorkspace()).toEqual(['of_nobody']);
    await executeSql(app.connection, 'drop table of_nobody');
  });

  test('bytes are hashes, keys, sealed secrets or files', async () => {
    const bytes = listExportedTables(await read()).flatMap((table) =>
      table.columns
        .filter(({ type, name }) => type === 'bytea' && !/_(hash|sealed|key)$/.test(name))
        .map(({ name }) => `${table.name}.${name}`),
    );
    expect(bytes).toEqual(Object.entries(fileColumns).map(([table, column]) => `${table}.${column}`));
  });
});

const rowsIn = ({ tables }: Manifest) => tables.map(({ name, rows }) => [name, rows]);

describe('a workspace', () => {
  test('is refused as a whole where another has its public address', async () => {
    const { connection } = blank;
    await executeSql(
      connection,
      `insert into workspace (workspace_id, name, timezone) values (gen_random_uuid(), 'Other', 'UTC');
       insert into member (workspace_id, id, email, first_name, last_name, slug, language, timezone, role)
         select workspace_id, 'X', 'x@other.example', 'X', 'Y', 'mara-lindqvist', 'en', 'UTC', 'owner' from workspace;
       insert into owner_slug (slug, workspace_id, member_id)
         select 'mara-lindqvist', workspace_id, 'X' from workspace`,
    );
    await expect(importWorkspace(connection, otherSecrets, archive, nothing)).rejects.toThrow(
      'Key (slug)=(mara-lindqvist) already exists. (owner_slug). Nothing was changed.',
    );
    expect(await query(connection, 'select name from workspace')).toEqual([{ name: 'Other' }]);
    await executeSql(connection, 'delete from workspace');
  });

  test.each([
    ['a superuser', async () => blank, 'juniper.tar'],
    ['an ordinary login', createOrdinaryDatabase, 'juniper'],
  ])('is equal row for row after export and import by %s', async (_, makeDatabase, name) => {
    const path = join(folder, name);
    if (path !== archive)
      await exportWorkspace(app.connection, app.runtime.secrets, workspaceId, path, nothing);
    const { connection, drop } = await makeDatabase();
    try {
      await migrate(connection);
      const { manifest } = await importWorkspace(connection, otherSecrets, path, nothing);
      const [before, after] = [
        await computeWorkspaceDigests(app.connection, workspaceId),
        await computeWorkspaceDigests(connection, workspaceId),
      ];
      expect(after).toEqual(before);
      for (const table of ['member', 'invitee', 'crm_record', 'crm_change', 'audit_entry', 'image', 'link'])
        expect(before[table], table).not.toMatch(/^0 /);
      expect(manifest.files).toHaveLength(1);
      const again = await exportWorkspace(connection, otherSecrets, workspaceId, `${path}-again`, nothing);
      expect(rowsIn(again)).toEqual(rowsIn(manifest));

      const [link] = await query<{ token_sealed: Buffer }>(connection, 'select token_sealed from link');
      expect(otherSecrets.unseal(link?.token_sealed ?? Buffer.alloc(0))).toMatch(/^\w{22}$/);
      const quiet = await query(connection, 'select from outbox union all select from mail_message');
      expect(quiet).toEqual([]);
      const jobs = await query<{ task: string }>(
        connection,
        'select distinct task_identifier as task from graphile_worker.jobs',
      );
      expect(jobs).toEqual([{ task: 'booking-requests.expire' }]);
      // Those who wait for a host still do, and their time is kept.
      const waiting = await query(
        connection,
        `select r.id, b.hold_id from booking_request r
        join hold h on h.id = r.id join event_host b on b.hold_id = h.id`,
      );
      expect(waiting).toEqual([{ id: requested, hold_id: requested }]);
      // What is still to come is not lost: reminders are runs of a workflow.
      const due = await query<{ minutes: number }>(
        connection,
        `select minutes from workflow_run where status = 'waiting'`,
      );
      expect(due).toEqual([{ minutes: 60 }]);

      await expect(importWorkspace(connection, otherSecrets, path, nothing)).rejects.toThrow(
        'already exists; nothing was changed',
      );
    } finally {
      await drop();
    }
  });

  test('is exported without the tokens and keys that it seals or hashes', async () => {
    const { pool } = app.runtime.database;
    const { rows } = await pool.query<{ token_sealed: Buffer }>('select token_sealed from link');
    const text = readFileSync(archive, 'latin1');
    expect(rows.length).toBeGreaterThan(0);
    for (const { token_sealed } of rows) {
      expect(text).not.toContain(app.runtime.secrets.unseal(token_sealed));
      expect(text).not.toContain(token_sealed.toString('hex'));
    }
    expect(text).not.toContain(ownerToken);
  });
});

describe('an export is refused', () => {
  const spoil = (change: (manifest: Manifest, path: string) => void): string => {
    const [source, path] = [join(folder, 'juniper'), join(folder, `spoilt-${generateSecret(6)}`)];
    const manifest = manifestShape.parse(JSON.parse(readFileSync(join(source, 'manifest.json'), 'utf8')));
    cpSync(source, path, { recursive: true });
    cpSync(`${source}.key`, `${path}.key`);
    change(manifest, path);
    writeFileSync(join(path, 'manifest.json'), JSON.stringify(manifest));
    return path;
  };

  test.each<[string, (manifest: Manifest, path: string) => void, RegExp]>([
    [
      'with a damaged part',
      (manifest, path) => writeFileSync(join(path, manifest.tables[0]?.parts[0]?.name ?? ''), '{}\n'),
      /is damaged; nothing was changed/,
    ],
    [
      'with a missing part',
      (manifest, path) => rmSync(join(path, manifest.tables[0]?.parts[0]?.name ?? '')),
      /is missing; nothing was changed/,
    ],
    ['without its key', (_, path) => rmSync(`${path}.key`), /The key of the export can’t be read/],
    [
      'of a newer Daybook',
      (manifest) => void (manifest.migrations['9999_later'] = ''),
      /The export is newer than this Daybook \(it has migration 9999_later\)/,
    ],
    [
      'of an older Daybook',
      (manifest) => void delete manifest.migrations['0400_baseline'],
      /made by an older Daybook \(it lacks migration 0400_baseline\)/,
    ],
    [
      'of an older migration of before the baseline',
      (manifest) => void (manifest.migrations = { '0330_partly_imported_rows': '' }),
      /The export is from before the first release \(its last migration is 0330_partly_imported_rows\)/,
    ],
    [
      'of the last migration of before the baseline, whose workspace is already here',
      (manifest) => {
        const { '0400_baseline': _, ...later } = manifest.migrations;
        manifest.migrations = { '0340_payment_providers': '', ...later };
      },
      /The workspace [\da-f-]+ already exists/,
    ],
    [
      'that is a backup',
      (manifest) => void (manifest.format = 'daybook-backup'),
      /isn’t a complete daybook export/,
    ],
  ])('%s', async (_, change, sentence) => {
    await expect(
      importWorkspace(app.connection, app.runtime.secrets, spoil(change), nothing),
    ).rejects.toThrow(sentence);
  });
});
