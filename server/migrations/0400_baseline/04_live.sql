-- What was changed, for some minutes: streams of `GET /live` tell clients from it what to read again. Rows hold ids and nothing else
-- (docs/decisions/0065-live-updates.md).
create table live_change (
  -- No reference: it would cost every booking, and rows are deleted soon.
  workspace_id uuid not null,
  -- Readers ask for what their last snapshot didn't see, so no transaction is missed, however late it commits.
  tx xid8 not null default pg_current_xact_id(),
  seq bigint not null generated always as identity,
  -- As in the audit log, or the name of a table.
  kind text not null,
  -- Null for several objects at once.
  object_id text,
  -- The former owner, where the row no longer names one.
  member_id text,
  -- Of a record: its object, and the changed attributes if they are known.
  crm_object_id uuid,
  crm_keys text[],
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, tx, seq)
);
create index live_change_age on live_change (created_at);
call protect('live_change');

-- What the audit log records, somebody may be looking at.
create function live_audited() returns trigger language plpgsql as $$
begin
  insert into live_change (workspace_id, kind, object_id, member_id)
  values (new.workspace_id, new.object_type, new.object_id, case
    when coalesce(new.before ->> 'scope', 'user') <> 'user' then null
    else coalesce(new.before ->> 'member_id', new.before ->> 'owner_member_id', new.after ->> 'member_id') end);
  return null;
end $$;
create trigger live after insert on audit_entry for each row
  when (split_part(new.action, '.', 2) in ('created', 'updated', 'deleted', 'restored'))
  execute function live_audited();

-- Arguments: the kind, the column with the id, and the one with the object of a record.
create function live() returns trigger language plpgsql as $$
begin
  insert into live_change (workspace_id, kind, object_id, crm_object_id)
  select distinct (c ->> 'workspace_id')::uuid, tg_argv[0], c ->> tg_argv[1], (c ->> tg_argv[2])::uuid
  from (select to_jsonb(changed) from changed) as changed (c);
  return null;
end $$;

create procedure live_table(table_name text, events text[], kind text, id_column text, object_column text default '')
language plpgsql as $$
declare
  event text;
begin
  foreach event in array events loop
    execute format('create trigger %I after %s on %I referencing %s table as changed for each statement execute function live(%L, %L, %L)',
      'live_' || event, event, table_name, case event when 'delete' then 'old' else 'new' end, kind, id_column, object_column);
  end loop;
end $$;
