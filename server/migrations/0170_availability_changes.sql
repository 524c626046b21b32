-- Which transactions changed the busy time of a host, or the events of a page. Servers cache what they loaded of a page, and load it
-- again only after a change (docs/decisions/0087). Rows are only added: a counter would let bookings wait for each other.
create table availability_change (
  -- No reference: it would cost every booking, and rows are gone soon.
  workspace_id uuid not null,
  -- A host or a page.
  subject text not null,
  tx xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, subject, tx)
);
create index availability_change_age on availability_change (created_at);
call protect('availability_change');

-- A function for each table, so that its statement is planned once for a connection.
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

call availability_table('event_host', 'host_id');
call availability_table('calendar', 'member_id');
call availability_table('calendar_busy', 'member_id');
call availability_table('absence', 'member_id');
call availability_table('holiday', 'member_id');
call availability_table('hold', 'event_type_id');
call availability_table('scheduled_event', 'event_type_id');

-- A row that goes from one host to another changes both.
create trigger availability_update_before after update on event_host referencing old table as changed
  for each statement execute function availability_event_host();
