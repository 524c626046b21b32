import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from '../start-error.ts';
import type { Migration, Part } from './migration-files.ts';

/** Writers wait behind a transaction that waits for the lock of a table, so nobody waits for longer than this. */
const maxLockTimeoutMs = 400;
const patienceMs = 10 * 60_000;
/** Of a table with short rows, some thousand of them. */
const blocksOfBatch = 32;

/**
 * Applies a migration part by part, while others read and write. A part is noted in the transaction in which it was applied, so
 * that one that was killed goes on with the next.
 */
export async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  const done = await countAppliedParts(client, migration);
  for (const [index, part] of migration.parts.entries()) {
    if (index < done) continue;
    const note = (): Promise<void> => notePart(client, migration, index);
    if (part.kind === 'transaction') {
      await inTransaction(client, migration, part, async () => {
        await client.query(part.sql);
        await note();
      });
    } else {
      if (part.kind === 'batches') await changeInBatches(client, migration, part);
      else await createIndexes(client, part);
      await inTransaction(client, migration, part, note);
    }
  }
}

/** Applies all of it in the transaction of the caller, who lets nobody else at the tables. */
export async function applyWithin(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(asOwner);
  for (const { sql } of migration.parts) {
    await client.query(sql.replaceAll(':batch', 'true').replaceAll('index concurrently', 'index'));
  }
  await noteMigration(client, migration);
}

// Row level security holds for the owner of the tables as well, who would change no row otherwise.
const asOwner = `set local daybook.workspace = '*'`;

/** What the name of a part has after that of its migration. */
const partMark = ', part ';

export const isPartial = (name: string): boolean => name.includes(partMark);
export const getMigrationName = (name: string): string => name.split(partMark)[0] ?? name;

async function countAppliedParts(client: pg.Client, { name }: Migration): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from migration where starts_with(name, $1)',
    [name + partMark],
  );
  return rows[0]?.count ?? 0;
}

async function notePart(client: pg.Client, migration: Migration, index: number): Promise<void> {
  const { name, checksum, parts } = migration;
  if (index + 1 < parts.length) {
    await insertMigration(client, name + partMark + (index + 1), checksum);
  } else {
    await noteMigration(client, migration);
  }
}

async function noteMigration(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query('delete from migration where starts_with(name, $1)', [name + partMark]);
  await insertMigration(client, name, checksum);
}

async function insertMigration(client: pg.Client, name: string, checksum: string): Promise<void> {
  await client.query(
    'insert into migration (name, checksum, applied_at) values ($1, $2, clock_timestamp())',
    [name, checksum],
  );
}

/** Again from the beginning as long as somebody else has a lock for long, such as a backup that reads all tables. */
async function inTransaction(
  client: pg.Client,
  { name }: Migration,
  { sql }: Part,
  work: () => Promise<void>,
): Promise<void> {
  const end = Date.now() + patienceMs;
  for (let attempt = 1; ; attempt += 1) {
    await client.query('begin');
    try {
      await client.query(asOwner);
      await lockAgainstVacuum(client, sql);
      await limitWaiting(client, attempt);
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (!isInTheWay(error)) throw error;
      if (Date.now() > end) throw tooLong(name);
    }
    await pause(Math.min(100 * 2 ** attempt, 5_000));
  }
}

const isInTheWay = (error: unknown): boolean =>
  ['55P03', '40P01'].includes((error as { code?: string }).code ?? '');

const tooLong = (name: string): StartError =>
  new StartError(
    `Migration ${name} needs a table that another session has locked for ten minutes; end that transaction (see pg_stat_activity) and start Daybook again.`,
  );

/**
 * PostgreSQL ends a vacuum that is in the way after a second, in which writers would wait as well if it were in the way of the lock
 * that an `alter table` needs. This lock is in the way of vacuums alone, so nobody waits with it.
 */
async function lockAgainstVacuum(client: pg.Client, sql: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
  );
  const words = new Set(sql.match(/\w+/g));
  const tables = rows.map(({ name }) => name).filter((name) => words.has(name));
  if (tables.length > 0) await client.query(`lock table ${tables.join(', ')} in share update exclusive mode`);
}

/** Gives up before a deadlock is looked for at first, so that no writer is ended for one. */
async function limitWaiting(client: pg.Client, attempt: number): Promise<void> {
  await client.query(
    `select set_config('lock_timeout', least(${maxLockTimeoutMs}, greatest(1, setting::int / 2) * ${attempt})::text, true)
     from pg_settings where name = 'deadlock_timeout'`,
  );
}

/** Rows that come later, or move from one block to another, have the change by a trigger of an earlier part. */
async function changeInBatches(client: pg.Client, migration: Migration, part: Part): Promise<void> {
  const { rows } = await client.query<{ blocks: number }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as blocks`,
    [part.table],
  );
  const blocks = rows[0]?.blocks ?? 0;
  for (let first = 0; first < blocks; first += blocksOfBatch) {
    const batch = `ctid >= '(${first},0)' and ctid < '(${first + blocksOfBatch},0)'`;
    await inTransaction(client, migration, part, async () => {
      await client.query(part.sql.replaceAll(':batch', batch));
    });
  }
}

/** An index that was being created when its session ended is there, but not valid: it is dropped and created again. */
async function createIndexes(client: pg.Client, { sql }: Part): Promise<void> {
  for (const statement of sql.split(/;\s*$/m).filter((text) => text.trim() !== '')) {
    const name = /index concurrently (\w+)/.exec(statement)?.[1];
    if (!name) throw new Error(`Only indexes are created outside of a transaction: ${statement}`);
    const { rows } = await client.query<{ valid: boolean }>(
      'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
      [name],
    );
    if (rows[0]?.valid) continue;
    if (rows[0]) await client.query(`drop index concurrently ${name}`);
    await client.query(statement);
  }
}
