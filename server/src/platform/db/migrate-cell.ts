import type pg from 'pg';
import { areCompatible, compareVersions, programVersion } from '../directory/versions.ts';
import { StartError } from '../start-error.ts';
import type { Connection } from './connect.ts';
import { connect, inspectServer, migrate } from './migrate.ts';
import { readMigrations, type Migration } from './migration-files.ts';

/** What migrates the database of a cell: this program, unless a test has another one. */
export interface Migrator {
  readonly version: string;
  readonly migrations: readonly Migration[];
}

/**
 * As `migrate`, for one of several cells. They are upgraded one after another, so programs of the version before still run, and may be
 * started again, on a database that is one version ahead. More than one version apart, nothing is changed.
 */
export async function migrateCell(
  connection: Connection,
  { version, migrations }: Migrator = { version: programVersion, migrations: readMigrations() },
): Promise<{ restrictRole: boolean }> {
  const schema = await requireCompatibleSchema(connection, version);
  if (schema !== undefined && compareVersions(schema, version) > 0)
    return onDatabase(connection, inspectServer);
  // Before: from the first migration on, the database is one that only this version and the one before may use.
  await recordVersion(connection, version);
  const result = await migrate(connection, migrations);
  await recordVersion(connection, version);
  return result;
}

/** The version of the schema; undefined of a database that no cell has used yet. */
export async function requireCompatibleSchema(
  connection: Connection,
  version = programVersion,
): Promise<string | undefined> {
  const schema = await onDatabase(connection, async (client) => {
    if (!(await hasIdentity(client))) return undefined;
    const { rows } = await client.query<{ value: string }>(
      `select value from installation where name = 'version'`,
    );
    return rows[0]?.value;
  });
  if (schema !== undefined && !areCompatible(schema, version))
    throw new StartError(
      `The database has the schema of Daybook ${schema}, and this is ${version}: a cell is upgraded by one minor version at a time.`,
    );
  return schema;
}

async function recordVersion(connection: Connection, version: string): Promise<void> {
  await onDatabase(connection, async (client) => {
    if (!(await hasIdentity(client))) return;
    await client.query(
      `insert into installation (name, value) values ('version', $1)
       on conflict (name) do update set value = excluded.value where installation.value <> excluded.value`,
      [version],
    );
  });
}

async function hasIdentity(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>(
    `select to_regclass('installation')::text as found`,
  );
  return Boolean(rows[0]?.found);
}

async function onDatabase<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(connection);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
