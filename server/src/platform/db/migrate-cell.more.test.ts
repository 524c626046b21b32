import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, type Scratch } from '../../../test/databases.ts';
import { duringUpgrade } from '../../../test/later-migrations.ts';
import { executeSql } from '../../../test/postgres.ts';
import { createClient } from './connect.ts';
import { migrateCell, type Migrator } from './migrate-cell.ts';
import { buildMigration, readMigrations } from './migration-files.ts';
import { migrate } from './migrate.ts';

/* A cell whose database is upgraded by a later Daybook, while programs of before still run. */

const before: Migrator = { version: '0.4.2', migrations: readMigrations() };
const next: Migrator = { version: '0.5.0', migrations: duringUpgrade };
const later: Migrator = { version: '0.6.0', migrations: duringUpgrade };

let scratch: Scratch;
beforeAll(async () => {
  scratch = await createEmptyDatabase();
  await migrateCell(scratch.connection, before);
});
afterAll(() => scratch.drop());

async function readState(): Promise<{ version: string | undefined; last: string | undefined }> {
  const client = createClient(scratch.connection);
  await client.connect();
  try {
    const version = await client.query<{ value: string }>(
      `select value from installation where name = 'version'`,
    );
    const last = await client.query<{ name: string }>(
      `select name from migration where name ~ '^[0-9]' order by name desc limit 1`,
    );
    return { version: version.rows[0]?.value, last: last.rows[0]?.name };
  } finally {
    await client.end();
  }
}

const lastOf = ({ migrations }: Migrator) => migrations.at(-1)?.name;

test('a program that is two versions ahead changes nothing', async () => {
  await expect(migrateCell(scratch.connection, later)).rejects.toThrow(
    'The database has the schema of Daybook 0.4.2, and this is 0.6.0',
  );
  expect(await readState()).toEqual({ version: '0.4.2', last: lastOf(before) });
});

test('after a migration that fails, both versions can be started again', async () => {
  const broken = buildMigration('9001_broken', 'select 1 / 0');
  const failing = { version: '0.5.0', migrations: [...before.migrations, broken] };
  await expect(migrateCell(scratch.connection, failing)).rejects.toThrow('division by zero');
  await migrateCell(scratch.connection, before);
  expect(await readState()).toEqual({ version: '0.5.0', last: lastOf(before) });
});

test('a program of the version before starts on the new schema; without cells, it is refused', async () => {
  await migrateCell(scratch.connection, next);
  expect(await readState()).toEqual({ version: '0.5.0', last: lastOf(next) });
  await migrateCell(scratch.connection, before);
  expect(await readState()).toEqual({ version: '0.5.0', last: lastOf(next) });
  await expect(migrate(scratch.connection, before.migrations)).rejects.toThrow(
    'newer than this Daybook (it has migration 9001_invitee_domain)',
  );
});

test('two versions behind, it is refused', async () => {
  await migrateCell(scratch.connection, later);
  await expect(migrateCell(scratch.connection, before)).rejects.toThrow(
    'The database has the schema of Daybook 0.6.0, and this is 0.4.2',
  );
});

test('a database that was no cell before is migrated from wherever it is', async () => {
  await executeSql(scratch.connection, `delete from installation where name = 'version'`);
  await migrateCell(scratch.connection, next);
  expect((await readState()).version).toBe('0.5.0');
});
