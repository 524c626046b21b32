-- Who changed what, from where. Triggers write the entries in the transaction of the change, so no change of an audited table is
-- missing (docs/decisions/0054-audit-log.md).
create table audit_entry (
  workspace_id uuid not null references workspace on delete cascade,
  happened_at timestamptz not null default clock_timestamp(),
  id uuid not null default gen_random_uuid(),
  -- `noun.verb`, from a closed list in the contract.
  action text not null,
  object_type text not null,
  object_id text not null,
  actor_kind text not null check (actor_kind in ('token', 'session', 'visitor', 'system')),
  -- The token or session that was used.
  credential_id uuid,
  member_id text,
  address text,
  -- The changed columns. A new row has all of them in `after`, a deleted one in `before`.
  before jsonb,
  after jsonb,
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (workspace_id, happened_at, id)
);
create index audit_entry_member on audit_entry (workspace_id, member_id, happened_at, id);
create index audit_entry_object on audit_entry (workspace_id, object_id, happened_at, id);
call protect('audit_entry');

-- Committed entries are never changed. Only the job that deletes expired ones, and the one that erases a person, allow it for
-- themselves; and entries are deleted with their workspace.
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

-- Adds an entry on behalf of the actor of this transaction, `set local daybook.actor`, or of the system without one.
create function record_audit(workspace uuid, noun text, verb text, object_id text, before jsonb, after jsonb)
returns void language sql as $$
  insert into audit_entry (workspace_id, action, object_type, object_id, actor_kind, credential_id, member_id, address,
    before, after)
  select workspace, noun || '.' || verb, noun, object_id, coalesce(actor ->> 'kind', 'system'),
    (actor ->> 'credential')::uuid, actor ->> 'member', actor ->> 'address', before, after
  from (select nullif(current_setting('daybook.actor', true), '')::jsonb) as a (actor)
$$;

-- What of a row may be recorded: of a secret only that there is one, and nothing of an empty value.
create function audited_values(given jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, case when key ~ '_(hash|sealed)$' then '"(secret)"' else value end)
  from jsonb_each(given) where value <> 'null'
$$;

-- Arguments: the noun, the column with the id, columns whose changes don't count, and columns of which only the fact of a change
-- is recorded.
create function audit() returns trigger language plpgsql as $$
declare
  unlogged text[] := array['workspace_id', 'created_at', 'updated_at'] || tg_argv[2]::text[];
  hidden text[] := coalesce(tg_argv[3], '{}')::text[];
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
  select audited_values(jsonb_object_agg(key, case when key = any (hidden) and value <> 'null' then '"(hidden)"' else value end))
  into was from jsonb_each(old_row) where key = any (changed);
  select audited_values(jsonb_object_agg(key, case when key = any (hidden) and value <> 'null' then '"(hidden)"' else value end))
  into became from jsonb_each(new_row) where key = any (changed);
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

-- The one audited table that comes before this file.
call audit_table('workspace', 'organization', 'workspace_id');
