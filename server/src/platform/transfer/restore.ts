import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Connection } from '../db/connect.ts';
import {
  loadAppliedMigrations,
  hasMigrations,
  inspectDatabase,
  migrateJobQueue,
  migrateWithin,
  rejectUnknownMigrations,
} from '../db/migrate.ts';
import { StartError } from '../start-error.ts';
import { readEntries, verifyArchive, type Manifest } from './archive.ts';
import { isBackedUp, getJobQueueVersion } from './backup.ts';
import { transient } from './left-out.ts';
import {
  formatColumns,
  runInTransaction,
  jobSchema,
  listTables,
  type Progress,
  type Table,
} from './tables.ts';

const decompress = promisify(gunzip);

export interface RestoreOptions {
  /** Deletes what the database holds. */
  readonly replace: boolean;
  /** The hashes of the keys that are known outside of the database. */
  readonly keyFingerprints: readonly string[];
  /** One of these keys is SECRET_KEY, which is used whatever the backup holds. */
  readonly isKeySet: boolean;
  readonly onProgress: Progress;
}

/**
 * Fills a database from a backup, after every checksum has been verified. All of it is one transaction: whatever ends it
 * early, the database is as it was before. Migrations that the backup did not know are applied to its rows in the end.
 */
export async function restoreBackup(
  connection: Connection,
  path: string,
  { replace, keyFingerprints, isKeySet, onProgress }: RestoreOptions,
): Promise<Manifest> {
  const manifest = await verifyArchive(path, 'daybook-backup');
  rejectUnknownMigrations(new Map(Object.entries(manifest.migrations)), undefined, 'backup');
  const isSameKey = keyFingerprints.includes(manifest.keyFingerprint ?? '');
  if (isKeySet && !isSameKey) throw otherKey();
  const { restrictRole } = await inspectDatabase(connection);
  await migrateJobQueue(connection);
  await runInTransaction(connection, 'read write', async (client) => {
    await client.query(`set local daybook.workspace = '*'; set local lock_timeout = '10s'`);
    await rejectOtherServers(client);
    if (!replace) await rejectRows(client);
    if ((await getJobQueueVersion(client)) !== manifest.jobQueue) {
      throw new StartError(
        'The backup’s job queue has another version; restore it with the Daybook version that created it, then upgrade.',
      );
    }
    await prepareSchema(client, manifest, restrictRole);
    const all = await listTables(client);
    const tables = all.filter(isBackedUp);
    await open(client, tables, !restrictRole);
    const emptied = all.filter((table) => isBackedUp(table) || transient.includes(table.name));
    await client.query(`truncate ${emptied.map(({ sql }) => sql).join(', ')}`);
    await load(client, path, manifest, tables, onProgress);
    for (const [name, [value, called]] of Object.entries(manifest.sequences)) {
      await client.query('select setval(to_regclass($1), $2, $3)', [name, value, called]);
    }
    if (!isSameKey) await rejectMissingKey(client);
    await forgetWorkers(client);
    await client.query('set constraints all immediate');
    await close(client, tables, !restrictRole);
    await migrateWithin(client, () => true, restrictRole);
  });
  return manifest;
}

const otherKey = (): StartError =>
  new StartError(
    'The secrets in the backup are encrypted with another key; copy its secret.key to DATA_DIR, or set its SECRET_KEY. Nothing was changed.',
  );

/** The backup of a server on DATABASE_URL without SECRET_KEY holds its key. */
async function rejectMissingKey(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`select from installation where name = 'secret_key'`);
  if (!rowCount) throw otherKey();
}

async function rejectOtherServers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'daybook%'`,
  );
  if (rows[0]?.count) {
    throw new StartError('A server is running on this database; stop it first. Nothing was changed.');
  }
}

async function rejectRows(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: string | null }>(
    `select to_regclass('workspace')::text as found`,
  );
  if (!rows[0]?.found) return;
  const { rowCount } = await client.query('select from workspace limit 1');
  if (rowCount) {
    throw new StartError(
      'The database isn’t empty; use --replace to delete its workspaces. Nothing was changed.',
    );
  }
}

/** Brings the schema to the state of the backup. What is newer can only be dropped, since migrations go forward. */
async function prepareSchema(
  client: pg.Client,
  { migrations }: Manifest,
  restrictRole: boolean,
): Promise<void> {
  const applied = (await hasMigrations(client)) ? [...(await loadAppliedMigrations(client)).keys()] : [];
  if (applied.some((name) => !name.startsWith('graphile-worker ') && !(name in migrations))) {
    try {
      await recreateSchema(client);
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (code !== '42501') throw error;
      throw new StartError(
        `The backup is older than the database, and the database can’t be emptied (${message}); restore into a new one.`,
      );
    }
  }
  await migrateWithin(client, (name) => name in migrations, restrictRole);
}

/** With its owner and the right of everyone to use it, as the database was created. */
async function recreateSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; owner: string; is_open: boolean }>(
    `select quote_ident(nspname) as name, nspowner::regrole as owner, has_schema_privilege('public', oid, 'usage') as is_open
     from pg_namespace where nspname = current_schema()`,
  );
  for (const { name, owner, is_open: isOpen } of rows) {
    await client.query(`drop schema ${name} cascade; create schema ${name} authorization ${owner}`);
    if (isOpen) await client.query(`grant usage on schema ${name} to public`);
  }
}

/** Triggers wrote what they write when the rows were new, and COPY does not work behind row level security. */
async function open(client: pg.Client, tables: readonly Table[], isBound: boolean): Promise<void> {
  for (const { sql, schema } of tables) {
    await client.query(`alter table ${sql} disable trigger user`);
    if (isBound && schema !== jobSchema) await client.query(`alter table ${sql} no force row level security`);
  }
}

async function close(client: pg.Client, tables: readonly Table[], isBound: boolean): Promise<void> {
  const { rows } = await client.query<{ sql: string }>(
    `select c.oid::regclass::text as sql from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relrowsecurity and not c.relforcerowsecurity`,
  );
  for (const { sql } of tables) await client.query(`alter table ${sql} enable trigger user`);
  if (isBound) for (const { sql } of rows) await client.query(`alter table ${sql} force row level security`);
}

async function load(
  client: pg.Client,
  path: string,
  manifest: Manifest,
  tables: readonly Table[],
  onProgress: Progress,
): Promise<void> {
  const entries = readEntries(path);
  let next = await nextPart(entries);
  for (const { name, columns, rows, parts } of manifest.tables) {
    const table = tables.find((known) => `${known.schema}.${known.name}` === name);
    if (!table) throw new StartError(`The backup contains an unknown table: ${name}.`);
    const ofTable = new Set(parts.map((part) => part.name));
    const list = formatColumns(columns.map((column) => ({ name: column })));
    const stream = client.query(copyFrom(`copy ${table.sql} (${list}) from stdin`));
    await pipeline(
      Readable.from(
        (async function* () {
          for (; next && ofTable.has(next.name); next = await nextPart(entries)) {
            yield await decompress(next.bytes);
          }
        })(),
      ),
      stream,
    );
    if (Number(stream.rowCount) !== rows)
      throw new Error(`${name}: ${stream.rowCount} rows instead of ${rows}.`);
    onProgress(table.name, rows);
  }
}

async function nextPart(
  entries: AsyncGenerator<{ name: string; bytes: Buffer }>,
): Promise<{ name: string; bytes: Buffer } | undefined> {
  const { value, done } = await entries.next();
  return done || value.name === 'manifest.json' ? undefined : value;
}

/** The workers that had jobs when the backup was made are gone. A job may run twice, so each is due again at once. */
async function forgetWorkers(client: pg.Client): Promise<void> {
  await client.query(
    `update ${jobSchema}._private_jobs set locked_at = null, locked_by = null where locked_at is not null`,
  );
  await client.query(
    `update ${jobSchema}._private_job_queues set locked_at = null, locked_by = null where locked_at is not null`,
  );
}
