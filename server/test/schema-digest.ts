import { openPool, type Connection } from '../src/platform/db/connect.ts';

/** All that a schema consists of, a line for each, so that two databases can be compared. */
export async function describeSchema(connection: Connection): Promise<string[]> {
  const pool = openPool(connection, 1);
  try {
    const { rows } = await pool.query<{ line: string }>(query);
    return rows.map(({ line }) => line);
  } finally {
    await pool.end();
  }
}

const query = `
  with tables as (select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p'))
  select t.relname || ' column ' || a.attnum || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' '
    || a.attnotnull || ' ' || a.attidentity::text || a.attgenerated::text || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as line
  from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0
  left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
  union all
  select t.relname || ' constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid) || ' ' || k.convalidated
  from tables t join pg_constraint k on k.conrelid = t.oid
  union all
  select t.relname || ' index ' || pg_get_indexdef(i.indexrelid) || ' ' || i.indisvalid
  from tables t join pg_index i on i.indrelid = t.oid
  union all
  select t.relname || ' trigger ' || pg_get_triggerdef(g.oid) || ' ' || g.tgenabled::text
  from tables t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
  union all
  select t.relname || ' policy ' || p.polname || ' ' || pg_get_expr(p.polqual, p.polrelid)
  from tables t join pg_policy p on p.polrelid = t.oid
  union all
  select 'function ' || pg_get_functiondef(f.oid) from pg_proc f
  where f.pronamespace = 'public'::regnamespace and f.prokind in ('f', 'p')
    and not exists (select from pg_depend where objid = f.oid and deptype = 'e')
  order by line`;
