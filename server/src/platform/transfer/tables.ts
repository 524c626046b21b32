import pg from 'pg';
import { createClient, type Connection } from '../db/connect.ts';
import { StartError } from '../start-error.ts';

/** What the catalogue knows of the tables, so that none has to be listed by hand. */
export interface Table {
  readonly schema: string;
  readonly name: string;
  /** As it is written in SQL. */
  readonly sql: string;
  /** All but generated ones. */
  readonly columns: readonly Column[];
  readonly key: readonly string[];
}

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}

export const jobSchema = 'graphile_worker';

type TableRow = Table & { readonly after: readonly string[] };

/** The tables of Daybook and of its job queue, in an order in which they can be filled: after those that they refer to. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  return orderTables((await client.query<TableRow>(tablesQuery)).rows);
}

export const tablesQuery = `select n.nspname as schema, c.relname as name, format('%I.%I', n.nspname, c.relname) as sql,
       (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
          'isRequired', a.attnotnull) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       coalesce((select json_agg(a.attname order by k.n) from pg_index i
          cross join lateral unnest(i.indkey::int2[]) with ordinality k (attnum, n)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary), '[]') as key,
       coalesce((select json_agg(f.confrelid::regclass::text) from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and not f.condeferred and f.confrelid <> c.oid), '[]') as after
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in (current_schema(), '${jobSchema}')
     order by n.nspname = '${jobSchema}', c.relname`;

export function orderTables(rows: readonly TableRow[]): Table[] {
  const byName = new Map(rows.map((row) => [row.name, row]));
  const ordered = new Set<TableRow>();
  const place = (row: TableRow, above: readonly string[]): void => {
    if (above.includes(row.name))
      throw new Error(`Tables refer to each other in a circle: ${above.join(', ')}`);
    if (ordered.has(row)) return;
    for (const name of row.after) {
      const before = byName.get(name.split('.').at(-1) ?? '');
      if (before) place(before, [...above, row.name]);
    }
    ordered.add(row);
  };
  for (const row of rows) place(row, []);
  return [...ordered].map(({ after: _, ...table }) => table);
}

export const formatColumns = (columns: readonly Pick<Column, 'name'>[]): string =>
  columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');

/** Runs `work` on a connection of its own, in a transaction that nothing but its end limits. */
export async function runInTransaction<T>(
  connection: Connection,
  mode: 'read write' | 'isolation level repeatable read, read only',
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = createClient(connection, { application_name: 'daybook transfer' });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`The database can’t be reached: ${(error as Error).message}.`, { cause: error });
  }
  try {
    await client.query(`begin ${mode}`);
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    // Ends an unfinished transaction without effect.
    await client.end();
  }
}

/** Said while something is read or written: how many rows, of which table. */
export type Progress = (table: string, rows: number) => void;
