import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createClient, type Pool } from '../db/connect.ts';
import { serverDir } from '../paths.ts';

/** As a cell sees it. */
export interface Directory {
  readonly pool: Pool;
  readonly cell: string;
}

const advisoryLock = 4_006_216;

/** Brings the directory to the state this code expects. Any cell or router may do it, and several at once. */
export async function migrateDirectory(url: string): Promise<void> {
  const client = createClient(url, { statement_timeout: 60_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    await client.query(
      'create schema if not exists directory; create table if not exists directory.migration (name text primary key)',
    );
    const { rows } = await client.query<{ name: string }>('select name from directory.migration');
    const applied = new Set(rows.map(({ name }) => name));
    const folder = join(serverDir, 'directory');
    for (const file of readdirSync(folder).sort()) {
      if (applied.has(file)) continue;
      const sql = readFileSync(join(folder, file), 'utf8');
      await client.query(`begin; ${sql}; insert into directory.migration values ('${file}'); commit`);
    }
  } finally {
    await client.end();
  }
}

/** Says where this cell is. */
export async function registerCell(
  pool: Pool,
  { name, url, region }: NonNullable<Config['cell']>,
): Promise<void> {
  await pool.query(
    `insert into directory.cell (name, url, region) values ($1, $2, $3)
     on conflict (name) do update set url = excluded.url, region = excluded.region
     where (cell.url, cell.region) is distinct from (excluded.url, excluded.region)`,
    [name, url, region],
  );
}
