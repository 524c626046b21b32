-- A row is created and updated at the same time. With `now()` for one column and `clock_timestamp()` for the other, it was
-- updated before it existed. `statement_timestamp()` is one time for both, and rows that one transaction inserts one by one
-- keep their order in lists. Tables of the CRM into which one statement inserts many rows keep `clock_timestamp()`, row by row.
do $$
declare
  target record;
begin
  for target in
    select c.table_name, c.column_name
    from information_schema.columns c
    where c.table_schema = 'public' and c.column_name in ('created_at', 'updated_at') and c.column_default = 'now()'
      and exists (select from information_schema.columns u
        where u.table_schema = 'public' and u.table_name = c.table_name and u.column_name = 'updated_at')
  loop
    execute format('alter table %I alter column %I set default statement_timestamp()',
      target.table_name, target.column_name);
  end loop;
end $$;

alter table link alter column created_at set default statement_timestamp();
