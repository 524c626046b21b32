import type { Pool } from '../src/platform/db/connect.ts';
import type { TestApp } from './harness.ts';

export const dumpDatabase = ({ runtime }: TestApp): Promise<string> => dumpPool(runtime.database.pool);

/** Every row of every table of every schema as text, as a dump of the database would hold it. */
export async function dumpPool(pool: Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    texts.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return texts.join('\n').toLowerCase();
}
