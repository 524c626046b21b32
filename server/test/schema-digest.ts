import { openPool, type Connection } from '../src/platform/db/connect.ts';

/** All that a schema consists of, a line for each, so that two databases can be compared. Only the order of columns is left out. */
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
  with tables as (select * from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')),
  indexes as (select i.*, x.reloptions from pg_index i join pg_class x on x.oid = i.indexrelid),
  functions as (
    select * from pg_proc f where f.pronamespace = 'public'::regnamespace and f.prokind in ('f', 'p')
      and not exists (select from pg_depend where objid = f.oid and deptype = 'e'))
  select t.relname || ' table ' || concat_ws(' ', t.relkind, t.relpersistence, t.relrowsecurity, t.relforcerowsecurity,
    t.reloptions, t.relacl, obj_description(t.oid, 'pg_class')) as line
  from tables t
  union all
  select t.relname || ' column ' || concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
    a.attidentity, a.attgenerated, a.attstorage, a.attcompression, a.attacl, a.attoptions, c.collname,
    pg_get_expr(d.adbin, d.adrelid), col_description(t.oid, a.attnum))
  from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
  left join pg_collation c on c.oid = a.attcollation
  union all
  select t.relname || ' constraint ' || concat_ws(' ', k.conname, pg_get_constraintdef(k.oid), k.convalidated,
    obj_description(k.oid, 'pg_constraint'))
  from tables t join pg_constraint k on k.conrelid = t.oid
  union all
  select t.relname || ' index ' || concat_ws(' ', pg_get_indexdef(i.indexrelid), i.indisvalid, i.reloptions,
    obj_description(i.indexrelid, 'pg_class'))
  from tables t join indexes i on i.indrelid = t.oid
  union all
  select t.relname || ' trigger ' || concat_ws(' ', pg_get_triggerdef(g.oid), g.tgenabled, obj_description(g.oid, 'pg_trigger'))
  from tables t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
  union all
  select t.relname || ' policy ' || concat_ws(' ', p.polname, p.polcmd, p.polpermissive, p.polroles,
    pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
  from tables t join pg_policy p on p.polrelid = t.oid
  union all
  select 'function ' || concat_ws(' ', pg_get_functiondef(f.oid), f.proacl, obj_description(f.oid, 'pg_proc')) from functions f
  union all
  select 'sequence ' || concat_ws(' ', c.relname, s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmax, s.seqmin,
    s.seqcache, s.seqcycle, c.relacl)
  from pg_sequence s join pg_class c on c.oid = s.seqrelid and c.relnamespace = 'public'::regnamespace
  union all
  select 'view ' || c.relname || ' ' || pg_get_viewdef(c.oid) from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')
  union all
  select 'type ' || concat_ws(' ', typname, typtype) from pg_type y
  where y.typnamespace = 'public'::regnamespace and y.typtype in ('d', 'e', 'r')
    and not exists (select from pg_depend where objid = y.oid and deptype = 'e')
  union all
  select 'extension ' || extname from pg_extension
  union all
  select 'schema ' || concat_ws(' ', nspname, nspacl) from pg_namespace where nspname = 'public'
  order by line`;
