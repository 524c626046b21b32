import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createClient, type Pool } from '../db/connect.ts';
import { serverDir } from '../paths.ts';
import { StartError } from '../start-error.ts';
import type { LoadCounter } from './load.ts';
import { areCompatible, programVersion } from './versions.ts';

/** As a cell sees it. */
export interface Directory {
  readonly pool: Pool;
  readonly cell: string;
  readonly load: LoadCounter;
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

/** Says where this cell is, and what it can carry. */
export async function registerCell(
  pool: Pool,
  { name, url, region, capacity }: NonNullable<Config['cell']>,
): Promise<void> {
  await requireSameRegion(pool, name, region);
  await pool.query(
    `insert into directory.cell (name, url, region, capacity) values ($1, $2, $3, $4)
     on conflict (name) do update set url = excluded.url, region = excluded.region, capacity = excluded.capacity
     where (cell.url, cell.region, cell.capacity) is distinct from (excluded.url, excluded.region, excluded.capacity)`,
    [name, url, region, capacity],
  );
}

/** Otherwise a wrong setting would take the data of all its workspaces to another region, as far as anyone can tell. */
async function requireSameRegion(pool: Pool, name: string, region: string): Promise<void> {
  const { rows } = await pool.query<{ region: string }>(
    `select region from directory.cell c where name = $1 and region <> ''
     and exists (select from directory.workspace_cell w where w.cell = c.name)`,
    [name],
  );
  const known = rows[0]?.region ?? region;
  if (known !== region)
    throw new StartError(
      `The cell ${name} has workspaces in the region ${known}: set CELL_REGION=${known}, or move them to another cell first.`,
    );
}

/** Versions of the cells that work now. Cells share names, moves and routers, so they are upgraded one version at a time. */
export async function requireCompatibleCells(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; program: string }>(
    `select name, program from directory.cell where reported_at > now() - interval '1 hour' order by name`,
  );
  const other = rows.find(({ program }) => !areCompatible(program, programVersion));
  if (other)
    throw new StartError(
      `The cell ${other.name} has Daybook ${other.program}, and this is ${programVersion}: cells may be one minor version apart, so upgrade them all to the versions between first.`,
    );
}
