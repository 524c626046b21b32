-- Which transactions changed the busy time of a host, or the events of a page. Servers cache what they loaded for a page, and load it
-- again only after a change (docs/decisions/0087). Rows are only added: bookings would wait for each other at a counter.
create table availability_change (
  -- No reference: it would cost every booking, and rows are deleted soon.
  workspace_id uuid not null,
  -- A host or a page.
  subject text not null,
  tx xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, subject, tx)
);
create index availability_change_age on availability_change (created_at);
call protect('availability_change');

-- One function for each table, so that its statement is planned once per connection.
create procedure availability_table(table_name text, subject_column text) language plpgsql as $$
begin
  execute format('create function %1$I() returns trigger language plpgsql as $f$
    begin
      insert into availability_change (workspace_id, subject)
      select distinct workspace_id, %2$I::text from changed on conflict do nothing;
      return null;
    end $f$', 'availability_' || table_name, subject_column);
  execute format('create trigger availability_insert after insert on %1$I referencing new table as changed for each statement execute function %2$I()', table_name, 'availability_' || table_name);
  execute format('create trigger availability_update after update on %1$I referencing new table as changed for each statement execute function %2$I()', table_name, 'availability_' || table_name);
  execute format('create trigger availability_delete after delete on %1$I referencing old table as changed for each statement execute function %2$I()', table_name, 'availability_' || table_name);
end $$;
