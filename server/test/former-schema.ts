import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { buildClientConfig, type Connection } from '../src/platform/db/connect.ts';
import { computeChecksum } from '../src/platform/db/migration-files.ts';
import { migrateJobQueue, migrateWithin } from '../src/platform/db/migrate.ts';

const folder = join(import.meta.dirname, 'former-migrations');

/** Migrations as they were before they were written anew, by name. */
export const formerMigrations: ReadonlyMap<string, string> = new Map(
  readdirSync(folder)
    .sort()
    .map((file) => [file.replace('.sql', ''), readFileSync(join(folder, file), 'utf8')]),
);

/** Brings an empty database to what a program had made of it whose last migration was `last`. */
export async function createFormerSchema(connection: Connection, last: string): Promise<void> {
  await migrateJobQueue(connection);
  const client = new pg.Client(buildClientConfig(connection));
  await client.connect();
  try {
    for (const [name, sql] of formerMigrations) {
      if (name > last) break;
      await inTransaction(client, () => migrateWithin(client, (other) => other < name, true));
      await inTransaction(client, () => apply(client, name, sql));
    }
    await inTransaction(client, () => migrateWithin(client, (name) => name <= last, true));
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, name: string, sql: string): Promise<void> {
  await client.query(`set local daybook.workspace = '*'`);
  await client.query(sql);
  await client.query('insert into migration (name, checksum) values ($1, $2)', [name, computeChecksum(sql)]);
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  await work();
  await client.query('commit');
}
