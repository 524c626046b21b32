-- Arguments: the noun, the column with the id, columns whose changes are no change to anybody, and columns of which only it is
-- recorded that they changed.
create or replace function audit() returns trigger language plpgsql as $$
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

-- Why somebody is away is nothing to keep in a log for a year. That somebody changed it is.
drop trigger audit on absence;
create trigger audit after insert or update or delete on absence for each row
  execute function audit('absence', 'id', '{reaches_from,reaches_to}', '{kind,note}');
