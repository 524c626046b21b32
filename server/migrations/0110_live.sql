-- What was changed, for some minutes: streams of `GET /live` say from it what to read again. Rows hold ids and nothing else.
-- docs/decisions/0065-live-updates.md says more.
create table live_change (
  -- No reference: it would cost every booking, and rows are gone soon.
  workspace_id uuid not null,
  -- Readers ask for what a snapshot did not see, so that no transaction is missed, however late it commits.
  tx xid8 not null default pg_current_xact_id(),
  seq bigint not null generated always as identity,
  -- As in the audit log, or the name of a table.
  kind text not null,
  -- Null: several at once.
  object_id text,
  -- Whose it was, where the row no longer says so.
  member_id text,
  -- Of a record: its object, and the attributes that were changed if those are known.
  crm_object_id uuid,
  crm_keys text[],
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, tx, seq)
);
create index live_change_age on live_change (created_at);
call protect('live_change');

-- Whatever the audit log records is a change that somebody may be looking at.
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

-- A booking adds an invitee, which says enough: its other rows are silent when they are new.
call live_table('invitee', '{insert,update}', 'scheduled_event', 'event_id');
call live_table('scheduled_event', '{update}', 'scheduled_event', 'id');
call live_table('note', '{insert,update,delete}', 'note', 'event_id');
call live_table('crm_note', '{update,delete}', 'crm_record', 'record_id', 'object_id');
call live_table('routing_submission', '{insert}', 'routing_submission', 'form_id');
call live_table('outbound_call', '{insert,update}', 'outbound_call', 'id');
call live_table('preference', '{insert,update}', 'preference', 'member_id');

-- Whoever no longer hosts an event has it on the screen still.
create function live_host_removed() returns trigger language plpgsql as $$
begin
  insert into live_change (workspace_id, kind, object_id, member_id)
  select workspace_id, 'scheduled_event', booked_event_id, host_id from removed where booked_event_id is not null;
  return null;
end $$;
create trigger live_delete after delete on event_host referencing old table as removed
  for each statement execute function live_host_removed();

-- Records: an import changes thousands by a statement, which are one change to whoever looks at a list.
create function live_records() returns trigger language plpgsql as $$
declare
  most constant integer := 50;
begin
  insert into live_change (workspace_id, kind, object_id, crm_object_id, crm_keys)
  select workspace_id, 'crm_record', record, object_id,
    case when not bool_or(kind <> 'record.updated' or diff = '{}') then array_agg(distinct key) end
  from (select *, case when (select count(*) from added) <= most then record_id::text end as record from added) c
  left join lateral jsonb_object_keys(case when kind = 'record.updated' then diff else '{}' end) key on true
  group by workspace_id, object_id, record;
  return null;
end $$;
create trigger live_insert after insert on crm_change referencing new table as added
  for each statement execute function live_records();

-- The audit log does not name how a webhook fares.
create function live_webhook() returns trigger language plpgsql as $$
begin
  insert into live_change (workspace_id, kind, object_id) values (new.workspace_id, 'webhook', new.id);
  return null;
end $$;
create trigger live_update after update of failing_since on webhook for each row
  when (old.failing_since is distinct from new.failing_since) execute function live_webhook();
