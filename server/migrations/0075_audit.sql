-- Who changed what, from where. Entries are written by triggers, in the transaction of the change: so there is no way of
-- changing one of these tables that leaves none. docs/decisions/0054-audit-log.md says more.
create table audit_entry (
  workspace_id uuid not null references workspace on delete cascade,
  happened_at timestamptz not null default clock_timestamp(),
  id uuid not null default gen_random_uuid(),
  -- `noun.verb`: a closed list, in the contract.
  action text not null,
  object_type text not null,
  object_id text not null,
  actor_kind text not null check (actor_kind in ('token', 'session', 'visitor', 'system')),
  -- The token or session by which it was done.
  credential_id uuid,
  member_id text,
  address text,
  -- What was changed, by column. Of something new all is in `after`, of something deleted all is in `before`.
  before jsonb,
  after jsonb,
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (workspace_id, happened_at, id)
);
create index audit_entry_member on audit_entry (workspace_id, member_id, happened_at, id);
create index audit_entry_object on audit_entry (workspace_id, object_id, happened_at, id);
call protect('audit_entry');

-- How long entries are kept.
alter table workspace add column audit_days integer not null default 365 check (audit_days between 1 and 3650);

-- Entries are never changed, once they are committed. Only what deletes those past their time, or erases a person, says
-- that it may; and they go with their workspace.
create function keep_audit_entry() returns trigger language plpgsql as $$
begin
  if current_setting('daybook.may_change_audit', true) = 'on' or old.tx = pg_current_xact_id()::text::bigint then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' and not exists (select from workspace where workspace_id = old.workspace_id) then
    return old;
  end if;
  raise exception 'Entries of the audit log are never changed.';
end $$;
create trigger append_only before update or delete on audit_entry
  for each row execute function keep_audit_entry();
create trigger never_emptied before truncate on audit_entry
  for each statement execute function refuse_change();

-- Adds an entry on behalf of whoever acts in this transaction: `set local daybook.actor`. Without one it is the system.
create function record_audit(workspace uuid, noun text, verb text, object_id text, before jsonb, after jsonb)
returns void language sql as $$
  insert into audit_entry (workspace_id, action, object_type, object_id, actor_kind, credential_id, member_id, address,
    before, after)
  select workspace, noun || '.' || verb, noun, object_id, coalesce(actor ->> 'kind', 'system'),
    (actor ->> 'credential')::uuid, actor ->> 'member', actor ->> 'address', before, after
  from (select nullif(current_setting('daybook.actor', true), '')::jsonb) as a (actor)
$$;

-- What of a row may be written down: of a secret only that there is one, and nothing of an empty value.
create function audited_values(given jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, case when key ~ '_(hash|sealed)$' then '"(secret)"' else value end)
  from jsonb_each(given) where value <> 'null'
$$;

-- Arguments: the noun, the column with the id, and columns whose changes are no change to anybody.
create function audit() returns trigger language plpgsql as $$
declare
  unlogged text[] := array['workspace_id', 'created_at', 'updated_at'] || tg_argv[2]::text[];
  old_row jsonb := case tg_op when 'INSERT' then '{}' else to_jsonb(old) end;
  new_row jsonb := case tg_op when 'DELETE' then '{}' else to_jsonb(new) end;
  whole jsonb := old_row || new_row;
  workspace uuid := whole ->> 'workspace_id';
  verb text := case tg_op when 'INSERT' then 'created' when 'DELETE' then 'deleted' else 'updated' end;
  changed text[];
  was jsonb;
  became jsonb;
begin
  select array_agg(key) into changed from jsonb_each(whole)
  where old_row -> key is distinct from new_row -> key and not key = any (unlogged);
  if changed is null then return null; end if;
  if tg_op = 'UPDATE' and changed && array['deleted_at', 'revoked_at', 'withdrawn_at'] then
    verb := case when old_row ->> 'deleted_at' is null then 'deleted' else 'restored' end;
  end if;
  -- A workspace that is deleted takes its entries along.
  if tg_op = 'DELETE' and not exists (select from workspace w where w.workspace_id = workspace) then
    return null;
  end if;
  select audited_values(jsonb_object_agg(key, value)) into was from jsonb_each(old_row) where key = any (changed);
  select audited_values(jsonb_object_agg(key, value)) into became from jsonb_each(new_row) where key = any (changed);
  -- What is changed in the transaction that created it belongs to its creation.
  if verb = 'updated' and tg_argv[1] = 'id' then
    update audit_entry e set after = e.after || coalesce(became, '{}')
    where e.workspace_id = workspace and e.object_id = whole ->> 'id' and e.action = tg_argv[0] || '.created'
      and e.happened_at >= now() and e.tx = pg_current_xact_id()::text::bigint;
    if found then return null; end if;
  end if;
  perform record_audit(workspace, tg_argv[0], verb, whole ->> tg_argv[1], was, became);
  return null;
end $$;

create procedure audit_table(table_name text, noun text, id_column text default 'id', unlogged text default '{}')
language plpgsql as $$
begin
  execute format('create trigger audit after insert or update or delete on %I for each row execute function audit(%L, %L, %L)',
    table_name, noun, id_column, unlogged);
end $$;

call audit_table('workspace', 'organization', 'workspace_id');
call audit_table('member', 'user');
call audit_table('team', 'team');
call audit_table('team_membership', 'team_member', 'team_id');
call audit_table('invitation', 'invitation');
call audit_table('api_token', 'token', 'id', '{last_used_at}');
call audit_table('session', 'session', 'id', '{last_seen_at,address,expires_at}');
call audit_table('totp', 'totp', 'member_id', '{last_step}');
call audit_table('passkey', 'passkey', 'id', '{counter,last_used_at,credential_id,public_key,transports}');
call audit_table('schedule', 'schedule');
call audit_table('event_type', 'event_type', 'id', '{owner_id}');
call audit_table('question', 'question', 'event_type_id');
call audit_table('link', 'link', 'id', '{used_at}');
call audit_table('webhook', 'webhook', 'id', '{failures,failing_since,warned_hours,paused_until,old_secret_until}');
call audit_table('routing_form', 'routing_form');
call audit_table('agent', 'agent');
call audit_table('do_not_call', 'do_not_call');
call audit_table('crm_option', 'crm_option', 'attribute_id');

-- Every booking counts something of a host, which is no change of the page.
create trigger audit after insert or delete or update of position, weight, priority, daily_limit, weekly_limit
  on event_type_host for each row execute function audit('event_type_host', 'event_type_id', '{booked_count,last_booked_at,turn}');

-- What every workspace has from the start, nobody created.
create trigger audit after insert on crm_object for each row when (not new.is_standard)
  execute function audit('crm_object', 'slug', '{revision}');
create trigger audit_change after update or delete on crm_object for each row
  execute function audit('crm_object', 'slug', '{revision}');
create trigger audit after insert on crm_attribute for each row when (not new.is_standard)
  execute function audit('crm_attribute', 'id', '{slot,position}');
create trigger audit_change after update or delete on crm_attribute for each row
  execute function audit('crm_attribute', 'id', '{slot,position}');

-- Ten codes are one thing.
create function audit_recovery_codes() returns trigger language plpgsql as $$
begin
  perform record_audit(workspace_id, 'recovery_codes', 'created', member_id, null,
    jsonb_build_object('count', count(*)))
  from added group by workspace_id, member_id;
  return null;
end $$;
create trigger audit after insert on recovery_code referencing new table as added
  for each statement execute function audit_recovery_codes();
