-- The schema of the last migration of before the baseline, as the 115 migrations made it. Made once; nothing changes it.
set check_function_bodies = off;
create extension if not exists btree_gin;
create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create FUNCTION public.add_file_usage()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into file_usage as u (workspace_id, size_bytes)
  select workspace_id, sum(size_bytes) from added group by workspace_id order by workspace_id
  on conflict (workspace_id) do update set size_bytes = u.size_bytes + excluded.size_bytes;
  return null;
end $function$;
create FUNCTION public.add_recency()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into crm_recency (workspace_id, object_id, record_id, changed_at)
  select workspace_id, object_id, id, updated_at from written;
  return null;
end $function$;
create FUNCTION public.audit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;
create FUNCTION public.audit_recovery_codes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform record_audit(workspace_id, 'recovery_codes', 'created', member_id, null,
    jsonb_build_object('count', count(*)))
  from added group by workspace_id, member_id;
  return null;
end $function$;
create PROCEDURE public.audit_table(IN table_name text, IN noun text, IN id_column text DEFAULT 'id'::text, IN unlogged text DEFAULT '{}'::text)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('create trigger audit after insert or update or delete on %I for each row execute function audit(%L, %L, %L)',
    table_name, noun, id_column, unlogged);
end $procedure$;
create FUNCTION public.audited_values(given jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_object_agg(key, case when key ~ '_(hash|sealed)$' then '"(secret)"' else value end)
  from jsonb_each(given) where value <> 'null'
$function$;
create FUNCTION public.authenticate(secret bytea)
 RETURNS TABLE(workspace_id uuid, token_id uuid, session_id uuid, scopes text, last_used_at timestamp with time zone, member_id text, email text, role text, lacks_factor boolean)
 LANGUAGE plpgsql
 STABLE
AS $function$
#variable_conflict use_column
declare
  before text := current_setting('daybook.workspace', true);
begin
  perform set_config('daybook.workspace', '*', true);
  return query
    select c.workspace_id, c.token_id, c.session_id, array_to_string(t.scopes, ' '),
      coalesce(t.last_used_at, s.last_seen_at), m.id, m.email, m.role,
      s.id is not null and not s.is_strong and w.require_second_factor
    from credential c
    left join api_token t on t.workspace_id = c.workspace_id and t.id = c.token_id
    left join session s on s.workspace_id = c.workspace_id and s.id = c.session_id
    join member m on m.workspace_id = c.workspace_id and m.id = coalesce(t.member_id, s.member_id)
    join workspace w on w.workspace_id = c.workspace_id
    where c.secret_hash = secret
      and m.is_active
      and t.revoked_at is null
      and coalesce(t.expires_at, s.expires_at, 'infinity') > now()
      and (s.id is null or s.last_seen_at > now() - interval '7 days');
  perform set_config('daybook.workspace', coalesce(before, ''), true);
end $function$;
create FUNCTION public.availability_absence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into availability_change (workspace_id, subject)
      select distinct workspace_id, member_id::text from changed on conflict do nothing;
      return null;
    end $function$;
create FUNCTION public.availability_calendar()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into availability_change (workspace_id, subject)
      select distinct workspace_id, member_id::text from changed on conflict do nothing;
      return null;
    end $function$;
create FUNCTION public.availability_calendar_busy()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into availability_change (workspace_id, subject)
      select distinct workspace_id, member_id::text from changed on conflict do nothing;
      return null;
    end $function$;
create FUNCTION public.availability_event_host()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into availability_change (workspace_id, subject)
      select distinct workspace_id, host_id::text from changed on conflict do nothing;
      return null;
    end $function$;
create FUNCTION public.availability_event_resource()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into availability_change (workspace_id, subject)
      select distinct workspace_id, resource_id::text from changed on conflict do nothing;
      return null;
    end $function$;
create FUNCTION public.availability_hold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into availability_change (workspace_id, subject)
      select distinct workspace_id, event_type_id::text from changed on conflict do nothing;
      return null;
    end $function$;
create FUNCTION public.availability_holiday()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into availability_change (workspace_id, subject)
      select distinct workspace_id, member_id::text from changed on conflict do nothing;
      return null;
    end $function$;
create FUNCTION public.availability_scheduled_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into availability_change (workspace_id, subject)
      select distinct workspace_id, event_type_id::text from changed on conflict do nothing;
      return null;
    end $function$;
create PROCEDURE public.availability_table(IN table_name text, IN subject_column text)
 LANGUAGE plpgsql
AS $procedure$
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
end $procedure$;
create FUNCTION public.change_file_usage()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update file_usage u set size_bytes = u.size_bytes + d.size_bytes from (
    select n.workspace_id, sum(n.size_bytes - o.size_bytes) as size_bytes
    from added n join removed o using (workspace_id, id) group by n.workspace_id having sum(n.size_bytes - o.size_bytes) <> 0) d
  where u.workspace_id = d.workspace_id;
  return null;
end $function$;
create FUNCTION public.change_recency()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into crm_recency as r (workspace_id, object_id, record_id, changed_at)
  select workspace_id, object_id, id, updated_at from written
  on conflict (workspace_id, object_id, record_id) do update set changed_at = excluded.changed_at
  where r.changed_at <> excluded.changed_at;
  return null;
end $function$;
create FUNCTION public.crm_furnish(workspace uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  people uuid := gen_random_uuid();
  companies uuid := gen_random_uuid();
  employment uuid := gen_random_uuid();
begin
  insert into crm_object (workspace_id, id, slug, singular_name, plural_name, is_standard, primary_attribute) values
    (workspace, people, 'people', 'Person', 'People', true, 'name'),
    (workspace, companies, 'companies', 'Company', 'Companies', true, 'name');
  insert into crm_relation (workspace_id, id, from_object_id, to_object_id, from_single, to_single) values
    (workspace, employment, people, companies, true, false);
  insert into crm_attribute (workspace_id, id, object_id, position, key, label, type, is_standard, is_required, is_unique,
    is_list, max_length, validation, slot, relation_id, relation_side)
  select workspace, gen_random_uuid(), v.object_id, row_number() over (), v.key, v.label, v.type, true, v.is_required,
    v.is_unique, v.is_list, v.max_length, v.validation, v.slot, v.relation_id, v.relation_side
  from (values
    (people, 'name', 'Name', 'text', false, false, false, 511, null, 't1', null::uuid, null),
    (people, 'firstName', 'First name', 'text', false, false, false, 255, null, null, null, null),
    (people, 'lastName', 'Last name', 'text', false, false, false, 255, null, 't2', null, null),
    (people, 'salutation', 'Salutation', 'text', false, false, false, 255, null, null, null, null),
    (people, 'emails', 'Email addresses', 'text', false, true, true, 254, 'email', 't3', null, null),
    (people, 'jobTitle', 'Job title', 'text', false, false, false, 255, null, 't4', null, null),
    (people, 'description', 'Description', 'text', false, false, false, 10000, null, null, null, null),
    (people, 'phoneNumber', 'Phone number', 'phone_number', false, false, false, 255, null, null, null, null),
    (people, 'primaryLocation', 'Location', 'text', false, false, false, 255, null, null, null, null),
    (people, 'timezone', 'Time zone', 'text', false, false, false, 255, null, null, null, null),
    (people, 'avatarUrl', 'Picture', 'text', false, false, false, 2048, 'url', null, null, null),
    (people, 'linkedin', 'LinkedIn', 'text', false, false, false, 255, null, null, null, null),
    (people, 'twitter', 'Twitter', 'text', false, false, false, 255, null, null, null, null),
    (people, 'facebook', 'Facebook', 'text', false, false, false, 255, null, null, null, null),
    (people, 'instagram', 'Instagram', 'text', false, false, false, 255, null, null, null, null),
    (people, 'company', 'Company', 'relation', false, false, false, 255, null, null, employment, 'from'),
    (companies, 'name', 'Name', 'text', true, false, false, 255, null, 't1', null, null),
    (companies, 'domain', 'Domain', 'text', false, true, false, 253, 'domain', 't2', null, null),
    (companies, 'description', 'Description', 'text', false, false, false, 10000, null, null, null, null),
    (companies, 'employees', 'Employees', 'number', false, false, false, 255, null, 'n1', null, null),
    (companies, 'location', 'Location', 'text', false, false, false, 255, null, 't3', null, null),
    (companies, 'linkedin', 'LinkedIn', 'text', false, false, false, 255, null, null, null, null),
    (companies, 'twitter', 'Twitter', 'text', false, false, false, 255, null, null, null, null),
    (companies, 'facebook', 'Facebook', 'text', false, false, false, 255, null, null, null, null),
    (companies, 'instagram', 'Instagram', 'text', false, false, false, 255, null, null, null, null),
    (companies, 'people', 'People', 'relation', false, false, false, 255, null, null, employment, 'to')
  ) as v (object_id, key, label, type, is_required, is_unique, is_list, max_length, validation, slot, relation_id,
    relation_side);
end $function$;
create FUNCTION public.crm_records_found(workspace uuid, object uuid, search jsonb, most bigint DEFAULT NULL::bigint)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO 'public', 'pg_catalog'
AS $function$
declare
  condition text;
begin
  select string_agg('(' || variant || ')', ' or ') into condition
  from jsonb_array_elements(search) v cross join lateral (
    select string_agg('(' || word || ')', ' and ') as variant
    from jsonb_array_elements(v) w cross join lateral (
      select string_agg(format('search like %L', pattern), ' or ') as word
      from jsonb_array_elements_text(w) pattern) word) variant;
  return query execute
    'select id from crm_record where workspace_id = $1 and object_id = $2 and (' || condition || ') limit $3'
    using workspace, object, most;
end $function$;
create FUNCTION public.crm_records_matching(workspace uuid, object uuid, pattern text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
AS $function$
  select id from crm_record where workspace_id = workspace and object_id = object and search like pattern
$function$;
create FUNCTION public.delete_file_content()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from file_content c using removed r where c.workspace_id = r.workspace_id and c.id = r.id;
  return null;
end $function$;
create FUNCTION public.delete_files_of_records()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from file f using removed r
  where f.workspace_id = r.workspace_id and f.object_id = r.object_id and f.record_id = r.id
    and not exists (select from crm_record k where k.workspace_id = r.workspace_id and k.object_id = r.object_id and k.id = r.id)
    and not exists (select from crm_deleted_record d
      where d.workspace_id = r.workspace_id and d.object_id = r.object_id and d.id = r.id);
  return null;
end $function$;
create FUNCTION public.events_found(workspace uuid, host text, words jsonb, most bigint)
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'public', 'pg_catalog'
AS $function$
declare
  condition text;
begin
  select string_agg('(' || word || ')', ' and ') into condition
  from jsonb_array_elements(words) w cross join lateral (
    select string_agg(format('e.search like %L', pattern), ' or ') as word
    from jsonb_array_elements_text(w) pattern) word;
  return query execute
    'select e.id from scheduled_event e where e.workspace_id = $1 and ' || condition || '
     and ($2 is null or exists (select from event_host h
       where h.workspace_id = $1 and h.event_id = e.id and h.host_id = $2))
     limit $3'
    using workspace, host, most;
end $function$;
create FUNCTION public.events_matching(workspace uuid, pattern text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
AS $function$
  select id from scheduled_event where workspace_id = workspace and search like pattern
$function$;
create FUNCTION public.fill_booked_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.booked_event_id := case when new.hold_id is null then new.event_id end;
  return new;
end $function$;
create FUNCTION public.folded(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select replace(replace(replace(replace(translate(lower(regexp_replace(normalize(replace(value, '´', ''''), NFKD),
    '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')), 'øłđðħıŧŋĸ''’‘‛ʼʻʹ`′', 'olddhitnk'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$function$;
create FUNCTION public.forget_recency()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from crm_recency where ctid = any (array(
    select r.ctid from deleted d cross join lateral (
      select ctid from crm_recency
      where workspace_id = d.workspace_id and object_id = d.object_id and record_id = d.id
      limit 1) r));
  return null;
end $function$;
create FUNCTION public.installation_is_empty()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  before text := current_setting('daybook.workspace', true);
  answer boolean;
begin
  perform set_config('daybook.workspace', '*', true);
  answer := not exists (select from workspace);
  perform set_config('daybook.workspace', coalesce(before, ''), true);
  return answer;
end $function$;
create FUNCTION public.keep_audit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('daybook.may_change_audit', true) = 'on' or old.tx = pg_current_xact_id()::text::bigint then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' and not exists (select from workspace where workspace_id = old.workspace_id) then
    return old;
  end if;
  raise exception 'Entries of the audit log are never changed.';
end $function$;
create FUNCTION public.live()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into live_change (workspace_id, kind, object_id, crm_object_id)
  select distinct (c ->> 'workspace_id')::uuid, tg_argv[0], c ->> tg_argv[1], (c ->> tg_argv[2])::uuid
  from (select to_jsonb(changed) from changed) as changed (c);
  return null;
end $function$;
create FUNCTION public.live_audited()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into live_change (workspace_id, kind, object_id, member_id)
  values (new.workspace_id, new.object_type, new.object_id, case
    when coalesce(new.before ->> 'scope', 'user') <> 'user' then null
    else coalesce(new.before ->> 'member_id', new.before ->> 'owner_member_id', new.after ->> 'member_id') end);
  return null;
end $function$;
create FUNCTION public.live_calendar_connection()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into live_change (workspace_id, kind, object_id) values (new.workspace_id, 'calendar_connection', new.id);
  return null;
end $function$;
create FUNCTION public.live_files()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into live_change (workspace_id, kind, object_id, crm_object_id)
  select distinct workspace_id, 'crm_record', record_id::text, object_id from changed where record_id is not null;
  return null;
end $function$;
create FUNCTION public.live_host_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into live_change (workspace_id, kind, object_id, member_id)
  select workspace_id, 'scheduled_event', booked_event_id, host_id from removed where booked_event_id is not null;
  return null;
end $function$;
create FUNCTION public.live_permission()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into live_change (workspace_id, kind) values (new.workspace_id, 'access');
  return null;
end $function$;
create FUNCTION public.live_records()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;
create FUNCTION public.live_role()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into live_change (workspace_id, kind, member_id) values (new.workspace_id, 'access', new.id);
  return null;
end $function$;
create PROCEDURE public.live_table(IN table_name text, IN events text[], IN kind text, IN id_column text, IN object_column text DEFAULT ''::text)
 LANGUAGE plpgsql
AS $procedure$
declare
  event text;
begin
  foreach event in array events loop
    execute format('create trigger %I after %s on %I referencing %s table as changed for each statement execute function live(%L, %L, %L)',
      'live_' || event, event, table_name, case event when 'delete' then 'old' else 'new' end, kind, id_column, object_column);
  end loop;
end $procedure$;
create FUNCTION public.live_webhook()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into live_change (workspace_id, kind, object_id) values (new.workspace_id, 'webhook', new.id);
  return null;
end $function$;
create FUNCTION public.note_session_use(workspace uuid, session_id uuid, from_address text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  before text := current_setting('daybook.workspace', true);
begin
  perform set_config('daybook.workspace', '*', true);
  update session set last_seen_at = now(), address = from_address
  where workspace_id = workspace and id = session_id and last_seen_at < now() - interval '1 minute';
  perform set_config('daybook.workspace', coalesce(before, ''), true);
end $function$;
create FUNCTION public.note_token_use(workspace uuid, token uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  before text := current_setting('daybook.workspace', true);
begin
  perform set_config('daybook.workspace', '*', true);
  update api_token set last_used_at = now()
  where workspace_id = workspace and id = token
    and (last_used_at is null or last_used_at < now() - interval '1 minute');
  perform set_config('daybook.workspace', coalesce(before, ''), true);
end $function$;
create PROCEDURE public.protect(IN table_name text)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format('create policy own_workspace on %I using (workspace_visible(workspace_id))', table_name);
  if exists (select from information_schema.columns c where c.table_schema = current_schema()
      and c.table_name = protect.table_name and c.column_name = 'updated_at') then
    execute format('create trigger touch before update on %I for each row execute function touch_updated_at()', table_name);
  end if;
end $procedure$;
create FUNCTION public.record_audit(workspace uuid, noun text, verb text, object_id text, before jsonb, after jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into audit_entry (workspace_id, action, object_type, object_id, actor_kind, credential_id, member_id, address,
    before, after)
  select workspace, noun || '.' || verb, noun, object_id, coalesce(actor ->> 'kind', 'system'),
    (actor ->> 'credential')::uuid, actor ->> 'member', actor ->> 'address', before, after
  from (select nullif(current_setting('daybook.actor', true), '')::jsonb) as a (actor)
$function$;
create FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'Rows of % are never changed.', tg_table_name;
end $function$;
create FUNCTION public.remove_file_usage()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update file_usage u set size_bytes = u.size_bytes - d.size_bytes from (
    select workspace_id, sum(size_bytes) as size_bytes from removed group by workspace_id) d
  where u.workspace_id = d.workspace_id;
  insert into file_removal (workspace_id, object_key)
  select workspace_id, object_key from removed where object_key is not null on conflict do nothing;
  return null;
end $function$;
create FUNCTION public.replace_in_texts(value jsonb, pattern text, replacement text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return case jsonb_typeof(value)
    when 'string' then to_jsonb(regexp_replace(value #>> '{}', pattern, replacement, 'gi'))
    when 'array' then (
      select coalesce(jsonb_agg(replace_in_texts(element, pattern, replacement) order by place), '[]')
      from jsonb_array_elements(value) with ordinality as list (element, place))
    when 'object' then (
      select coalesce(jsonb_object_agg(regexp_replace(key, pattern, replacement, 'gi'),
        replace_in_texts(field, pattern, replacement)), '{}')
      from jsonb_each(value) as fields (key, field))
    else value
  end;
end $function$;
create FUNCTION public.touch_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.updated_at = clock_timestamp();
  return new;
end $function$;
create FUNCTION public.workspace_visible(row_workspace uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (texteq((row_workspace)::text, current_setting('daybook.workspace'::text, true)) OR texteq(current_setting('daybook.workspace'::text, true), '*'::text));
create table migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migration_pkey PRIMARY KEY (name)
);
create table workspace (
  workspace_id uuid not null,
  name text not null,
  timezone text not null,
  crm_enabled boolean not null default true,
  plan text not null default 'self-hosted'::text,
  plan_active boolean not null default true,
  created_at timestamp with time zone not null default statement_timestamp(),
  updated_at timestamp with time zone not null default statement_timestamp(),
  embed_origins text[],
  require_second_factor boolean not null default false,
  logo text,
  brand_color text,
  audit_days integer not null default 365,
  mail_days integer not null default 90,
  delivery_days integer not null default 30,
  invitee_days integer,
  conferencing jsonb not null default '{"kind": "template"}'::jsonb,
  conferencing_sealed bytea,
  blocked_addresses text[] not null default '{}'::text[],
  plan_reported_at timestamp with time zone,
  require_calendar_answer boolean not null default false,
  constraint workspace_audit_days_check CHECK (((audit_days >= 1) AND (audit_days <= 3650))),
  constraint workspace_delivery_days_check CHECK (((delivery_days >= 1) AND (delivery_days <= 30))),
  constraint workspace_invitee_days_check CHECK (((invitee_days >= 1) AND (invitee_days <= 3650))),
  constraint workspace_mail_days_check CHECK (((mail_days >= 1) AND (mail_days <= 90))),
  constraint workspace_pkey PRIMARY KEY (workspace_id)
);
alter table workspace enable row level security;
alter table workspace force row level security;
create policy own_workspace on workspace using (workspace_visible(workspace_id));
create table counter (
  workspace_id uuid not null,
  name text not null,
  value integer not null,
  constraint counter_pkey PRIMARY KEY (workspace_id, name)
);
alter table counter enable row level security;
alter table counter force row level security;
create policy own_workspace on counter using (workspace_visible(workspace_id));
create table member (
  workspace_id uuid not null,
  id text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  slug text not null,
  language text not null,
  timezone text not null,
  role text not null,
  password_hash text,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default statement_timestamp(),
  updated_at timestamp with time zone not null default statement_timestamp(),
  avatar text,
  constraint member_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'user'::text]))),
  constraint member_pkey PRIMARY KEY (workspace_id, id),
  constraint member_workspace_id_email_key UNIQUE (workspace_id, email)
);
alter table member enable row level security;
alter table member force row level security;
create policy own_workspace on member using (workspace_visible(workspace_id));
create table team (
  workspace_id uuid not null,
  id uuid not null,
  title text not null,
  slug text not null,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null default statement_timestamp(),
  updated_at timestamp with time zone not null default statement_timestamp(),
  avatar text,
  constraint team_pkey PRIMARY KEY (workspace_id, id)
);
alter table team enable row level security;
alter table team force row level security;
create policy own_workspace on team using (workspace_visible(workspace_id));
create table team_membership (
  workspace_id uuid not null,
  id integer not null,
  team_id uuid not null,
  member_id text not null,
  role text not null,
  created_at timestamp with time zone not null default statement_timestamp(),
  updated_at timestamp with time zone not null default statement_timestamp(),
  constraint team_membership_role_check CHECK ((role = ANY (ARRAY['member'::text, 'manager'::text]))),
  constraint team_membership_pkey PRIMARY KEY (workspace_id, id),
  constraint team_membership_workspace_id_team_id_member_id_key UNIQUE (workspace_id, team_id, member_id)
);
alter table team_membership enable row level security;
alter table team_membership force row level security;
create policy own_workspace on team_membership using (workspace_visible(workspace_id));
create table api_token (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  name text not null,
  prefix text not null,
  scopes text[] not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  creator_id text,
  creator_token_id uuid,
  constraint api_token_pkey PRIMARY KEY (workspace_id, id)
);
alter table api_token enable row level security;
alter table api_token force row level security;
create policy own_workspace on api_token using (workspace_visible(workspace_id));
create table session (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  method text not null default 'password'::text,
  is_strong boolean not null default false,
  user_agent text not null default ''::text,
  address text not null default ''::text,
  last_seen_at timestamp with time zone not null default now(),
  proven_at timestamp with time zone,
  constraint session_method_check CHECK ((method = ANY (ARRAY['password'::text, 'passkey'::text, 'single_sign_on'::text, 'invitation'::text, 'sign_up'::text]))),
  constraint session_pkey PRIMARY KEY (workspace_id, id)
);
alter table session enable row level security;
alter table session force row level security;
create policy own_workspace on session using (workspace_visible(workspace_id));
create table credential (
  secret_hash bytea not null,
  workspace_id uuid not null,
  token_id uuid,
  session_id uuid,
  constraint credential_check CHECK ((num_nonnulls(token_id, session_id) = 1)),
  constraint credential_pkey PRIMARY KEY (secret_hash)
);
create table owner_slug (
  slug text not null,
  workspace_id uuid not null,
  member_id text,
  team_id uuid,
  constraint owner_slug_check CHECK ((num_nonnulls(member_id, team_id) = 1)),
  constraint owner_slug_pkey PRIMARY KEY (slug)
);
create table sign_in (
  email text not null,
  workspace_id uuid not null,
  member_id text not null,
  generation integer not null default 0,
  constraint sign_in_pkey PRIMARY KEY (email, workspace_id)
);
create table idempotency (
  workspace_id uuid not null,
  caller text not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  status smallint,
  body bytea,
  created_at timestamp with time zone not null default now(),
  claim uuid,
  claimed_until timestamp with time zone,
  constraint idempotency_pkey PRIMARY KEY (workspace_id, caller, key_hash)
);
alter table idempotency enable row level security;
alter table idempotency force row level security;
create policy own_workspace on idempotency using (workspace_visible(workspace_id));
create table installation (
  name text not null,
  value text not null,
  constraint installation_pkey PRIMARY KEY (name)
);
create table schedule (
  workspace_id uuid not null,
  id text not null,
  member_id text not null,
  title text not null,
  is_default boolean not null,
  timezone text not null,
  weekly_hours jsonb not null,
  special_hours jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default statement_timestamp(),
  updated_at timestamp with time zone not null default statement_timestamp(),
  travel json not null default '[]'::json,
  constraint schedule_pkey PRIMARY KEY (workspace_id, id)
);
alter table schedule enable row level security;
alter table schedule force row level security;
create policy own_workspace on schedule using (workspace_visible(workspace_id));
create table event_type (
  workspace_id uuid not null,
  id uuid not null,
  owner_member_id text,
  owner_team_id uuid,
  owner_id text not null generated always as (COALESCE(owner_member_id, (owner_team_id)::text)) stored,
  title text not null,
  slug text not null,
  type text not null,
  description text not null default ''::text,
  color text not null default '2563eb'::text,
  duration integer not null,
  durations integer[] not null,
  max_active_invitees integer not null default 1,
  invitee_name_format text not null default 'FULL_NAME'::text,
  invitee_phone_number boolean not null default false,
  schedule_id text,
  locations jsonb not null default '[]'::jsonb,
  buffer_before integer not null default 0,
  buffer_after integer not null default 0,
  minimum_notice integer not null default 0,
  booking_window jsonb not null default '{"days": 60, "type": "rolling"}'::jsonb,
  slot_interval integer,
  daily_limit integer,
  weekly_limit integer,
  price numeric(10,2),
  currency text,
  is_secret boolean not null default false,
  is_active boolean not null default true,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null default statement_timestamp(),
  updated_at timestamp with time zone not null default statement_timestamp(),
  reminders integer[] not null default '{1440}'::integer[],
  confirmation_text text,
  redirect_url text,
  confirm_address text not null default 'never'::text,
  cancellation_notice integer not null default 0,
  rescheduling_notice integer not null default 0,
  monthly_limit integer,
  daily_minutes integer,
  weekly_minutes integer,
  monthly_minutes integer,
  invitee_limit jsonb,
  locked_timezone text,
  payment_provider text not null default 'manual'::text,
  refund_policy jsonb,
  requires_confirmation boolean not null default false,
  confirm_within integer not null default 1440,
  invitee_picks_host boolean not null default false,
  balance text not null default 'bookings'::text,
  owner_first boolean not null default false,
  recurrence jsonb,
  waitlist boolean not null default false,
  resources jsonb not null default '[]'::jsonb,
  constraint event_type_balance_check CHECK ((balance = ANY (ARRAY['bookings'::text, 'minutes'::text]))),
  constraint event_type_check CHECK ((duration = ANY (durations))),
  constraint event_type_check1 CHECK ((num_nonnulls(owner_member_id, owner_team_id) = 1)),
  constraint event_type_confirm_address_check CHECK ((confirm_address = ANY (ARRAY['never'::text, 'new'::text, 'always'::text]))),
  constraint event_type_max_active_invitees_check CHECK ((max_active_invitees >= 1)),
  constraint event_type_payment_provider_check CHECK ((payment_provider ~ '^[a-z]{1,30}$'::text)),
  constraint event_type_type_check CHECK ((type = ANY (ARRAY['ONE_ON_ONE'::text, 'GROUP'::text, 'ROUND_ROBIN'::text, 'COLLECTIVE'::text]))),
  constraint event_type_pkey PRIMARY KEY (workspace_id, id)
);
alter table event_type enable row level security;
alter table event_type force row level security;
create policy own_workspace on event_type using (workspace_visible(workspace_id));
create table event_type_host (
  workspace_id uuid not null,
  event_type_id uuid not null,
  member_id text not null,
  position integer not null,
  weight integer not null default 1,
  priority integer not null default 0,
  daily_limit integer,
  weekly_limit integer,
  booked_count integer not null default 0,
  last_booked_at timestamp with time zone,
  turn double precision not null default 0,
  schedule_id text,
  constraint event_type_host_weight_check CHECK ((weight >= 1)),
  constraint event_type_host_pkey PRIMARY KEY (workspace_id, event_type_id, member_id)
);
alter table event_type_host enable row level security;
alter table event_type_host force row level security;
create policy own_workspace on event_type_host using (workspace_visible(workspace_id));
create table question (
  workspace_id uuid not null,
  id integer not null,
  event_type_id uuid not null,
  position integer not null,
  question text not null,
  type text not null,
  is_required boolean not null,
  is_active boolean not null,
  options text[],
  constraint question_pkey PRIMARY KEY (workspace_id, id)
);
alter table question enable row level security;
alter table question force row level security;
create policy own_workspace on question using (workspace_visible(workspace_id));
create table link (
  workspace_id uuid not null,
  id uuid not null,
  event_type_id uuid not null,
  kind text not null,
  name text,
  host_ids text[],
  price numeric(10,2),
  token_sealed bytea not null,
  expires_at timestamp with time zone,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default statement_timestamp(),
  has_lost_host boolean not null default false,
  max_uses integer,
  uses integer not null default 0,
  only_starts integer[],
  constraint link_kind_check CHECK ((kind = ANY (ARRAY['single_use'::text, 'shared'::text, 'collective'::text]))),
  constraint link_max_uses_check CHECK ((max_uses > 0)),
  constraint link_pkey PRIMARY KEY (workspace_id, id)
);
alter table link enable row level security;
alter table link force row level security;
create policy own_workspace on link using (workspace_visible(workspace_id));
create table link_token (
  token_hash bytea not null,
  workspace_id uuid not null,
  link_id uuid not null,
  constraint link_token_pkey PRIMARY KEY (token_hash)
);
create table scheduled_event (
  workspace_id uuid not null,
  id text not null,
  event_type_id uuid not null,
  team_id uuid,
  title text not null,
  type text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  duration integer not null,
  status text not null default 'confirmed'::text,
  location_type text not null default ''::text,
  location_join_url text not null default ''::text,
  location_details jsonb not null default '{}'::jsonb,
  max_seats integer not null,
  seats_taken integer not null default 0,
  sequence integer not null default 0,
  search text not null default ''::text,
  created_at timestamp with time zone not null default statement_timestamp(),
  updated_at timestamp with time zone not null default statement_timestamp(),
  notes text,
  is_closed boolean not null default false,
  constraint scheduled_event_check CHECK (((seats_taken >= 0) AND (seats_taken <= max_seats))),
  constraint scheduled_event_status_check CHECK ((status = ANY (ARRAY['confirmed'::text, 'cancelled'::text]))),
  constraint scheduled_event_pkey PRIMARY KEY (workspace_id, id)
);
alter table scheduled_event enable row level security;
alter table scheduled_event force row level security;
create policy own_workspace on scheduled_event using (workspace_visible(workspace_id));
create table event_host (
  workspace_id uuid not null,
  event_id text not null,
  host_id text not null,
  position integer not null default 0,
  busy_from timestamp with time zone not null,
  busy_to timestamp with time zone not null,
  during tstzrange not null generated always as (tstzrange(busy_from, busy_to)) stored,
  blocking boolean not null default true,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  event_type_id uuid not null,
  hold_id text,
  booked_event_id text,
  calendars_read_at timestamp with time zone,
  taken_at timestamp with time zone not null default now(),
  constraint event_host_booked_event CHECK ((NOT (booked_event_id IS DISTINCT FROM
CASE
    WHEN (hold_id IS NULL) THEN event_id
    ELSE NULL::text
END))),
  constraint event_host_check CHECK ((hold_id = event_id)),
  constraint event_host_pkey PRIMARY KEY (workspace_id, event_id, host_id),
  constraint event_host_never_twice EXCLUDE USING gist (workspace_id WITH =, host_id WITH =, during WITH &&) WHERE (blocking)
);
alter table event_host enable row level security;
alter table event_host force row level security;
create policy own_workspace on event_host using (workspace_visible(workspace_id));
create table invitee (
  workspace_id uuid not null,
  id text not null,
  event_id text not null,
  salutation text,
  full_name text not null,
  email text not null,
  phone text,
  timezone text not null,
  guests text[],
  seats integer not null default 1,
  answers jsonb,
  utm jsonb not null default '{}'::jsonb,
  custom_query_params jsonb not null default '{}'::jsonb,
  payment jsonb,
  link_id uuid,
  key_hash bytea not null,
  key_sealed bytea not null,
  cancelled_at timestamp with time zone,
  cancelled_by text,
  canceller_type text,
  cancellation_reason text,
  no_show boolean not null default false,
  scheduled_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default statement_timestamp(),
  updated_at timestamp with time zone not null default statement_timestamp(),
  language text not null default 'en'::text,
  email_confirmed boolean not null default false,
  erased_at timestamp with time zone,
  series_id text,
  series_index integer,
  series_count integer,
  constraint invitee_canceller_type_check CHECK ((canceller_type = ANY (ARRAY['host'::text, 'invitee'::text]))),
  constraint invitee_payment_state CHECK (((payment IS NULL) OR ((payment ->> 'state'::text) = ANY (ARRAY['pending'::text, 'paid'::text, 'refunded'::text])))),
  constraint invitee_seats_check CHECK ((seats >= 1)),
  constraint invitee_pkey PRIMARY KEY (workspace_id, id)
);
alter table invitee enable row level security;
alter table invitee force row level security;
create policy own_workspace on invitee using (workspace_visible(workspace_id));
create table note (
  workspace_id uuid not null,
  id integer not null,
  public_id text not null,
  event_id text not null,
  member_id text not null,
  note text not null,
  created_at timestamp with time zone not null default statement_timestamp(),
  updated_at timestamp with time zone not null default statement_timestamp(),
  editor_id text,
  constraint note_pkey PRIMARY KEY (workspace_id, id),
  constraint note_workspace_id_public_id_key UNIQUE (workspace_id, public_id)
);
alter table note enable row level security;
alter table note force row level security;
create policy own_workspace on note using (workspace_visible(workspace_id));
create table crm_object (
  workspace_id uuid not null,
  id uuid not null,
  slug text not null,
  singular_name text not null,
  plural_name text not null,
  is_standard boolean not null default false,
  is_active boolean not null default true,
  primary_attribute text not null default 'id'::text,
  revision uuid not null default gen_random_uuid(),
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null default statement_timestamp(),
  updated_at timestamp with time zone not null default statement_timestamp(),
  user_permission text not null default 'write'::text,
  constraint crm_object_user_permission_check CHECK ((user_permission = ANY (ARRAY['none'::text, 'read'::text, 'own'::text, 'write'::text]))),
  constraint crm_object_pkey PRIMARY KEY (workspace_id, id)
);
alter table crm_object enable row level security;
alter table crm_object force row level security;
create policy own_workspace on crm_object using (workspace_visible(workspace_id));
create table crm_relation (
  workspace_id uuid not null,
  id uuid not null,
  from_object_id uuid not null,
  to_object_id uuid not null,
  from_single boolean not null,
  to_single boolean not null,
  constraint crm_relation_pkey PRIMARY KEY (workspace_id, id),
  constraint crm_relation_workspace_id_id_from_object_id_to_object_id_fr_key UNIQUE (workspace_id, id, from_object_id, to_object_id, from_single, to_single)
);
alter table crm_relation enable row level security;
alter table crm_relation force row level security;
create policy own_workspace on crm_relation using (workspace_visible(workspace_id));
create table crm_attribute (
  workspace_id uuid not null,
  id uuid not null,
  object_id uuid not null,
  position integer not null,
  key text not null,
  label text not null,
  type text not null,
  is_required boolean not null default false,
  is_unique boolean not null default false,
  is_archived boolean not null default false,
  is_standard boolean not null default false,
  is_list boolean not null default false,
  max_length integer not null default 255,
  validation text,
  slot text,
  relation_id uuid,
  relation_side text,
  currency text,
  currency_display text,
  currency_decimal boolean,
  currency_grouping boolean,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null default statement_timestamp(),
  updated_at timestamp with time zone not null default statement_timestamp(),
  is_removed boolean not null default false,
  unique_build uuid,
  unique_build_at timestamp with time zone,
  constraint crm_attribute_check CHECK (((type = 'relation'::text) = (num_nonnulls(relation_id, relation_side) = 2))),
  constraint crm_attribute_check1 CHECK (((type = 'currency'::text) = (currency IS NOT NULL))),
  constraint crm_attribute_currency_display_check CHECK ((currency_display = ANY (ARRAY['code'::text, 'name'::text, 'symbol'::text]))),
  constraint crm_attribute_relation_side_check CHECK ((relation_side = ANY (ARRAY['from'::text, 'to'::text]))),
  constraint crm_attribute_type_check CHECK ((type = ANY (ARRAY['text'::text, 'number'::text, 'phone_number'::text, 'date'::text, 'datetime'::text, 'checkbox'::text, 'select'::text, 'multiselect'::text, 'rating'::text, 'relation'::text, 'status'::text, 'user'::text, 'currency'::text]))),
  constraint crm_attribute_validation_check CHECK ((validation = ANY (ARRAY['email'::text, 'url'::text, 'domain'::text]))),
  constraint crm_attribute_pkey PRIMARY KEY (workspace_id, id)
);
alter table crm_attribute enable row level security;
alter table crm_attribute force row level security;
create policy own_workspace on crm_attribute using (workspace_visible(workspace_id));
create table crm_option (
  workspace_id uuid not null,
  id integer not null,
  attribute_id uuid not null,
  position integer not null,
  value text not null,
  color text not null,
  deleted_at timestamp with time zone,
  is_archived boolean not null default false,
  constraint crm_option_pkey PRIMARY KEY (workspace_id, id)
);
alter table crm_option enable row level security;
alter table crm_option force row level security;
create policy own_workspace on crm_option using (workspace_visible(workspace_id));
create table crm_record (
  workspace_id uuid not null,
  object_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  data jsonb not null,
  rest jsonb not null default '{}'::jsonb,
  by_hand text[] not null default '{}'::text[],
  search text not null default ''::text,
  t1 text collate "C",
  t2 text collate "C",
  t3 text collate "C",
  t4 text collate "C",
  t5 text collate "C",
  t6 text collate "C",
  t7 text collate "C",
  t8 text collate "C",
  n1 double precision,
  n2 double precision,
  n3 double precision,
  n4 double precision,
  n5 double precision,
  n6 double precision,
  n7 double precision,
  n8 double precision,
  d1 timestamp with time zone,
  d2 timestamp with time zone,
  d3 timestamp with time zone,
  d4 timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint crm_record_pkey PRIMARY KEY (workspace_id, object_id, id)
) with (fillfactor=90);
alter table crm_record enable row level security;
alter table crm_record force row level security;
create policy own_workspace on crm_record using (workspace_visible(workspace_id));
create table crm_count (
  workspace_id uuid not null,
  object_id uuid not null,
  share smallint not null,
  total bigint not null,
  constraint crm_count_pkey PRIMARY KEY (workspace_id, object_id, share)
);
alter table crm_count enable row level security;
alter table crm_count force row level security;
create policy own_workspace on crm_count using (workspace_visible(workspace_id));
create table crm_unique (
  workspace_id uuid not null,
  attribute_id uuid not null,
  key_norm text collate "C" not null,
  object_id uuid not null,
  record_id uuid not null,
  constraint crm_unique_pkey PRIMARY KEY (workspace_id, attribute_id, key_norm)
);
alter table crm_unique enable row level security;
alter table crm_unique force row level security;
create policy own_workspace on crm_unique using (workspace_visible(workspace_id));
create table crm_pick (
  workspace_id uuid not null,
  attribute_id uuid not null,
  value text collate "C" not null,
  object_id uuid not null,
  record_id uuid not null,
  constraint crm_pick_pkey PRIMARY KEY (workspace_id, attribute_id, value, record_id)
);
alter table crm_pick enable row level security;
alter table crm_pick force row level security;
create policy own_workspace on crm_pick using (workspace_visible(workspace_id));
create table crm_link (
  workspace_id uuid not null,
  relation_id uuid not null,
  from_object_id uuid not null,
  from_id uuid not null,
  to_object_id uuid not null,
  to_id uuid not null,
  from_single boolean not null,
  to_single boolean not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint crm_link_pkey PRIMARY KEY (workspace_id, relation_id, from_id, to_id)
);
alter table crm_link enable row level security;
alter table crm_link force row level security;
create policy own_workspace on crm_link using (workspace_visible(workspace_id));
create table crm_change (
  workspace_id uuid not null,
  tx bigint not null default ((pg_current_xact_id())::text)::bigint,
  happened_at timestamp with time zone not null default clock_timestamp(),
  id uuid not null,
  object_id uuid not null,
  record_id uuid not null,
  kind text not null,
  actor_kind text not null,
  member_id text,
  diff jsonb not null default '{}'::jsonb,
  detail jsonb not null default '{}'::jsonb,
  seq bigint not null generated always as identity,
  constraint crm_change_pkey PRIMARY KEY (workspace_id, tx, happened_at, id)
);
alter table crm_change enable row level security;
alter table crm_change force row level security;
create policy own_workspace on crm_change using (workspace_visible(workspace_id));
create table crm_meeting (
  workspace_id uuid not null,
  invitee_id text not null,
  event_id text not null,
  object_id uuid not null,
  person_id uuid not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  is_cancelled boolean not null default false,
  is_no_show boolean not null default false,
  constraint crm_meeting_pkey PRIMARY KEY (workspace_id, invitee_id)
);
alter table crm_meeting enable row level security;
alter table crm_meeting force row level security;
create policy own_workspace on crm_meeting using (workspace_visible(workspace_id));
create table crm_note (
  workspace_id uuid not null,
  id uuid not null,
  object_id uuid not null,
  record_id uuid not null,
  member_id text,
  note text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  editor_id text,
  constraint crm_note_pkey PRIMARY KEY (workspace_id, id)
);
alter table crm_note enable row level security;
alter table crm_note force row level security;
create policy own_workspace on crm_note using (workspace_visible(workspace_id));
create table webhook (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  name text,
  description text,
  callback_url text not null,
  scope text not null,
  events text[] not null,
  token_sealed bytea,
  secret_sealed bytea not null,
  old_secret_sealed bytea,
  old_secret_until timestamp with time zone,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  warned_hours integer not null default 0,
  paused_until timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_reason text,
  created_at timestamp with time zone not null default statement_timestamp(),
  updated_at timestamp with time zone not null default statement_timestamp(),
  passed_at timestamp with time zone,
  filter jsonb,
  headers_sealed bytea,
  header_names text[] not null default '{}'::text[],
  constraint webhook_events_check CHECK ((cardinality(events) > 0)),
  constraint webhook_scope_check CHECK ((scope = ANY (ARRAY['user'::text, 'organization'::text]))),
  constraint webhook_pkey PRIMARY KEY (workspace_id, id)
);
alter table webhook enable row level security;
alter table webhook force row level security;
create policy own_workspace on webhook using (workspace_visible(workspace_id));
create table webhook_event (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  payload text not null,
  told_at timestamp with time zone not null default clock_timestamp(),
  constraint webhook_event_pkey PRIMARY KEY (workspace_id, id)
);
alter table webhook_event enable row level security;
alter table webhook_event force row level security;
create policy own_workspace on webhook_event using (workspace_visible(workspace_id));
create table webhook_delivery (
  workspace_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  ordering_key text not null,
  seq bigint not null generated always as identity,
  status text not null default 'pending'::text,
  attempt integer not null default 0,
  failures integer not null default 0,
  due_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint webhook_delivery_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sending'::text, 'delivered'::text, 'failed'::text, 'skipped'::text]))),
  constraint webhook_delivery_pkey PRIMARY KEY (workspace_id, id)
);
alter table webhook_delivery enable row level security;
alter table webhook_delivery force row level security;
create policy own_workspace on webhook_delivery using (workspace_visible(workspace_id));
create table webhook_attempt (
  workspace_id uuid not null,
  delivery_id uuid not null,
  attempt integer not null,
  started_at timestamp with time zone not null,
  connect_ms integer,
  first_byte_ms integer,
  total_ms integer not null,
  status_code integer,
  error text,
  response text,
  constraint webhook_attempt_pkey PRIMARY KEY (workspace_id, delivery_id, attempt)
);
alter table webhook_attempt enable row level security;
alter table webhook_attempt force row level security;
create policy own_workspace on webhook_attempt using (workspace_visible(workspace_id));
create table routing_form (
  workspace_id uuid not null,
  id uuid not null,
  owner_member_id text not null,
  name text not null,
  slug text not null,
  headline text,
  is_active boolean not null default true,
  fields jsonb not null,
  routes jsonb not null,
  fallback jsonb not null,
  created_at timestamp with time zone not null default statement_timestamp(),
  updated_at timestamp with time zone not null default statement_timestamp(),
  constraint routing_form_pkey PRIMARY KEY (workspace_id, id)
);
alter table routing_form enable row level security;
alter table routing_form force row level security;
create policy own_workspace on routing_form using (workspace_visible(workspace_id));
create table routing_submission (
  workspace_id uuid not null,
  id uuid not null,
  form_id uuid not null,
  answers jsonb not null,
  utm jsonb not null,
  ad_attribution jsonb,
  route jsonb not null,
  created_at timestamp with time zone not null,
  constraint routing_submission_pkey PRIMARY KEY (workspace_id, id)
);
alter table routing_submission enable row level security;
alter table routing_submission force row level security;
create policy own_workspace on routing_submission using (workspace_visible(workspace_id));
create table form_slug (
  slug text not null,
  workspace_id uuid not null,
  form_id uuid not null,
  constraint form_slug_pkey PRIMARY KEY (slug)
);
create table mail_message (
  workspace_id uuid not null,
  id uuid not null,
  dedupe_key text not null,
  kind text not null,
  event_id text,
  member_id text,
  to_email text not null,
  content_sealed bytea not null,
  status text not null default 'queued'::text,
  attempts integer not null default 0,
  due_at timestamp with time zone not null default now(),
  last_error text,
  created_at timestamp with time zone not null default clock_timestamp(),
  sent_at timestamp with time zone,
  constraint mail_message_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'kept'::text, 'failed'::text, 'refused'::text, 'bounced'::text]))),
  constraint mail_message_pkey PRIMARY KEY (workspace_id, id),
  constraint mail_message_workspace_id_dedupe_key_key UNIQUE (workspace_id, dedupe_key)
);
alter table mail_message enable row level security;
alter table mail_message force row level security;
create policy own_workspace on mail_message using (workspace_visible(workspace_id));
create table agent (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  first_message text,
  prompt text,
  phone_number text,
  is_published boolean not null,
  is_enabled boolean not null,
  max_attempts integer not null,
  retry_delay_minutes integer not null,
  calling_hours jsonb,
  provider text not null,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null default statement_timestamp(),
  updated_at timestamp with time zone not null default statement_timestamp(),
  event_type_id uuid,
  voice text not null default 'slt'::text,
  retry_delays jsonb,
  record_calls boolean not null default false,
  recording_days integer not null default 30,
  language text not null default 'en'::text,
  voicemail_message text,
  constraint agent_max_attempts_check CHECK ((max_attempts >= 1)),
  constraint agent_retry_delay_minutes_check CHECK ((retry_delay_minutes >= 1)),
  constraint agent_pkey PRIMARY KEY (workspace_id, id)
);
alter table agent enable row level security;
alter table agent force row level security;
create policy own_workspace on agent using (workspace_visible(workspace_id));
create table outbound_call (
  workspace_id uuid not null,
  id uuid not null,
  agent_id uuid not null,
  provider text not null,
  queued_by text,
  phone_number text not null,
  email text not null,
  full_name text not null,
  additional_data text,
  first_message text,
  scheduled_at timestamp with time zone,
  status text not null default 'pending'::text,
  due_at timestamp with time zone,
  triggered_at timestamp with time zone,
  error text,
  created_at timestamp with time zone not null default statement_timestamp(),
  updated_at timestamp with time zone not null default statement_timestamp(),
  time_zone text,
  constraint outbound_call_check CHECK (((due_at IS NULL) OR (status = ANY (ARRAY['pending'::text, 'in_progress'::text])))),
  constraint outbound_call_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'in_progress'::text, 'completed'::text, 'failed'::text, 'cancelled'::text]))),
  constraint outbound_call_pkey PRIMARY KEY (workspace_id, id)
);
alter table outbound_call enable row level security;
alter table outbound_call force row level security;
create policy own_workspace on outbound_call using (workspace_visible(workspace_id));
create table call_attempt (
  workspace_id uuid not null,
  call_id uuid not null,
  attempt integer not null,
  id uuid not null,
  state text not null default 'starting'::text,
  check_at timestamp with time zone,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  outcome text,
  error text,
  duration_seconds integer,
  transcript text,
  summary text,
  recording_url text,
  event_uuid text,
  telephony text,
  result text,
  callback_at timestamp with time zone,
  link_sent boolean not null default false,
  turns jsonb,
  cost_amount numeric(12,4),
  cost_currency text,
  is_line_refused boolean not null default false,
  constraint call_attempt_check CHECK (((state = 'ended'::text) = (ended_at IS NOT NULL))),
  constraint call_attempt_check1 CHECK (((state = 'ended'::text) = (check_at IS NULL))),
  constraint call_attempt_outcome_check CHECK ((outcome = ANY (ARRAY['answered'::text, 'voicemail'::text, 'not_answered'::text, 'busy'::text, 'unknown'::text]))),
  constraint call_attempt_state_check CHECK ((state = ANY (ARRAY['starting'::text, 'active'::text, 'ended'::text]))),
  constraint call_attempt_pkey PRIMARY KEY (workspace_id, call_id, attempt),
  constraint call_attempt_workspace_id_id_key UNIQUE (workspace_id, id)
);
alter table call_attempt enable row level security;
alter table call_attempt force row level security;
create policy own_workspace on call_attempt using (workspace_visible(workspace_id));
create table call_address (
  call_id uuid not null,
  workspace_id uuid not null,
  constraint call_address_pkey PRIMARY KEY (call_id)
);
create table do_not_call (
  workspace_id uuid not null,
  id uuid not null,
  phone_number text,
  reason text,
  created_at timestamp with time zone not null default now(),
  number_hash bytea,
  constraint do_not_call_check CHECK ((num_nonnulls(phone_number, number_hash) = 1)),
  constraint do_not_call_pkey PRIMARY KEY (workspace_id, id),
  constraint do_not_call_workspace_id_phone_number_key UNIQUE (workspace_id, phone_number)
);
alter table do_not_call enable row level security;
alter table do_not_call force row level security;
create policy own_workspace on do_not_call using (workspace_visible(workspace_id));
create table invitee_key (
  invitee_id text not null,
  key_hash bytea not null,
  workspace_id uuid not null,
  constraint invitee_key_pkey PRIMARY KEY (invitee_id)
);
create table crm_import (
  workspace_id uuid not null,
  id uuid not null,
  object_id uuid not null,
  actor_kind text not null,
  member_id text,
  format text not null,
  matching_attribute text,
  is_dry_run boolean not null,
  delimiter text not null default ','::text,
  header text[] not null default '{}'::text[],
  columns text[] not null default '{}'::text[],
  status text not null default 'uploading'::text,
  message text,
  size_bytes bigint not null default 0,
  done_bytes bigint not null default 0,
  rows_total integer not null default 0,
  rows_done integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  failed integer not null default 0,
  kept integer not null default 0,
  worker uuid,
  leased_until timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default clock_timestamp(),
  finished_at timestamp with time zone,
  notations text[] not null default '{}'::text[],
  needs_scan boolean not null default false,
  partial integer not null default 0,
  constraint crm_import_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'ndjson'::text]))),
  constraint crm_import_status_check CHECK ((status = ANY (ARRAY['uploading'::text, 'pending'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text, 'undoing'::text, 'undone'::text]))),
  constraint crm_import_pkey PRIMARY KEY (workspace_id, id)
);
alter table crm_import enable row level security;
alter table crm_import force row level security;
create policy own_workspace on crm_import using (workspace_visible(workspace_id));
create table crm_import_chunk (
  workspace_id uuid not null,
  import_id uuid not null,
  number integer not null,
  bytes bytea not null,
  constraint crm_import_chunk_pkey PRIMARY KEY (workspace_id, import_id, number)
);
alter table crm_import_chunk alter column bytes set storage external;
alter table crm_import_chunk enable row level security;
alter table crm_import_chunk force row level security;
create policy own_workspace on crm_import_chunk using (workspace_visible(workspace_id));
create table crm_import_batch (
  workspace_id uuid not null,
  import_id uuid not null,
  tx bigint not null default ((pg_current_xact_id())::text)::bigint,
  constraint crm_import_batch_pkey PRIMARY KEY (workspace_id, import_id, tx)
);
alter table crm_import_batch enable row level security;
alter table crm_import_batch force row level security;
create policy own_workspace on crm_import_batch using (workspace_visible(workspace_id));
create table crm_import_error (
  workspace_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  message text not null,
  errors jsonb,
  status text not null default 'failed'::text,
  constraint crm_import_error_status_check CHECK ((status = ANY (ARRAY['failed'::text, 'partial'::text]))),
  constraint crm_import_error_pkey PRIMARY KEY (workspace_id, import_id, row_number)
);
alter table crm_import_error enable row level security;
alter table crm_import_error force row level security;
create policy own_workspace on crm_import_error using (workspace_visible(workspace_id));
create table crm_merge (
  workspace_id uuid not null,
  id uuid not null,
  object_id uuid not null,
  survivor_id uuid not null,
  merged_id uuid not null,
  merged jsonb not null,
  diff jsonb not null,
  moved jsonb not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  undone_at timestamp with time zone,
  constraint crm_merge_pkey PRIMARY KEY (workspace_id, id)
);
alter table crm_merge enable row level security;
alter table crm_merge force row level security;
create policy own_workspace on crm_merge using (workspace_visible(workspace_id));
create table crm_import_key (
  workspace_id uuid not null,
  import_id uuid not null,
  attribute_id uuid not null,
  key_norm text collate "C" not null,
  record_id uuid not null,
  row_number integer not null,
  constraint crm_import_key_pkey PRIMARY KEY (workspace_id, import_id, attribute_id, key_norm)
);
alter table crm_import_key enable row level security;
alter table crm_import_key force row level security;
create policy own_workspace on crm_import_key using (workspace_visible(workspace_id));
create table crm_recency (
  workspace_id uuid not null,
  object_id uuid not null,
  record_id uuid not null,
  changed_at timestamp with time zone not null,
  constraint crm_recency_pkey PRIMARY KEY (workspace_id, object_id, record_id)
);
alter table crm_recency enable row level security;
alter table crm_recency force row level security;
create policy own_workspace on crm_recency using (workspace_visible(workspace_id));
create table outbox (
  workspace_id uuid not null,
  stream text not null,
  position bigint not null generated always as identity,
  id uuid not null,
  name text not null,
  payload jsonb not null,
  actor_kind text not null,
  member_id text,
  published_at timestamp with time zone not null default clock_timestamp(),
  done text[] not null default '{}'::text[],
  attempts integer not null default 0,
  run_at timestamp with time zone not null default clock_timestamp(),
  failed_at timestamp with time zone,
  error text,
  constraint outbox_pkey PRIMARY KEY (workspace_id, stream, "position")
);
alter table outbox enable row level security;
alter table outbox force row level security;
create policy own_workspace on outbox using (workspace_visible(workspace_id));
create table hold (
  workspace_id uuid not null,
  id text not null,
  event_type_id uuid not null,
  token_hash bytea not null,
  visitor_hash bytea not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint hold_pkey PRIMARY KEY (workspace_id, id),
  constraint hold_workspace_id_token_hash_key UNIQUE (workspace_id, token_hash)
);
alter table hold enable row level security;
alter table hold force row level security;
create policy own_workspace on hold using (workspace_visible(workspace_id));
create table crm_feed (
  workspace_id uuid not null,
  position bigint not null,
  tx bigint not null,
  happened_at timestamp with time zone not null,
  id uuid not null,
  constraint crm_feed_pkey PRIMARY KEY (workspace_id, "position")
);
alter table crm_feed enable row level security;
alter table crm_feed force row level security;
create policy own_workspace on crm_feed using (workspace_visible(workspace_id));
create table crm_feed_state (
  workspace_id uuid not null,
  position bigint not null default 0,
  horizon bigint not null default 0,
  constraint crm_feed_state_pkey PRIMARY KEY (workspace_id)
);
alter table crm_feed_state enable row level security;
alter table crm_feed_state force row level security;
create policy own_workspace on crm_feed_state using (workspace_visible(workspace_id));
create table known_device (
  workspace_id uuid not null,
  member_id text not null,
  device_hash bytea not null,
  last_seen_at timestamp with time zone not null default now(),
  constraint known_device_pkey PRIMARY KEY (workspace_id, member_id, device_hash)
);
alter table known_device enable row level security;
alter table known_device force row level security;
create policy own_workspace on known_device using (workspace_visible(workspace_id));
create table throttle (
  key_hash bytea not null,
  count integer not null,
  ends_at timestamp with time zone not null,
  constraint throttle_pkey PRIMARY KEY (key_hash)
);
create table preference (
  workspace_id uuid not null,
  member_id text not null,
  theme text not null default 'system'::text,
  clock text not null default '24'::text,
  first_day_of_week text not null default 'monday'::text,
  shortcuts boolean not null default true,
  constraint preference_clock_check CHECK ((clock = ANY (ARRAY['12'::text, '24'::text]))),
  constraint preference_first_day_of_week_check CHECK ((first_day_of_week = ANY (ARRAY['monday'::text, 'saturday'::text, 'sunday'::text]))),
  constraint preference_theme_check CHECK ((theme = ANY (ARRAY['system'::text, 'light'::text, 'dark'::text]))),
  constraint preference_pkey PRIMARY KEY (workspace_id, member_id)
);
alter table preference enable row level security;
alter table preference force row level security;
create policy own_workspace on preference using (workspace_visible(workspace_id));
create table totp (
  workspace_id uuid not null,
  member_id text not null,
  secret_sealed bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint totp_pkey PRIMARY KEY (workspace_id, member_id)
);
alter table totp enable row level security;
alter table totp force row level security;
create policy own_workspace on totp using (workspace_visible(workspace_id));
create table recovery_code (
  workspace_id uuid not null,
  member_id text not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (workspace_id, member_id, code_hash)
);
alter table recovery_code enable row level security;
alter table recovery_code force row level security;
create policy own_workspace on recovery_code using (workspace_visible(workspace_id));
create table passkey (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint passkey_pkey PRIMARY KEY (workspace_id, id)
);
alter table passkey enable row level security;
alter table passkey force row level security;
create policy own_workspace on passkey using (workspace_visible(workspace_id));
create table passkey_owner (
  credential_id text not null,
  workspace_id uuid not null,
  passkey_id uuid not null,
  constraint passkey_owner_pkey PRIMARY KEY (credential_id)
);
create table passkey_challenge (
  challenge_hash bytea not null,
  purpose text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenge_pkey PRIMARY KEY (challenge_hash)
);
create table invitation (
  workspace_id uuid not null,
  id uuid not null,
  email text not null,
  role text not null,
  team_ids uuid[] not null default '{}'::uuid[],
  invited_by text,
  token_sealed bytea not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint invitation_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'user'::text]))),
  constraint invitation_pkey PRIMARY KEY (workspace_id, id)
);
alter table invitation enable row level security;
alter table invitation force row level security;
create policy own_workspace on invitation using (workspace_visible(workspace_id));
create table password_reset (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  token_sealed bytea not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint password_reset_pkey PRIMARY KEY (workspace_id, id)
);
alter table password_reset enable row level security;
alter table password_reset force row level security;
create policy own_workspace on password_reset using (workspace_visible(workspace_id));
create table sign_up (
  workspace_id uuid not null,
  id uuid not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text,
  language text not null,
  timezone text not null,
  token_sealed bytea not null,
  expires_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  constraint sign_up_pkey PRIMARY KEY (workspace_id, id)
);
alter table sign_up enable row level security;
alter table sign_up force row level security;
create policy own_workspace on sign_up using (workspace_visible(workspace_id));
create table account_link (
  token_hash bytea not null,
  workspace_id uuid not null,
  invitation_id uuid,
  reset_id uuid,
  sign_up_id uuid,
  constraint account_link_check CHECK ((num_nonnulls(invitation_id, reset_id, sign_up_id) = 1)),
  constraint account_link_pkey PRIMARY KEY (token_hash)
);
create table oidc_request (
  state_hash bytea not null,
  browser_hash bytea not null,
  verifier_sealed bytea not null,
  nonce text not null,
  invitation_sealed bytea,
  expires_at timestamp with time zone not null,
  constraint oidc_request_pkey PRIMARY KEY (state_hash)
);
create table oidc_subject (
  issuer text not null,
  subject text not null,
  workspace_id uuid not null,
  member_id text not null,
  constraint oidc_subject_pkey PRIMARY KEY (issuer, subject, workspace_id)
);
create table crm_deleted_record (
  workspace_id uuid not null,
  object_id uuid not null,
  id uuid not null,
  version integer not null,
  data jsonb not null,
  by_hand text[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone not null,
  links jsonb not null,
  notes jsonb not null,
  meetings jsonb not null,
  tasks jsonb not null default '[]'::jsonb,
  task_records jsonb not null default '[]'::jsonb,
  constraint crm_deleted_record_pkey PRIMARY KEY (workspace_id, object_id, id)
);
alter table crm_deleted_record enable row level security;
alter table crm_deleted_record force row level security;
create policy own_workspace on crm_deleted_record using (workspace_visible(workspace_id));
create table mail_refusal (
  address_hash bytea not null,
  refused_at timestamp with time zone not null default now(),
  constraint mail_refusal_pkey PRIMARY KEY (address_hash)
);
create table address_confirmation (
  workspace_id uuid not null,
  id uuid not null,
  event_type_id uuid not null,
  email text not null,
  language text not null,
  code_sealed bytea not null,
  tries integer not null default 0,
  last_code_hash bytea,
  expires_at timestamp with time zone not null,
  constraint address_confirmation_pkey PRIMARY KEY (workspace_id, id)
);
alter table address_confirmation enable row level security;
alter table address_confirmation force row level security;
create policy own_workspace on address_confirmation using (workspace_visible(workspace_id));
create table image (
  workspace_id uuid not null,
  owner_id text not null,
  name text not null,
  type text not null,
  bytes bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint image_bytes_check CHECK ((octet_length(bytes) <= 2097152)),
  constraint image_type_check CHECK ((type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text]))),
  constraint image_pkey PRIMARY KEY (workspace_id, owner_id),
  constraint image_workspace_id_name_key UNIQUE (workspace_id, name)
);
alter table image alter column bytes set storage external;
alter table image enable row level security;
alter table image force row level security;
create policy own_workspace on image using (workspace_visible(workspace_id));
create table image_address (
  name text not null,
  workspace_id uuid not null,
  constraint image_address_pkey PRIMARY KEY (name)
);
create table audit_entry (
  workspace_id uuid not null,
  happened_at timestamp with time zone not null default clock_timestamp(),
  id uuid not null default gen_random_uuid(),
  action text not null,
  object_type text not null,
  object_id text not null,
  actor_kind text not null,
  credential_id uuid,
  member_id text,
  address text,
  before jsonb,
  after jsonb,
  tx bigint not null default ((pg_current_xact_id())::text)::bigint,
  constraint audit_entry_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['token'::text, 'session'::text, 'visitor'::text, 'system'::text]))),
  constraint audit_entry_pkey PRIMARY KEY (workspace_id, happened_at, id)
);
alter table audit_entry enable row level security;
alter table audit_entry force row level security;
create policy own_workspace on audit_entry using (workspace_visible(workspace_id));
create table crm_view (
  workspace_id uuid not null,
  object_id uuid not null,
  id uuid not null,
  member_id text not null,
  name text not null,
  kind text not null,
  is_shared boolean not null,
  filter jsonb,
  sort text[] not null,
  columns jsonb not null,
  group_by text,
  position integer not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint crm_view_kind_check CHECK ((kind = ANY (ARRAY['table'::text, 'board'::text]))),
  constraint crm_view_pkey PRIMARY KEY (workspace_id, object_id, id)
);
alter table crm_view enable row level security;
alter table crm_view force row level security;
create policy own_workspace on crm_view using (workspace_visible(workspace_id));
create table first_step (
  workspace_id uuid not null,
  member_id text not null,
  key text not null,
  confirmed_at timestamp with time zone not null default now(),
  constraint first_step_pkey PRIMARY KEY (workspace_id, member_id, key)
);
alter table first_step enable row level security;
alter table first_step force row level security;
create policy own_workspace on first_step using (workspace_visible(workspace_id));
create table page_preview (
  workspace_id uuid not null,
  id uuid not null,
  event_type_id uuid not null,
  member_id text not null,
  changes jsonb not null,
  expires_at timestamp with time zone not null,
  constraint page_preview_pkey PRIMARY KEY (workspace_id, id)
);
alter table page_preview enable row level security;
alter table page_preview force row level security;
create policy own_workspace on page_preview using (workspace_visible(workspace_id));
create table live_change (
  workspace_id uuid not null,
  tx xid8 not null default pg_current_xact_id(),
  seq bigint not null generated always as identity,
  kind text not null,
  object_id text,
  member_id text,
  crm_object_id uuid,
  crm_keys text[],
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint live_change_pkey PRIMARY KEY (workspace_id, tx, seq)
);
alter table live_change enable row level security;
alter table live_change force row level security;
create policy own_workspace on live_change using (workspace_visible(workspace_id));
create table webhook_catcher (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint webhook_catcher_pkey PRIMARY KEY (workspace_id, id)
);
alter table webhook_catcher enable row level security;
alter table webhook_catcher force row level security;
create policy own_workspace on webhook_catcher using (workspace_visible(workspace_id));
create table catcher_token (
  token_hash bytea not null,
  workspace_id uuid not null,
  catcher_id uuid not null,
  constraint catcher_token_pkey PRIMARY KEY (token_hash)
);
create table caught_request (
  workspace_id uuid not null,
  id uuid not null,
  catcher_id uuid not null,
  received_at timestamp with time zone not null default clock_timestamp(),
  content_sealed bytea not null,
  constraint caught_request_pkey PRIMARY KEY (workspace_id, id)
);
alter table caught_request enable row level security;
alter table caught_request force row level security;
create policy own_workspace on caught_request using (workspace_visible(workspace_id));
create table calendar_connection (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  provider text not null,
  account_key text not null,
  account text not null,
  secret_sealed bytea not null,
  state text not null default 'ok'::text,
  error text,
  failing_since timestamp with time zone,
  failures integer not null default 0,
  mailed_at timestamp with time zone,
  synced_at timestamp with time zone,
  next_sync_at timestamp with time zone not null default now(),
  leased_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  scopes text[] not null default '{}'::text[],
  authorized_at timestamp with time zone,
  counts_tentative boolean not null default true,
  notified_at timestamp with time zone,
  refreshing_until timestamp with time zone,
  listed_at timestamp with time zone,
  lease_id uuid,
  unreachable_since timestamp with time zone,
  constraint calendar_connection_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'microsoft'::text, 'caldav'::text, 'ics'::text]))),
  constraint calendar_connection_state_check CHECK ((state = ANY (ARRAY['ok'::text, 'needs_sign_in'::text, 'failing'::text]))),
  constraint calendar_connection_pkey PRIMARY KEY (workspace_id, id),
  constraint calendar_connection_workspace_id_member_id_provider_account_key UNIQUE (workspace_id, member_id, provider, account_key)
);
alter table calendar_connection enable row level security;
alter table calendar_connection force row level security;
create policy own_workspace on calendar_connection using (workspace_visible(workspace_id));
create table calendar (
  workspace_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  member_id text not null,
  external_id text not null,
  name text not null,
  color text,
  can_write boolean not null,
  is_read boolean not null,
  is_written boolean not null default false,
  cursor text,
  horizon timestamp with time zone,
  synced_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  is_busy_only boolean not null default false,
  constraint calendar_pkey PRIMARY KEY (workspace_id, id),
  constraint calendar_workspace_id_connection_id_external_id_key UNIQUE (workspace_id, connection_id, external_id)
);
alter table calendar enable row level security;
alter table calendar force row level security;
create policy own_workspace on calendar using (workspace_visible(workspace_id));
create table calendar_entry (
  workspace_id uuid not null,
  calendar_id uuid not null,
  external_id text not null,
  etag text,
  content text not null,
  series_id text,
  is_given_up boolean not null default false,
  unreadable jsonb not null default '[]'::jsonb,
  unreadable_since timestamp with time zone,
  is_unread boolean not null default false,
  constraint calendar_entry_pkey PRIMARY KEY (workspace_id, calendar_id, external_id)
);
alter table calendar_entry enable row level security;
alter table calendar_entry force row level security;
create policy own_workspace on calendar_entry using (workspace_visible(workspace_id));
create table calendar_busy (
  workspace_id uuid not null,
  member_id text not null,
  calendar_id uuid not null,
  external_id text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  is_out_of_office boolean not null default false,
  is_long boolean generated always as (((ends_at - starts_at) > '1 day'::interval)) stored,
  position integer not null,
  seen_at timestamp with time zone not null default now(),
  constraint calendar_busy_check CHECK ((ends_at > starts_at)),
  constraint calendar_busy_pkey PRIMARY KEY (workspace_id, calendar_id, external_id, "position")
);
alter table calendar_busy enable row level security;
alter table calendar_busy force row level security;
create policy own_workspace on calendar_busy using (workspace_visible(workspace_id));
create table calendar_copy (
  workspace_id uuid not null,
  id uuid not null default gen_random_uuid(),
  event_id text not null,
  host_id text not null,
  calendar_id uuid,
  state text not null default 'present'::text,
  wanted_seq integer not null default 1,
  written_seq integer not null default 0,
  is_begun boolean not null default false,
  external_id text,
  etag text,
  join_url text,
  written_starts_at timestamp with time zone,
  written_ends_at timestamp with time zone,
  failures integer not null default 0,
  error text,
  next_at timestamp with time zone not null default now(),
  leased_until timestamp with time zone,
  awaits_meeting boolean not null default false,
  calendar_external_id text not null,
  constraint calendar_copy_state_check CHECK ((state = ANY (ARRAY['present'::text, 'absent'::text]))),
  constraint calendar_copy_pkey PRIMARY KEY (workspace_id, id),
  constraint calendar_copy_workspace_id_event_id_host_id_calendar_id_key UNIQUE (workspace_id, event_id, host_id, calendar_id)
);
alter table calendar_copy enable row level security;
alter table calendar_copy force row level security;
create policy own_workspace on calendar_copy using (workspace_visible(workspace_id));
create table absence (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  kind text not null,
  starts_on date,
  ends_on date,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  note text,
  message text,
  replacement_id text,
  reaches_from timestamp with time zone not null generated always as (COALESCE(starts_at, (((starts_on - 1))::timestamp without time zone AT TIME ZONE 'UTC'::text))) stored,
  reaches_to timestamp with time zone not null generated always as (COALESCE(ends_at, (((ends_on + 2))::timestamp without time zone AT TIME ZONE 'UTC'::text))) stored,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint absence_check CHECK ((num_nonnulls(starts_on, ends_on, starts_at, ends_at) = 2)),
  constraint absence_check1 CHECK (((starts_on <= ends_on) OR (starts_at < ends_at))),
  constraint absence_kind_check CHECK ((kind = ANY (ARRAY['out_of_office'::text, 'vacation'::text, 'sick'::text, 'parental'::text, 'training'::text, 'travel'::text, 'other'::text]))),
  constraint absence_pkey PRIMARY KEY (workspace_id, id)
);
alter table absence enable row level security;
alter table absence force row level security;
create policy own_workspace on absence using (workspace_visible(workspace_id));
create table holiday_setting (
  workspace_id uuid not null,
  member_id text not null,
  country text not null,
  region text,
  types text[] not null,
  worked_on date[] not null,
  computed_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint holiday_setting_pkey PRIMARY KEY (workspace_id, member_id)
);
alter table holiday_setting enable row level security;
alter table holiday_setting force row level security;
create policy own_workspace on holiday_setting using (workspace_visible(workspace_id));
create table holiday (
  workspace_id uuid not null,
  member_id text not null,
  date date not null,
  name text not null,
  type text not null,
  is_off boolean not null,
  constraint holiday_pkey PRIMARY KEY (workspace_id, member_id, date)
);
alter table holiday enable row level security;
alter table holiday force row level security;
create policy own_workspace on holiday using (workspace_visible(workspace_id));
create table calendar_feed (
  workspace_id uuid not null,
  member_id text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint calendar_feed_pkey PRIMARY KEY (workspace_id, member_id)
);
alter table calendar_feed enable row level security;
alter table calendar_feed force row level security;
create policy own_workspace on calendar_feed using (workspace_visible(workspace_id));
create table calendar_feed_token (
  token_hash bytea not null,
  workspace_id uuid not null,
  member_id text not null,
  constraint calendar_feed_token_pkey PRIMARY KEY (token_hash)
);
create table calendar_authorization (
  workspace_id uuid not null,
  state_hash bytea not null,
  member_id text not null,
  provider text not null,
  verifier_sealed bytea not null,
  return_to text not null,
  expires_at timestamp with time zone not null,
  constraint calendar_authorization_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'microsoft'::text]))),
  constraint calendar_authorization_pkey PRIMARY KEY (workspace_id, state_hash)
);
alter table calendar_authorization enable row level security;
alter table calendar_authorization force row level security;
create policy own_workspace on calendar_authorization using (workspace_visible(workspace_id));
create table calendar_channel (
  workspace_id uuid not null,
  id uuid not null,
  calendar_id uuid not null,
  external_id text not null,
  expires_at timestamp with time zone not null,
  is_due boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint calendar_channel_pkey PRIMARY KEY (workspace_id, id)
);
alter table calendar_channel enable row level security;
alter table calendar_channel force row level security;
create policy own_workspace on calendar_channel using (workspace_visible(workspace_id));
create table conference (
  workspace_id uuid not null,
  event_id text not null,
  provider text not null,
  host_id text,
  external_id text,
  join_url text not null default ''::text,
  wanted integer not null default 0,
  written integer not null default 0,
  intended_at timestamp with time zone,
  is_ending boolean not null default false,
  is_promised boolean not null default false,
  failures integer not null default 0,
  error text,
  failing_since timestamp with time zone,
  due_at timestamp with time zone default now(),
  leased_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint conference_provider_check CHECK ((provider = ANY (ARRAY['zoom'::text, 'google_meet'::text, 'microsoft_teams'::text]))),
  constraint conference_pkey PRIMARY KEY (workspace_id, event_id)
);
alter table conference enable row level security;
alter table conference force row level security;
create policy own_workspace on conference using (workspace_visible(workspace_id));
create table moved_in (
  workspace_id uuid not null,
  source text not null,
  kind text not null,
  source_hash bytea not null,
  object_id text not null,
  created_at timestamp with time zone not null default now(),
  constraint moved_in_pkey PRIMARY KEY (workspace_id, source, kind, source_hash)
);
alter table moved_in enable row level security;
alter table moved_in force row level security;
create policy own_workspace on moved_in using (workspace_visible(workspace_id));
create table availability_change (
  workspace_id uuid not null,
  subject text not null,
  tx xid8 not null default pg_current_xact_id(),
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint availability_change_pkey PRIMARY KEY (workspace_id, subject, tx)
);
alter table availability_change enable row level security;
alter table availability_change force row level security;
create policy own_workspace on availability_change using (workspace_visible(workspace_id));
create table payment_account (
  workspace_id uuid not null,
  provider text not null,
  is_live boolean not null,
  keys_sealed bytea not null,
  updated_at timestamp with time zone not null default now(),
  constraint payment_account_provider_check CHECK ((provider ~ '^[a-z]{1,30}$'::text)),
  constraint payment_account_pkey PRIMARY KEY (workspace_id, provider)
);
alter table payment_account enable row level security;
alter table payment_account force row level security;
create policy own_workspace on payment_account using (workspace_visible(workspace_id));
create table payment (
  workspace_id uuid not null,
  id uuid not null,
  event_type_id uuid not null,
  provider text not null,
  state text not null default 'open'::text,
  amount text not null,
  amount_minor bigint not null,
  currency text not null,
  refund_policy jsonb,
  booking jsonb,
  link jsonb,
  email text,
  invitee_id text,
  is_confirmed boolean not null,
  session_expires_at timestamp with time zone,
  session_id text,
  session_url text,
  charge_id text,
  expires_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  refunded_minor bigint not null default 0,
  due_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  policy_starts_at timestamp with time zone,
  constraint payment_amount_minor_check CHECK ((amount_minor > 0)),
  constraint payment_provider_check CHECK ((provider ~ '^[a-z]{1,30}$'::text)),
  constraint payment_state_check CHECK ((state = ANY (ARRAY['open'::text, 'expired'::text, 'paid'::text]))),
  constraint payment_pkey PRIMARY KEY (workspace_id, id)
);
alter table payment enable row level security;
alter table payment force row level security;
create policy own_workspace on payment using (workspace_visible(workspace_id));
create table payment_refund (
  workspace_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  amount_minor bigint not null,
  reason text not null,
  state text not null default 'due'::text,
  failures integer not null default 0,
  error text,
  due_at timestamp with time zone not null default now(),
  leased_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  provider_id text,
  closed_at timestamp with time zone,
  constraint payment_refund_amount_minor_check CHECK ((amount_minor > 0)),
  constraint payment_refund_reason_check CHECK ((reason = ANY (ARRAY['cancelled'::text, 'host'::text, 'late'::text, 'elsewhere'::text]))),
  constraint payment_refund_state_check CHECK ((state = ANY (ARRAY['due'::text, 'done'::text, 'refused'::text, 'closed'::text]))),
  constraint payment_refund_pkey PRIMARY KEY (workspace_id, id)
);
alter table payment_refund enable row level security;
alter table payment_refund force row level security;
create policy own_workspace on payment_refund using (workspace_visible(workspace_id));
create table booking_request (
  workspace_id uuid not null,
  id text not null,
  event_type_id uuid not null,
  status text not null default 'open'::text,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  host_ids text[] not null,
  booking jsonb not null,
  answers jsonb not null default '[]'::jsonb,
  email text not null,
  email_confirmed boolean not null default false,
  link_id uuid,
  price numeric(10,2),
  reason text,
  event_id text,
  invitee_id text,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint booking_request_status_check CHECK ((status = ANY (ARRAY['open'::text, 'confirmed'::text, 'declined'::text, 'expired'::text, 'withdrawn'::text]))),
  constraint booking_request_pkey PRIMARY KEY (workspace_id, id)
);
alter table booking_request enable row level security;
alter table booking_request force row level security;
create policy own_workspace on booking_request using (workspace_visible(workspace_id));
create table workflow (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  standard text,
  is_active boolean not null,
  version integer not null default 1,
  trigger jsonb not null,
  conditions jsonb not null default '[]'::jsonb,
  steps jsonb not null,
  headers_sealed bytea,
  secret_sealed bytea,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint workflow_standard_check CHECK ((standard = ANY (ARRAY['reminders'::text, 'follow_up'::text]))),
  constraint workflow_pkey PRIMARY KEY (workspace_id, id),
  constraint workflow_workspace_id_standard_key UNIQUE (workspace_id, standard)
);
alter table workflow enable row level security;
alter table workflow force row level security;
create policy own_workspace on workflow using (workspace_visible(workspace_id));
create table workflow_version (
  workspace_id uuid not null,
  workflow_id uuid not null,
  version integer not null,
  definition jsonb not null,
  member_id text,
  created_at timestamp with time zone not null default now(),
  constraint workflow_version_pkey PRIMARY KEY (workspace_id, workflow_id, version)
);
alter table workflow_version enable row level security;
alter table workflow_version force row level security;
create policy own_workspace on workflow_version using (workspace_visible(workspace_id));
create table workflow_run (
  workspace_id uuid not null,
  id uuid not null default gen_random_uuid(),
  workflow_id uuid not null,
  key text not null,
  version integer not null,
  status text not null default 'waiting'::text,
  due_at timestamp with time zone not null,
  event_id text,
  invitee_id text,
  minutes integer,
  object_slug text,
  record_id uuid,
  submission jsonb,
  depth integer not null default 0,
  attempts integer not null default 0,
  reason text,
  created_at timestamp with time zone not null default clock_timestamp(),
  finished_at timestamp with time zone,
  constraint workflow_run_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'done'::text, 'skipped'::text, 'dropped'::text, 'failed'::text]))),
  constraint workflow_run_pkey PRIMARY KEY (workspace_id, id),
  constraint workflow_run_workspace_id_workflow_id_key_key UNIQUE (workspace_id, workflow_id, key)
);
alter table workflow_run enable row level security;
alter table workflow_run force row level security;
create policy own_workspace on workflow_run using (workspace_visible(workspace_id));
create table workflow_step (
  workspace_id uuid not null,
  run_id uuid not null,
  position integer not null,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  status text not null,
  detail text not null,
  request_sealed bytea,
  attempts integer not null default 0,
  due_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint workflow_step_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'done'::text, 'failed'::text]))),
  constraint workflow_step_pkey PRIMARY KEY (workspace_id, run_id, "position")
);
alter table workflow_step enable row level security;
alter table workflow_step force row level security;
create policy own_workspace on workflow_step using (workspace_visible(workspace_id));
create table waitlist_entry (
  workspace_id uuid not null,
  id text not null,
  event_id text not null,
  status text not null default 'waiting'::text,
  booking jsonb not null,
  answers jsonb not null default '[]'::jsonb,
  email text not null,
  email_confirmed boolean not null default false,
  seats integer not null,
  link_id uuid,
  price numeric(10,2),
  invitee_id text,
  joined_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default now(),
  constraint waitlist_entry_seats_check CHECK ((seats > 0)),
  constraint waitlist_entry_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'booked'::text, 'left'::text, 'removed'::text, 'closed'::text]))),
  constraint waitlist_entry_pkey PRIMARY KEY (workspace_id, id)
);
alter table waitlist_entry enable row level security;
alter table waitlist_entry force row level security;
create policy own_workspace on waitlist_entry using (workspace_visible(workspace_id));
create table resource (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  kind text not null,
  capacity integer,
  location text,
  is_active boolean not null default true,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint resource_capacity_check CHECK ((capacity > 0)),
  constraint resource_pkey PRIMARY KEY (workspace_id, id)
);
alter table resource enable row level security;
alter table resource force row level security;
create policy own_workspace on resource using (workspace_visible(workspace_id));
create table event_resource (
  workspace_id uuid not null,
  event_id text not null,
  resource_id uuid not null,
  position integer not null,
  busy_from timestamp with time zone not null,
  busy_to timestamp with time zone not null,
  during tstzrange not null generated always as (tstzrange(busy_from, busy_to)) stored,
  blocking boolean not null default true,
  hold_id text,
  booked_event_id text generated always as (
CASE
    WHEN (hold_id IS NULL) THEN event_id
    ELSE NULL::text
END) stored,
  taken_at timestamp with time zone not null default now(),
  constraint event_resource_check CHECK ((hold_id = event_id)),
  constraint event_resource_pkey PRIMARY KEY (workspace_id, event_id, resource_id),
  constraint event_resource_never_twice EXCLUDE USING gist (workspace_id WITH =, resource_id WITH =, during WITH &&) WHERE (blocking)
);
alter table event_resource enable row level security;
alter table event_resource force row level security;
create policy own_workspace on event_resource using (workspace_visible(workspace_id));
create table crm_task (
  workspace_id uuid not null,
  id uuid not null,
  title text not null,
  note text,
  due_on date,
  due_at timestamp with time zone,
  timezone text,
  deadline timestamp with time zone,
  remind_at timestamp with time zone,
  owner_id text,
  creator_id text,
  event_id text,
  done_at timestamp with time zone,
  done_by text,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint crm_task_check CHECK (((due_on IS NULL) OR (due_at IS NULL))),
  constraint crm_task_check1 CHECK ((((deadline IS NULL) = ((due_on IS NULL) AND (due_at IS NULL))) AND ((deadline IS NULL) = (timezone IS NULL)))),
  constraint crm_task_pkey PRIMARY KEY (workspace_id, id)
);
alter table crm_task enable row level security;
alter table crm_task force row level security;
create policy own_workspace on crm_task using (workspace_visible(workspace_id));
create table crm_task_record (
  workspace_id uuid not null,
  task_id uuid not null,
  object_id uuid not null,
  record_id uuid not null,
  constraint crm_task_record_pkey PRIMARY KEY (workspace_id, task_id, object_id, record_id)
);
alter table crm_task_record enable row level security;
alter table crm_task_record force row level security;
create policy own_workspace on crm_task_record using (workspace_visible(workspace_id));
create table poll (
  workspace_id uuid not null,
  id uuid not null,
  event_type_id uuid not null,
  member_id text not null,
  host_ids text[] not null,
  title text not null,
  description text not null default ''::text,
  duration integer not null,
  location jsonb,
  starts integer[] not null,
  hides_votes boolean not null default false,
  deadline timestamp with time zone,
  status text not null default 'open'::text,
  expires_at timestamp with time zone not null,
  chosen_start integer,
  event_id text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint poll_duration_check CHECK ((duration > 0)),
  constraint poll_host_ids_check CHECK ((cardinality(host_ids) > 0)),
  constraint poll_starts_check CHECK ((cardinality(starts) >= 2)),
  constraint poll_status_check CHECK ((status = ANY (ARRAY['open'::text, 'finalised'::text, 'cancelled'::text, 'expired'::text]))),
  constraint poll_pkey PRIMARY KEY (workspace_id, id)
);
alter table poll enable row level security;
alter table poll force row level security;
create policy own_workspace on poll using (workspace_visible(workspace_id));
create table poll_vote (
  workspace_id uuid not null,
  id uuid not null,
  poll_id uuid not null,
  name text not null,
  email text not null,
  email_confirmed boolean not null default false,
  timezone text not null,
  language text not null default 'en'::text,
  answers jsonb not null,
  invitee_id text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint poll_vote_pkey PRIMARY KEY (workspace_id, id)
);
alter table poll_vote enable row level security;
alter table poll_vote force row level security;
create policy own_workspace on poll_vote using (workspace_visible(workspace_id));
create table file_content (
  workspace_id uuid not null,
  id uuid not null,
  size_bytes bigint not null,
  object_key text,
  is_moved boolean not null default false,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  visitor_hash bytea,
  event_type_id uuid,
  constraint file_content_check CHECK (((NOT is_moved) OR (object_key IS NOT NULL))),
  constraint file_content_size_bytes_check CHECK ((size_bytes >= 0)),
  constraint file_content_pkey PRIMARY KEY (workspace_id, id)
);
alter table file_content enable row level security;
alter table file_content force row level security;
create policy own_workspace on file_content using (workspace_visible(workspace_id));
create table file_chunk (
  workspace_id uuid not null,
  content_id uuid not null,
  number integer not null,
  bytes bytea not null,
  constraint file_chunk_pkey PRIMARY KEY (workspace_id, content_id, number)
);
alter table file_chunk alter column bytes set storage external;
alter table file_chunk enable row level security;
alter table file_chunk force row level security;
create policy own_workspace on file_chunk using (workspace_visible(workspace_id));
create table file (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  object_id uuid,
  record_id uuid,
  creator_id text,
  created_at timestamp with time zone not null default clock_timestamp(),
  event_type_id uuid,
  token_hash bytea,
  email text,
  constraint file_check CHECK (((object_id IS NULL) = (record_id IS NULL))),
  constraint file_pkey PRIMARY KEY (workspace_id, id)
);
alter table file enable row level security;
alter table file force row level security;
create policy own_workspace on file using (workspace_visible(workspace_id));
create table file_usage (
  workspace_id uuid not null,
  size_bytes bigint not null,
  constraint file_usage_pkey PRIMARY KEY (workspace_id)
);
alter table file_usage enable row level security;
alter table file_usage force row level security;
create policy own_workspace on file_usage using (workspace_visible(workspace_id));
create table file_removal (
  workspace_id uuid not null,
  object_key text not null,
  due_at timestamp with time zone not null default (now() + '01:00:00'::interval),
  constraint file_removal_pkey PRIMARY KEY (workspace_id, object_key)
);
alter table file_removal enable row level security;
alter table file_removal force row level security;
create policy own_workspace on file_removal using (workspace_visible(workspace_id));
create table dialled_number (
  workspace_id uuid not null,
  attempt_id uuid not null,
  number_hash bytea not null,
  dialled_at timestamp with time zone not null,
  constraint dialled_number_pkey PRIMARY KEY (workspace_id, attempt_id)
);
alter table dialled_number enable row level security;
alter table dialled_number force row level security;
create policy own_workspace on dialled_number using (workspace_visible(workspace_id));
create table call_recording (
  workspace_id uuid not null,
  call_id uuid not null,
  attempt_id uuid not null,
  audio bytea not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null,
  constraint call_recording_audio_check CHECK ((octet_length(audio) <= 4000000)),
  constraint call_recording_pkey PRIMARY KEY (workspace_id, attempt_id)
);
alter table call_recording alter column audio set storage external;
alter table call_recording enable row level security;
alter table call_recording force row level security;
create policy own_workspace on call_recording using (workspace_visible(workspace_id));
create table call_line (
  is_only boolean not null default true,
  trunk bytea not null,
  paused_at timestamp with time zone,
  error text,
  probe_at timestamp with time zone,
  proven_at timestamp with time zone,
  constraint call_line_check CHECK ((((paused_at IS NULL) = (probe_at IS NULL)) AND ((paused_at IS NULL) = (error IS NULL)))),
  constraint call_line_is_only_check CHECK (is_only),
  constraint call_line_pkey PRIMARY KEY (is_only)
);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.workspace FOR EACH ROW EXECUTE FUNCTION audit('organization', 'workspace_id', '{}');
CREATE TRIGGER touch BEFORE UPDATE ON public.workspace FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table counter add constraint counter_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table member add constraint member_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE INDEX member_listing ON public.member USING btree (workspace_id, created_at, id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.member FOR EACH ROW EXECUTE FUNCTION audit('user', 'id', '{}');
CREATE TRIGGER live_role AFTER UPDATE OF role ON public.member FOR EACH ROW WHEN ((old.role IS DISTINCT FROM new.role)) EXECUTE FUNCTION live_role();
CREATE TRIGGER touch BEFORE UPDATE ON public.member FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table team add constraint team_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.team FOR EACH ROW EXECUTE FUNCTION audit('team', 'id', '{}');
CREATE TRIGGER touch BEFORE UPDATE ON public.team FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table team_membership add constraint team_membership_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
alter table team_membership add constraint team_membership_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES team(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX team_membership_member ON public.team_membership USING btree (workspace_id, member_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.team_membership FOR EACH ROW EXECUTE FUNCTION audit('team_member', 'team_id', '{}');
CREATE TRIGGER touch BEFORE UPDATE ON public.team_membership FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table api_token add constraint api_token_workspace_id_creator_id_fkey FOREIGN KEY (workspace_id, creator_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
alter table api_token add constraint api_token_workspace_id_creator_token_id_fkey FOREIGN KEY (workspace_id, creator_token_id) REFERENCES api_token(workspace_id, id) ON DELETE CASCADE;
alter table api_token add constraint api_token_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX api_token_member ON public.api_token USING btree (workspace_id, member_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.api_token FOR EACH ROW EXECUTE FUNCTION audit('token', 'id', '{last_used_at,creator_id,creator_token_id}');
alter table session add constraint session_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX session_age ON public.session USING btree (last_seen_at);
CREATE INDEX session_end ON public.session USING btree (expires_at);
CREATE INDEX session_member ON public.session USING btree (workspace_id, member_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.session FOR EACH ROW EXECUTE FUNCTION audit('session', 'id', '{last_seen_at,address,expires_at}');
alter table credential add constraint credential_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table credential add constraint credential_workspace_id_session_id_fkey FOREIGN KEY (workspace_id, session_id) REFERENCES session(workspace_id, id) ON DELETE CASCADE;
alter table credential add constraint credential_workspace_id_token_id_fkey FOREIGN KEY (workspace_id, token_id) REFERENCES api_token(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX credential_session ON public.credential USING btree (workspace_id, session_id);
CREATE INDEX credential_token ON public.credential USING btree (workspace_id, token_id);
alter table owner_slug add constraint owner_slug_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table owner_slug add constraint owner_slug_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
alter table owner_slug add constraint owner_slug_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES team(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX owner_slug_member ON public.owner_slug USING btree (workspace_id, member_id);
CREATE INDEX owner_slug_team ON public.owner_slug USING btree (workspace_id, team_id);
alter table sign_in add constraint sign_in_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table sign_in add constraint sign_in_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX sign_in_member ON public.sign_in USING btree (workspace_id, member_id);
alter table idempotency add constraint idempotency_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE INDEX idempotency_age ON public.idempotency USING btree (created_at);
alter table schedule add constraint schedule_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX schedule_member ON public.schedule USING btree (workspace_id, member_id, created_at, id);
CREATE UNIQUE INDEX schedule_default ON public.schedule USING btree (workspace_id, member_id) WHERE is_default;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.schedule FOR EACH ROW EXECUTE FUNCTION audit('schedule', 'id', '{}');
CREATE TRIGGER touch BEFORE UPDATE ON public.schedule FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table event_type add constraint event_type_workspace_id_owner_member_id_fkey FOREIGN KEY (workspace_id, owner_member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
alter table event_type add constraint event_type_workspace_id_owner_team_id_fkey FOREIGN KEY (workspace_id, owner_team_id) REFERENCES team(workspace_id, id) ON DELETE CASCADE;
alter table event_type add constraint event_type_workspace_id_schedule_id_fkey FOREIGN KEY (workspace_id, schedule_id) REFERENCES schedule(workspace_id, id);
CREATE INDEX event_type_schedule ON public.event_type USING btree (workspace_id, schedule_id) WHERE (schedule_id IS NOT NULL);
CREATE UNIQUE INDEX event_type_address ON public.event_type USING btree (workspace_id, owner_id, slug) WHERE (deleted_at IS NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.event_type FOR EACH ROW EXECUTE FUNCTION audit('event_type', 'id', '{owner_id}');
CREATE TRIGGER touch BEFORE UPDATE ON public.event_type FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table event_type_host add constraint event_type_host_workspace_id_event_type_id_fkey FOREIGN KEY (workspace_id, event_type_id) REFERENCES event_type(workspace_id, id) ON DELETE CASCADE;
alter table event_type_host add constraint event_type_host_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
alter table event_type_host add constraint event_type_host_workspace_id_schedule_id_fkey FOREIGN KEY (workspace_id, schedule_id) REFERENCES schedule(workspace_id, id);
CREATE INDEX event_type_host_member ON public.event_type_host USING btree (workspace_id, member_id);
CREATE INDEX event_type_host_schedule ON public.event_type_host USING btree (workspace_id, schedule_id) WHERE (schedule_id IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE OF "position", weight, priority, daily_limit, weekly_limit ON public.event_type_host FOR EACH ROW EXECUTE FUNCTION audit('event_type_host', 'event_type_id', '{booked_count,last_booked_at,turn}');
alter table question add constraint question_workspace_id_event_type_id_fkey FOREIGN KEY (workspace_id, event_type_id) REFERENCES event_type(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX question_page ON public.question USING btree (workspace_id, event_type_id, "position");
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.question FOR EACH ROW EXECUTE FUNCTION audit('question', 'event_type_id', '{}');
alter table link add constraint link_workspace_id_event_type_id_fkey FOREIGN KEY (workspace_id, event_type_id) REFERENCES event_type(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX link_page ON public.link USING btree (workspace_id, event_type_id, created_at, id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.link FOR EACH ROW EXECUTE FUNCTION audit('link', 'id', '{used_at}');
alter table link_token add constraint link_token_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table link_token add constraint link_token_workspace_id_link_id_fkey FOREIGN KEY (workspace_id, link_id) REFERENCES link(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX link_token_link ON public.link_token USING btree (workspace_id, link_id);
alter table scheduled_event add constraint scheduled_event_workspace_id_event_type_id_fkey FOREIGN KEY (workspace_id, event_type_id) REFERENCES event_type(workspace_id, id);
CREATE INDEX scheduled_event_page ON public.scheduled_event USING btree (workspace_id, event_type_id, starts_at, id) WHERE (status = 'confirmed'::text);
CREATE INDEX scheduled_event_search ON public.scheduled_event USING gin (search gin_trgm_ops);
CREATE INDEX scheduled_event_start ON public.scheduled_event USING btree (workspace_id, starts_at, id);
CREATE INDEX scheduled_event_status ON public.scheduled_event USING btree (workspace_id, status, starts_at, id);
CREATE INDEX scheduled_event_team ON public.scheduled_event USING btree (workspace_id, team_id, starts_at, id) WHERE (team_id IS NOT NULL);
CREATE TRIGGER availability_delete AFTER DELETE ON public.scheduled_event REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_scheduled_event();
CREATE TRIGGER availability_insert AFTER INSERT ON public.scheduled_event REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_scheduled_event();
CREATE TRIGGER availability_update AFTER UPDATE ON public.scheduled_event REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_scheduled_event();
CREATE TRIGGER live_update AFTER UPDATE ON public.scheduled_event REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('scheduled_event', 'id', '');
CREATE TRIGGER touch BEFORE UPDATE ON public.scheduled_event FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table event_host add constraint event_host_workspace_id_booked_event_id_fkey FOREIGN KEY (workspace_id, booked_event_id) REFERENCES scheduled_event(workspace_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
alter table event_host add constraint event_host_workspace_id_hold_id_fkey FOREIGN KEY (workspace_id, hold_id) REFERENCES hold(workspace_id, id) ON DELETE CASCADE;
alter table event_host add constraint event_host_workspace_id_host_id_fkey FOREIGN KEY (workspace_id, host_id) REFERENCES member(workspace_id, id);
CREATE INDEX event_host_booked_event_id ON public.event_host USING btree (workspace_id, booked_event_id) WHERE (booked_event_id IS NOT NULL);
CREATE INDEX event_host_busy ON public.event_host USING btree (workspace_id, host_id, busy_from) INCLUDE (busy_to, starts_at, ends_at, event_id, event_type_id) WHERE (blocking AND (hold_id IS NULL));
CREATE INDEX event_host_hold ON public.event_host USING btree (workspace_id, host_id, busy_from) WHERE (hold_id IS NOT NULL);
CREATE INDEX event_host_hold_id ON public.event_host USING btree (workspace_id, hold_id) WHERE (hold_id IS NOT NULL);
CREATE INDEX event_host_listing ON public.event_host USING btree (workspace_id, host_id, starts_at, event_id);
CREATE TRIGGER availability_delete AFTER DELETE ON public.event_host REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_event_host();
CREATE TRIGGER availability_insert AFTER INSERT ON public.event_host REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_event_host();
CREATE TRIGGER availability_update AFTER UPDATE ON public.event_host REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_event_host();
CREATE TRIGGER availability_update_before AFTER UPDATE ON public.event_host REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_event_host();
CREATE TRIGGER booked_event BEFORE INSERT OR UPDATE ON public.event_host FOR EACH ROW EXECUTE FUNCTION fill_booked_event();
CREATE TRIGGER live_delete AFTER DELETE ON public.event_host REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION live_host_removed();
alter table invitee add constraint invitee_workspace_id_event_id_fkey FOREIGN KEY (workspace_id, event_id) REFERENCES scheduled_event(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX invitee_cancelled ON public.invitee USING btree (workspace_id, cancelled_at) INCLUDE (event_id) WHERE (cancelled_at IS NOT NULL);
CREATE INDEX invitee_email ON public.invitee USING btree (workspace_id, lower(email), event_id);
CREATE INDEX invitee_event ON public.invitee USING btree (workspace_id, event_id, scheduled_at, id);
CREATE INDEX invitee_mailbox ON public.invitee USING btree (workspace_id, regexp_replace(lower(email), '^([^@+]+)\+[^@]*@'::text, '\1@'::text), event_id) WHERE (email ~~ '%+%'::text);
CREATE INDEX invitee_scheduled ON public.invitee USING btree (workspace_id, scheduled_at) INCLUDE (event_id);
CREATE INDEX invitee_series ON public.invitee USING btree (workspace_id, series_id) WHERE (series_id IS NOT NULL);
CREATE TRIGGER live_insert AFTER INSERT ON public.invitee REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('scheduled_event', 'event_id', '');
CREATE TRIGGER live_update AFTER UPDATE ON public.invitee REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('scheduled_event', 'event_id', '');
CREATE TRIGGER touch BEFORE UPDATE ON public.invitee FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table note add constraint note_workspace_id_editor_id_fkey FOREIGN KEY (workspace_id, editor_id) REFERENCES member(workspace_id, id);
alter table note add constraint note_workspace_id_event_id_fkey FOREIGN KEY (workspace_id, event_id) REFERENCES scheduled_event(workspace_id, id) ON DELETE CASCADE;
alter table note add constraint note_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id);
CREATE INDEX note_event ON public.note USING btree (workspace_id, event_id, id);
CREATE TRIGGER live_delete AFTER DELETE ON public.note REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('note', 'event_id', '');
CREATE TRIGGER live_insert AFTER INSERT ON public.note REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('note', 'event_id', '');
CREATE TRIGGER live_update AFTER UPDATE ON public.note REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('note', 'event_id', '');
CREATE TRIGGER touch BEFORE UPDATE ON public.note FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table crm_object add constraint crm_object_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE INDEX crm_object_deleted ON public.crm_object USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX crm_object_slug ON public.crm_object USING btree (workspace_id, slug) WHERE (deleted_at IS NULL);
CREATE TRIGGER audit AFTER INSERT ON public.crm_object FOR EACH ROW WHEN ((NOT new.is_standard)) EXECUTE FUNCTION audit('crm_object', 'slug', '{revision}');
CREATE TRIGGER audit_change AFTER DELETE OR UPDATE ON public.crm_object FOR EACH ROW EXECUTE FUNCTION audit('crm_object', 'slug', '{revision}');
CREATE TRIGGER live_permission AFTER UPDATE OF user_permission ON public.crm_object FOR EACH ROW WHEN ((old.user_permission IS DISTINCT FROM new.user_permission)) EXECUTE FUNCTION live_permission();
CREATE TRIGGER touch BEFORE UPDATE ON public.crm_object FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table crm_relation add constraint crm_relation_workspace_id_from_object_id_fkey FOREIGN KEY (workspace_id, from_object_id) REFERENCES crm_object(workspace_id, id) ON DELETE CASCADE;
alter table crm_relation add constraint crm_relation_workspace_id_to_object_id_fkey FOREIGN KEY (workspace_id, to_object_id) REFERENCES crm_object(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX crm_relation_from ON public.crm_relation USING btree (workspace_id, from_object_id);
CREATE INDEX crm_relation_to ON public.crm_relation USING btree (workspace_id, to_object_id);
alter table crm_attribute add constraint crm_attribute_workspace_id_object_id_fkey FOREIGN KEY (workspace_id, object_id) REFERENCES crm_object(workspace_id, id) ON DELETE CASCADE;
alter table crm_attribute add constraint crm_attribute_workspace_id_relation_id_fkey FOREIGN KEY (workspace_id, relation_id) REFERENCES crm_relation(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX crm_attribute_build ON public.crm_attribute USING btree (unique_build_at) WHERE (unique_build IS NOT NULL);
CREATE UNIQUE INDEX crm_attribute_key ON public.crm_attribute USING btree (workspace_id, object_id, key) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX crm_attribute_side ON public.crm_attribute USING btree (workspace_id, relation_id, relation_side) WHERE (relation_id IS NOT NULL);
CREATE UNIQUE INDEX crm_attribute_slot ON public.crm_attribute USING btree (workspace_id, object_id, slot) WHERE (slot IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT ON public.crm_attribute FOR EACH ROW WHEN ((NOT new.is_standard)) EXECUTE FUNCTION audit('crm_attribute', 'id', '{slot,position,unique_build,unique_build_at}');
CREATE TRIGGER audit_change AFTER DELETE OR UPDATE ON public.crm_attribute FOR EACH ROW EXECUTE FUNCTION audit('crm_attribute', 'id', '{slot,position,unique_build,unique_build_at}');
CREATE TRIGGER touch BEFORE UPDATE ON public.crm_attribute FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table crm_option add constraint crm_option_workspace_id_attribute_id_fkey FOREIGN KEY (workspace_id, attribute_id) REFERENCES crm_attribute(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX crm_option_attribute ON public.crm_option USING btree (workspace_id, attribute_id, "position");
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.crm_option FOR EACH ROW EXECUTE FUNCTION audit('crm_option', 'attribute_id', '{}');
alter table crm_record add constraint crm_record_workspace_id_object_id_fkey FOREIGN KEY (workspace_id, object_id) REFERENCES crm_object(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX crm_record_d1 ON public.crm_record USING btree (workspace_id, object_id, d1, id) WHERE (d1 IS NOT NULL);
CREATE INDEX crm_record_d2 ON public.crm_record USING btree (workspace_id, object_id, d2, id) WHERE (d2 IS NOT NULL);
CREATE INDEX crm_record_d3 ON public.crm_record USING btree (workspace_id, object_id, d3, id) WHERE (d3 IS NOT NULL);
CREATE INDEX crm_record_d4 ON public.crm_record USING btree (workspace_id, object_id, d4, id) WHERE (d4 IS NOT NULL);
CREATE INDEX crm_record_n1 ON public.crm_record USING btree (workspace_id, object_id, n1, id) WHERE (n1 IS NOT NULL);
CREATE INDEX crm_record_n2 ON public.crm_record USING btree (workspace_id, object_id, n2, id) WHERE (n2 IS NOT NULL);
CREATE INDEX crm_record_n3 ON public.crm_record USING btree (workspace_id, object_id, n3, id) WHERE (n3 IS NOT NULL);
CREATE INDEX crm_record_n4 ON public.crm_record USING btree (workspace_id, object_id, n4, id) WHERE (n4 IS NOT NULL);
CREATE INDEX crm_record_n5 ON public.crm_record USING btree (workspace_id, object_id, n5, id) WHERE (n5 IS NOT NULL);
CREATE INDEX crm_record_n6 ON public.crm_record USING btree (workspace_id, object_id, n6, id) WHERE (n6 IS NOT NULL);
CREATE INDEX crm_record_n7 ON public.crm_record USING btree (workspace_id, object_id, n7, id) WHERE (n7 IS NOT NULL);
CREATE INDEX crm_record_n8 ON public.crm_record USING btree (workspace_id, object_id, n8, id) WHERE (n8 IS NOT NULL);
CREATE INDEX crm_record_search ON public.crm_record USING gin (object_id, search gin_trgm_ops);
CREATE INDEX crm_record_t1 ON public.crm_record USING btree (workspace_id, object_id, t1, id) WHERE (t1 IS NOT NULL);
CREATE INDEX crm_record_t2 ON public.crm_record USING btree (workspace_id, object_id, t2, id) WHERE (t2 IS NOT NULL);
CREATE INDEX crm_record_t3 ON public.crm_record USING btree (workspace_id, object_id, t3, id) WHERE (t3 IS NOT NULL);
CREATE INDEX crm_record_t4 ON public.crm_record USING btree (workspace_id, object_id, t4, id) WHERE (t4 IS NOT NULL);
CREATE INDEX crm_record_t5 ON public.crm_record USING btree (workspace_id, object_id, t5, id) WHERE (t5 IS NOT NULL);
CREATE INDEX crm_record_t6 ON public.crm_record USING btree (workspace_id, object_id, t6, id) WHERE (t6 IS NOT NULL);
CREATE INDEX crm_record_t7 ON public.crm_record USING btree (workspace_id, object_id, t7, id) WHERE (t7 IS NOT NULL);
CREATE INDEX crm_record_t8 ON public.crm_record USING btree (workspace_id, object_id, t8, id) WHERE (t8 IS NOT NULL);
CREATE TRIGGER files AFTER DELETE ON public.crm_record REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION delete_files_of_records();
CREATE TRIGGER recency_added AFTER INSERT ON public.crm_record REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION add_recency();
CREATE TRIGGER recency_changed AFTER UPDATE ON public.crm_record REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION change_recency();
CREATE TRIGGER recency_forgotten AFTER DELETE ON public.crm_record REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION forget_recency();
CREATE TRIGGER touch BEFORE UPDATE ON public.crm_record FOR EACH ROW WHEN ((new.version <> old.version)) EXECUTE FUNCTION touch_updated_at();
alter table crm_count add constraint crm_count_workspace_id_object_id_fkey FOREIGN KEY (workspace_id, object_id) REFERENCES crm_object(workspace_id, id) ON DELETE CASCADE;
alter table crm_unique add constraint crm_unique_workspace_id_attribute_id_fkey FOREIGN KEY (workspace_id, attribute_id) REFERENCES crm_attribute(workspace_id, id) ON DELETE CASCADE;
alter table crm_unique add constraint crm_unique_workspace_id_object_id_record_id_fkey FOREIGN KEY (workspace_id, object_id, record_id) REFERENCES crm_record(workspace_id, object_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX crm_unique_record ON public.crm_unique USING btree (workspace_id, object_id, record_id);
alter table crm_pick add constraint crm_pick_workspace_id_attribute_id_fkey FOREIGN KEY (workspace_id, attribute_id) REFERENCES crm_attribute(workspace_id, id) ON DELETE CASCADE;
alter table crm_pick add constraint crm_pick_workspace_id_object_id_record_id_fkey FOREIGN KEY (workspace_id, object_id, record_id) REFERENCES crm_record(workspace_id, object_id, id) ON DELETE CASCADE;
CREATE INDEX crm_pick_record ON public.crm_pick USING btree (workspace_id, object_id, record_id, attribute_id);
alter table crm_link add constraint crm_link_workspace_id_from_object_id_from_id_fkey FOREIGN KEY (workspace_id, from_object_id, from_id) REFERENCES crm_record(workspace_id, object_id, id) ON DELETE CASCADE;
alter table crm_link add constraint crm_link_workspace_id_relation_id_from_object_id_to_object_fkey FOREIGN KEY (workspace_id, relation_id, from_object_id, to_object_id, from_single, to_single) REFERENCES crm_relation(workspace_id, id, from_object_id, to_object_id, from_single, to_single) ON DELETE CASCADE;
alter table crm_link add constraint crm_link_workspace_id_to_object_id_to_id_fkey FOREIGN KEY (workspace_id, to_object_id, to_id) REFERENCES crm_record(workspace_id, object_id, id) ON DELETE CASCADE;
CREATE INDEX crm_link_from ON public.crm_link USING btree (from_id, to_id, relation_id, workspace_id);
CREATE INDEX crm_link_to ON public.crm_link USING btree (to_id, from_id, relation_id, workspace_id);
CREATE UNIQUE INDEX crm_link_from_single ON public.crm_link USING btree (workspace_id, relation_id, from_id) WHERE from_single;
CREATE UNIQUE INDEX crm_link_to_single ON public.crm_link USING btree (workspace_id, relation_id, to_id) WHERE to_single;
CREATE INDEX crm_change_record ON public.crm_change USING btree (workspace_id, record_id, happened_at, id);
CREATE TRIGGER live_insert AFTER INSERT ON public.crm_change REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION live_records();
alter table crm_meeting add constraint crm_meeting_workspace_id_invitee_id_fkey FOREIGN KEY (workspace_id, invitee_id) REFERENCES invitee(workspace_id, id) ON DELETE CASCADE;
alter table crm_meeting add constraint crm_meeting_workspace_id_object_id_person_id_fkey FOREIGN KEY (workspace_id, object_id, person_id) REFERENCES crm_record(workspace_id, object_id, id) ON DELETE CASCADE;
CREATE INDEX crm_meeting_event ON public.crm_meeting USING btree (workspace_id, event_id);
CREATE INDEX crm_meeting_person ON public.crm_meeting USING btree (workspace_id, person_id, starts_at) INCLUDE (is_cancelled, is_no_show);
CREATE INDEX crm_meeting_record ON public.crm_meeting USING btree (workspace_id, object_id, person_id);
alter table crm_note add constraint crm_note_workspace_id_editor_id_fkey FOREIGN KEY (workspace_id, editor_id) REFERENCES member(workspace_id, id);
alter table crm_note add constraint crm_note_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id);
alter table crm_note add constraint crm_note_workspace_id_object_id_record_id_fkey FOREIGN KEY (workspace_id, object_id, record_id) REFERENCES crm_record(workspace_id, object_id, id) ON DELETE CASCADE;
CREATE INDEX crm_note_record ON public.crm_note USING btree (workspace_id, object_id, record_id, created_at);
CREATE TRIGGER live_delete AFTER DELETE ON public.crm_note REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('crm_record', 'record_id', 'object_id');
CREATE TRIGGER live_update AFTER UPDATE ON public.crm_note REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('crm_record', 'record_id', 'object_id');
CREATE TRIGGER touch BEFORE UPDATE ON public.crm_note FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table webhook add constraint webhook_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table webhook add constraint webhook_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX webhook_listing ON public.webhook USING btree (workspace_id, created_at, id);
CREATE INDEX webhook_member ON public.webhook USING btree (workspace_id, member_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.webhook FOR EACH ROW EXECUTE FUNCTION audit('webhook', 'id', '{failures,failing_since,warned_hours,paused_until,old_secret_until}');
CREATE TRIGGER live_update AFTER UPDATE OF failing_since ON public.webhook FOR EACH ROW WHEN ((old.failing_since IS DISTINCT FROM new.failing_since)) EXECUTE FUNCTION live_webhook();
CREATE TRIGGER touch BEFORE UPDATE OF name, description, callback_url, scope, events, token_sealed, secret_sealed ON public.webhook FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table webhook_event add constraint webhook_event_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE INDEX webhook_event_age ON public.webhook_event USING btree (told_at);
alter table webhook_delivery add constraint webhook_delivery_workspace_id_webhook_id_fkey FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhook(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX webhook_delivery_age ON public.webhook_delivery USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX webhook_delivery_chain ON public.webhook_delivery USING btree (workspace_id, webhook_id, ordering_key, seq) WHERE (finished_at IS NULL);
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (workspace_id, webhook_id, due_at, seq) WHERE (finished_at IS NULL);
CREATE INDEX webhook_delivery_listing ON public.webhook_delivery USING btree (workspace_id, webhook_id, created_at, id);
CREATE INDEX webhook_attempt_age ON public.webhook_attempt USING btree (started_at);
CREATE TRIGGER append_only BEFORE UPDATE ON public.webhook_attempt FOR EACH ROW EXECUTE FUNCTION refuse_change();
alter table routing_form add constraint routing_form_workspace_id_owner_member_id_fkey FOREIGN KEY (workspace_id, owner_member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX routing_form_listing ON public.routing_form USING btree (workspace_id, created_at, id);
CREATE INDEX routing_form_owner ON public.routing_form USING btree (workspace_id, owner_member_id, created_at, id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.routing_form FOR EACH ROW EXECUTE FUNCTION audit('routing_form', 'id', '{}');
CREATE TRIGGER touch BEFORE UPDATE ON public.routing_form FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table routing_submission add constraint routing_submission_workspace_id_form_id_fkey FOREIGN KEY (workspace_id, form_id) REFERENCES routing_form(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX routing_submission_form ON public.routing_submission USING btree (workspace_id, form_id, created_at, id);
CREATE TRIGGER live_insert AFTER INSERT ON public.routing_submission REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('routing_submission', 'form_id', '');
alter table form_slug add constraint form_slug_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table form_slug add constraint form_slug_workspace_id_form_id_fkey FOREIGN KEY (workspace_id, form_id) REFERENCES routing_form(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX form_slug_form ON public.form_slug USING btree (workspace_id, form_id);
alter table mail_message add constraint mail_message_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE INDEX mail_message_age ON public.mail_message USING btree (created_at);
CREATE INDEX mail_message_due ON public.mail_message USING btree (due_at) WHERE (status = 'queued'::text);
CREATE INDEX mail_message_event ON public.mail_message USING btree (workspace_id, event_id) WHERE (event_id IS NOT NULL);
CREATE INDEX mail_message_failed ON public.mail_message USING btree (workspace_id, created_at DESC) WHERE (status = ANY (ARRAY['failed'::text, 'bounced'::text]));
CREATE INDEX mail_message_log ON public.mail_message USING btree (workspace_id, created_at DESC, id DESC);
CREATE INDEX mail_message_recipient ON public.mail_message USING btree (workspace_id, lower(to_email), created_at DESC);
CREATE INDEX mail_message_sent ON public.mail_message USING btree (id) WHERE (status = 'sent'::text);
alter table agent add constraint agent_workspace_id_event_type_id_fkey FOREIGN KEY (workspace_id, event_type_id) REFERENCES event_type(workspace_id, id) ON DELETE SET NULL (event_type_id);
alter table agent add constraint agent_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE INDEX agent_event_type ON public.agent USING btree (workspace_id, event_type_id) WHERE (event_type_id IS NOT NULL);
CREATE INDEX agent_listing ON public.agent USING btree (workspace_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.agent FOR EACH ROW EXECUTE FUNCTION audit('agent', 'id', '{}');
CREATE TRIGGER touch BEFORE UPDATE ON public.agent FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table outbound_call add constraint outbound_call_workspace_id_agent_id_fkey FOREIGN KEY (workspace_id, agent_id) REFERENCES agent(workspace_id, id) ON DELETE CASCADE;
alter table outbound_call add constraint outbound_call_workspace_id_queued_by_fkey FOREIGN KEY (workspace_id, queued_by) REFERENCES member(workspace_id, id) ON DELETE SET NULL (queued_by);
CREATE INDEX outbound_call_due ON public.outbound_call USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX outbound_call_listing ON public.outbound_call USING btree (workspace_id, agent_id, created_at, id);
CREATE INDEX outbound_call_newest ON public.outbound_call USING btree (workspace_id, created_at, id);
CREATE TRIGGER live_insert AFTER INSERT ON public.outbound_call REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('outbound_call', 'id', '');
CREATE TRIGGER live_update AFTER UPDATE ON public.outbound_call REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('outbound_call', 'id', '');
CREATE TRIGGER touch BEFORE UPDATE ON public.outbound_call FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table call_attempt add constraint call_attempt_workspace_id_call_id_fkey FOREIGN KEY (workspace_id, call_id) REFERENCES outbound_call(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX call_attempt_check ON public.call_attempt USING btree (check_at) WHERE (check_at IS NOT NULL);
CREATE UNIQUE INDEX call_attempt_alone ON public.call_attempt USING btree (workspace_id, call_id) WHERE (state <> 'ended'::text);
CREATE TRIGGER live_update AFTER UPDATE ON public.call_attempt REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('outbound_call', 'call_id', '');
alter table call_address add constraint call_address_workspace_id_call_id_fkey FOREIGN KEY (workspace_id, call_id) REFERENCES outbound_call(workspace_id, id) ON DELETE CASCADE;
alter table call_address add constraint call_address_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table do_not_call add constraint do_not_call_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE UNIQUE INDEX do_not_call_hash ON public.do_not_call USING btree (workspace_id, number_hash) WHERE (number_hash IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.do_not_call FOR EACH ROW EXECUTE FUNCTION audit('do_not_call', 'id', '{}');
alter table invitee_key add constraint invitee_key_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table invitee_key add constraint invitee_key_workspace_id_invitee_id_fkey FOREIGN KEY (workspace_id, invitee_id) REFERENCES invitee(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX invitee_key_invitee ON public.invitee_key USING btree (workspace_id, invitee_id);
alter table crm_import add constraint crm_import_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table crm_import add constraint crm_import_workspace_id_object_id_fkey FOREIGN KEY (workspace_id, object_id) REFERENCES crm_object(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX crm_import_object ON public.crm_import USING btree (workspace_id, object_id);
CREATE INDEX crm_import_open ON public.crm_import USING btree (leased_until) WHERE (status = ANY (ARRAY['uploading'::text, 'pending'::text, 'running'::text, 'undoing'::text]));
alter table crm_import_chunk add constraint crm_import_chunk_workspace_id_import_id_fkey FOREIGN KEY (workspace_id, import_id) REFERENCES crm_import(workspace_id, id) ON DELETE CASCADE;
alter table crm_import_batch add constraint crm_import_batch_workspace_id_import_id_fkey FOREIGN KEY (workspace_id, import_id) REFERENCES crm_import(workspace_id, id) ON DELETE CASCADE;
alter table crm_import_error add constraint crm_import_error_workspace_id_import_id_fkey FOREIGN KEY (workspace_id, import_id) REFERENCES crm_import(workspace_id, id) ON DELETE CASCADE;
alter table crm_merge add constraint crm_merge_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table crm_merge add constraint crm_merge_workspace_id_object_id_fkey FOREIGN KEY (workspace_id, object_id) REFERENCES crm_object(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX crm_merge_merged ON public.crm_merge USING btree (workspace_id, merged_id) WHERE (undone_at IS NULL);
CREATE INDEX crm_merge_object ON public.crm_merge USING btree (workspace_id, object_id);
alter table crm_import_key add constraint crm_import_key_workspace_id_import_id_fkey FOREIGN KEY (workspace_id, import_id) REFERENCES crm_import(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX crm_recency_changed ON public.crm_recency USING btree (workspace_id, object_id, changed_at, record_id) WHERE (changed_at > '-infinity'::timestamp with time zone);
alter table outbox add constraint outbox_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE INDEX outbox_due ON public.outbox USING btree (workspace_id, run_at, "position") WHERE (failed_at IS NULL);
CREATE INDEX outbox_failed ON public.outbox USING btree (workspace_id, failed_at) WHERE (failed_at IS NOT NULL);
alter table hold add constraint hold_workspace_id_event_type_id_fkey FOREIGN KEY (workspace_id, event_type_id) REFERENCES event_type(workspace_id, id) ON DELETE CASCADE;
alter table hold add constraint hold_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE INDEX hold_page ON public.hold USING btree (workspace_id, event_type_id, expires_at);
CREATE TRIGGER availability_delete AFTER DELETE ON public.hold REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_hold();
CREATE TRIGGER availability_insert AFTER INSERT ON public.hold REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_hold();
CREATE TRIGGER availability_update AFTER UPDATE ON public.hold REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_hold();
CREATE INDEX crm_feed_tx ON public.crm_feed USING btree (workspace_id, tx, id);
alter table crm_feed_state add constraint crm_feed_state_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table known_device add constraint known_device_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX known_device_age ON public.known_device USING btree (last_seen_at);
CREATE INDEX throttle_end ON public.throttle USING btree (ends_at);
alter table preference add constraint preference_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
CREATE TRIGGER live_insert AFTER INSERT ON public.preference REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('preference', 'member_id', '');
CREATE TRIGGER live_update AFTER UPDATE ON public.preference REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('preference', 'member_id', '');
alter table totp add constraint totp_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.totp FOR EACH ROW EXECUTE FUNCTION audit('totp', 'member_id', '{last_step}');
alter table recovery_code add constraint recovery_code_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
CREATE TRIGGER audit AFTER INSERT ON public.recovery_code REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION audit_recovery_codes();
alter table passkey add constraint passkey_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX passkey_member ON public.passkey USING btree (workspace_id, member_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.passkey FOR EACH ROW EXECUTE FUNCTION audit('passkey', 'id', '{counter,last_used_at,credential_id,public_key,transports}');
alter table passkey_owner add constraint passkey_owner_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table passkey_owner add constraint passkey_owner_workspace_id_passkey_id_fkey FOREIGN KEY (workspace_id, passkey_id) REFERENCES passkey(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX passkey_owner_passkey ON public.passkey_owner USING btree (workspace_id, passkey_id);
CREATE INDEX passkey_challenge_end ON public.passkey_challenge USING btree (expires_at);
alter table invitation add constraint invitation_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table invitation add constraint invitation_workspace_id_invited_by_fkey FOREIGN KEY (workspace_id, invited_by) REFERENCES member(workspace_id, id) ON DELETE SET NULL (invited_by);
CREATE INDEX invitation_inviter ON public.invitation USING btree (workspace_id, invited_by);
CREATE UNIQUE INDEX invitation_open ON public.invitation USING btree (workspace_id, email) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.invitation FOR EACH ROW EXECUTE FUNCTION audit('invitation', 'id', '{}');
alter table password_reset add constraint password_reset_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX password_reset_end ON public.password_reset USING btree (expires_at);
CREATE INDEX password_reset_member ON public.password_reset USING btree (workspace_id, member_id);
alter table sign_up add constraint sign_up_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE INDEX sign_up_end ON public.sign_up USING btree (expires_at);
alter table account_link add constraint account_link_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table account_link add constraint account_link_workspace_id_invitation_id_fkey FOREIGN KEY (workspace_id, invitation_id) REFERENCES invitation(workspace_id, id) ON DELETE CASCADE;
alter table account_link add constraint account_link_workspace_id_reset_id_fkey FOREIGN KEY (workspace_id, reset_id) REFERENCES password_reset(workspace_id, id) ON DELETE CASCADE;
alter table account_link add constraint account_link_workspace_id_sign_up_id_fkey FOREIGN KEY (workspace_id, sign_up_id) REFERENCES sign_up(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX account_link_invitation ON public.account_link USING btree (workspace_id, invitation_id);
CREATE INDEX account_link_reset ON public.account_link USING btree (workspace_id, reset_id);
CREATE INDEX account_link_sign_up ON public.account_link USING btree (workspace_id, sign_up_id);
CREATE INDEX oidc_request_end ON public.oidc_request USING btree (expires_at);
alter table oidc_subject add constraint oidc_subject_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table oidc_subject add constraint oidc_subject_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
CREATE UNIQUE INDEX oidc_subject_member ON public.oidc_subject USING btree (workspace_id, member_id, issuer);
alter table crm_deleted_record add constraint crm_deleted_record_workspace_id_object_id_fkey FOREIGN KEY (workspace_id, object_id) REFERENCES crm_object(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX crm_deleted_record_due ON public.crm_deleted_record USING btree (deleted_at);
CREATE INDEX crm_deleted_record_latest ON public.crm_deleted_record USING btree (workspace_id, object_id, deleted_at, id);
CREATE TRIGGER files AFTER DELETE ON public.crm_deleted_record REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION delete_files_of_records();
CREATE TRIGGER touch BEFORE UPDATE ON public.crm_deleted_record FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table address_confirmation add constraint address_confirmation_workspace_id_event_type_id_fkey FOREIGN KEY (workspace_id, event_type_id) REFERENCES event_type(workspace_id, id) ON DELETE CASCADE;
alter table address_confirmation add constraint address_confirmation_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE INDEX address_confirmation_end ON public.address_confirmation USING btree (workspace_id, expires_at);
alter table image add constraint image_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table image_address add constraint image_address_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table image_address add constraint image_address_workspace_id_name_fkey FOREIGN KEY (workspace_id, name) REFERENCES image(workspace_id, name) ON DELETE CASCADE;
alter table audit_entry add constraint audit_entry_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE INDEX audit_entry_member ON public.audit_entry USING btree (workspace_id, member_id, happened_at, id);
CREATE INDEX audit_entry_object ON public.audit_entry USING btree (workspace_id, object_id, happened_at, id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION keep_audit_entry();
CREATE TRIGGER live AFTER INSERT ON public.audit_entry FOR EACH ROW WHEN ((split_part(new.action, '.'::text, 2) = ANY (ARRAY['created'::text, 'updated'::text, 'deleted'::text, 'restored'::text]))) EXECUTE FUNCTION live_audited();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
alter table crm_view add constraint crm_view_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
alter table crm_view add constraint crm_view_workspace_id_object_id_fkey FOREIGN KEY (workspace_id, object_id) REFERENCES crm_object(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX crm_view_member ON public.crm_view USING btree (workspace_id, member_id);
CREATE TRIGGER live_delete AFTER DELETE ON public.crm_view REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('crm_record', '', 'object_id');
CREATE TRIGGER live_insert AFTER INSERT ON public.crm_view REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('crm_record', '', 'object_id');
CREATE TRIGGER live_update AFTER UPDATE ON public.crm_view REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('crm_record', '', 'object_id');
CREATE TRIGGER touch BEFORE UPDATE ON public.crm_view FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table first_step add constraint first_step_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
alter table page_preview add constraint page_preview_workspace_id_event_type_id_fkey FOREIGN KEY (workspace_id, event_type_id) REFERENCES event_type(workspace_id, id) ON DELETE CASCADE;
alter table page_preview add constraint page_preview_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX page_preview_age ON public.page_preview USING btree (workspace_id, expires_at);
CREATE INDEX page_preview_member ON public.page_preview USING btree (workspace_id, member_id);
CREATE INDEX page_preview_page ON public.page_preview USING btree (workspace_id, event_type_id, member_id, expires_at);
CREATE INDEX live_change_age ON public.live_change USING btree (created_at);
alter table webhook_catcher add constraint webhook_catcher_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table webhook_catcher add constraint webhook_catcher_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX webhook_catcher_age ON public.webhook_catcher USING btree (expires_at);
CREATE INDEX webhook_catcher_member ON public.webhook_catcher USING btree (workspace_id, member_id);
alter table catcher_token add constraint catcher_token_workspace_id_catcher_id_fkey FOREIGN KEY (workspace_id, catcher_id) REFERENCES webhook_catcher(workspace_id, id) ON DELETE CASCADE;
alter table catcher_token add constraint catcher_token_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE INDEX catcher_token_catcher ON public.catcher_token USING btree (workspace_id, catcher_id);
alter table caught_request add constraint caught_request_workspace_id_catcher_id_fkey FOREIGN KEY (workspace_id, catcher_id) REFERENCES webhook_catcher(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX caught_request_listing ON public.caught_request USING btree (workspace_id, catcher_id, received_at, id);
CREATE TRIGGER live_insert AFTER INSERT ON public.caught_request REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('caught_request', 'catcher_id', '');
alter table calendar_connection add constraint calendar_connection_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX calendar_connection_due ON public.calendar_connection USING btree (next_sync_at);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.calendar_connection FOR EACH ROW EXECUTE FUNCTION audit('calendar_connection', 'id', '{state,error,failing_since,failures,mailed_at,synced_at,next_sync_at,leased_until,lease_id,notified_at,refreshing_until,secret_sealed,listed_at,account_key,unreachable_since}');
CREATE TRIGGER live_update AFTER UPDATE OF state, synced_at ON public.calendar_connection FOR EACH ROW WHEN (((old.state IS DISTINCT FROM new.state) OR ((old.synced_at IS NULL) AND (new.synced_at IS NOT NULL)))) EXECUTE FUNCTION live_calendar_connection();
CREATE TRIGGER touch BEFORE UPDATE ON public.calendar_connection FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table calendar add constraint calendar_workspace_id_connection_id_fkey FOREIGN KEY (workspace_id, connection_id) REFERENCES calendar_connection(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX calendar_read ON public.calendar USING btree (workspace_id, member_id) WHERE is_read;
CREATE UNIQUE INDEX calendar_written ON public.calendar USING btree (workspace_id, member_id) WHERE is_written;
CREATE TRIGGER audit AFTER UPDATE OF is_read, is_written ON public.calendar FOR EACH ROW EXECUTE FUNCTION audit('calendar_connection', 'connection_id', '{name,color,can_write,cursor,horizon,synced_at}');
CREATE TRIGGER availability_delete AFTER DELETE ON public.calendar REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_calendar();
CREATE TRIGGER availability_insert AFTER INSERT ON public.calendar REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_calendar();
CREATE TRIGGER availability_update AFTER UPDATE ON public.calendar REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_calendar();
alter table calendar_entry add constraint calendar_entry_workspace_id_calendar_id_fkey FOREIGN KEY (workspace_id, calendar_id) REFERENCES calendar(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX calendar_entry_given_up ON public.calendar_entry USING btree (workspace_id, calendar_id) WHERE is_given_up;
CREATE INDEX calendar_entry_series ON public.calendar_entry USING btree (workspace_id, calendar_id, series_id) WHERE (series_id IS NOT NULL);
CREATE INDEX calendar_entry_unread ON public.calendar_entry USING btree (workspace_id, calendar_id) WHERE is_unread;
alter table calendar_busy add constraint calendar_busy_workspace_id_calendar_id_external_id_fkey FOREIGN KEY (workspace_id, calendar_id, external_id) REFERENCES calendar_entry(workspace_id, calendar_id, external_id) ON DELETE CASCADE;
CREATE INDEX calendar_busy_long ON public.calendar_busy USING btree (workspace_id, member_id, ends_at) INCLUDE (starts_at, calendar_id) WHERE is_long;
CREATE INDEX calendar_busy_short ON public.calendar_busy USING btree (workspace_id, member_id, starts_at) INCLUDE (ends_at, calendar_id) WHERE (NOT is_long);
CREATE TRIGGER availability_delete AFTER DELETE ON public.calendar_busy REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_calendar_busy();
CREATE TRIGGER availability_insert AFTER INSERT ON public.calendar_busy REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_calendar_busy();
CREATE TRIGGER availability_update AFTER UPDATE ON public.calendar_busy REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_calendar_busy();
alter table calendar_copy add constraint calendar_copy_workspace_id_calendar_id_fkey FOREIGN KEY (workspace_id, calendar_id) REFERENCES calendar(workspace_id, id) ON DELETE SET NULL (calendar_id);
alter table calendar_copy add constraint calendar_copy_workspace_id_event_id_fkey FOREIGN KEY (workspace_id, event_id) REFERENCES scheduled_event(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX calendar_copy_due ON public.calendar_copy USING btree (next_at) WHERE ((calendar_id IS NOT NULL) AND ((written_seq < wanted_seq) OR awaits_meeting));
CREATE INDEX calendar_copy_entry ON public.calendar_copy USING btree (workspace_id, calendar_id, external_id);
CREATE INDEX calendar_copy_external ON public.calendar_copy USING btree (workspace_id, external_id);
CREATE INDEX calendar_copy_failing ON public.calendar_copy USING btree (workspace_id, calendar_id) WHERE ((written_seq < wanted_seq) AND (failures >= 3));
CREATE INDEX calendar_copy_host ON public.calendar_copy USING btree (workspace_id, host_id);
alter table absence add constraint absence_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
alter table absence add constraint absence_workspace_id_replacement_id_fkey FOREIGN KEY (workspace_id, replacement_id) REFERENCES member(workspace_id, id);
CREATE INDEX absence_member ON public.absence USING btree (workspace_id, member_id, reaches_to);
CREATE INDEX absence_replacement ON public.absence USING btree (workspace_id, replacement_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.absence FOR EACH ROW EXECUTE FUNCTION audit('absence', 'id', '{reaches_from,reaches_to}', '{kind,note}');
CREATE TRIGGER availability_delete AFTER DELETE ON public.absence REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_absence();
CREATE TRIGGER availability_insert AFTER INSERT ON public.absence REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_absence();
CREATE TRIGGER availability_update AFTER UPDATE ON public.absence REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_absence();
CREATE TRIGGER touch BEFORE UPDATE ON public.absence FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table holiday_setting add constraint holiday_setting_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX holiday_setting_age ON public.holiday_setting USING btree (computed_at);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.holiday_setting FOR EACH ROW EXECUTE FUNCTION audit('holidays', 'member_id', '{computed_at}');
CREATE TRIGGER touch BEFORE UPDATE ON public.holiday_setting FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table holiday add constraint holiday_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES holiday_setting(workspace_id, member_id) ON DELETE CASCADE;
CREATE TRIGGER availability_delete AFTER DELETE ON public.holiday REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_holiday();
CREATE TRIGGER availability_insert AFTER INSERT ON public.holiday REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_holiday();
CREATE TRIGGER availability_update AFTER UPDATE ON public.holiday REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_holiday();
alter table calendar_feed add constraint calendar_feed_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.calendar_feed FOR EACH ROW EXECUTE FUNCTION audit('calendar_feed', 'member_id', '{}');
CREATE TRIGGER touch BEFORE UPDATE ON public.calendar_feed FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table calendar_feed_token add constraint calendar_feed_token_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table calendar_feed_token add constraint calendar_feed_token_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES calendar_feed(workspace_id, member_id) ON DELETE CASCADE;
CREATE UNIQUE INDEX calendar_feed_token_member ON public.calendar_feed_token USING btree (workspace_id, member_id);
alter table calendar_authorization add constraint calendar_authorization_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX calendar_authorization_expires ON public.calendar_authorization USING btree (expires_at);
CREATE INDEX calendar_authorization_member ON public.calendar_authorization USING btree (workspace_id, member_id);
alter table calendar_channel add constraint calendar_channel_workspace_id_calendar_id_fkey FOREIGN KEY (workspace_id, calendar_id) REFERENCES calendar(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX calendar_channel_calendar ON public.calendar_channel USING btree (workspace_id, calendar_id);
alter table conference add constraint conference_workspace_id_event_id_fkey FOREIGN KEY (workspace_id, event_id) REFERENCES scheduled_event(workspace_id, id) ON DELETE CASCADE;
alter table conference add constraint conference_workspace_id_host_id_fkey FOREIGN KEY (workspace_id, host_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX conference_due ON public.conference USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX conference_host ON public.conference USING btree (workspace_id, host_id) WHERE (host_id IS NOT NULL);
alter table moved_in add constraint moved_in_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE INDEX availability_change_age ON public.availability_change USING btree (created_at);
alter table payment_account add constraint payment_account_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.payment_account FOR EACH ROW EXECUTE FUNCTION audit('payment_account', 'provider', '{keys_sealed}');
CREATE TRIGGER touch BEFORE UPDATE ON public.payment_account FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table payment add constraint payment_workspace_id_event_type_id_fkey FOREIGN KEY (workspace_id, event_type_id) REFERENCES event_type(workspace_id, id) ON DELETE CASCADE;
alter table payment add constraint payment_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table payment add constraint payment_workspace_id_invitee_id_fkey FOREIGN KEY (workspace_id, invitee_id) REFERENCES invitee(workspace_id, id) ON DELETE SET NULL (invitee_id);
CREATE INDEX payment_due ON public.payment USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX payment_email ON public.payment USING btree (workspace_id, lower(email)) WHERE (email IS NOT NULL);
CREATE INDEX payment_page ON public.payment USING btree (workspace_id, event_type_id);
CREATE UNIQUE INDEX payment_invitee ON public.payment USING btree (workspace_id, invitee_id) WHERE (invitee_id IS NOT NULL);
alter table payment_refund add constraint payment_refund_workspace_id_payment_id_fkey FOREIGN KEY (workspace_id, payment_id) REFERENCES payment(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX payment_refund_due ON public.payment_refund USING btree (due_at) WHERE (state = 'due'::text);
CREATE INDEX payment_refund_payment ON public.payment_refund USING btree (workspace_id, payment_id);
CREATE UNIQUE INDEX payment_refund_provider ON public.payment_refund USING btree (workspace_id, provider_id) WHERE (provider_id IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.payment_refund FOR EACH ROW EXECUTE FUNCTION audit('refund', 'payment_id', '{state,failures,error,due_at,leased_until,provider_id}');
alter table booking_request add constraint booking_request_workspace_id_event_type_id_fkey FOREIGN KEY (workspace_id, event_type_id) REFERENCES event_type(workspace_id, id) ON DELETE CASCADE;
alter table booking_request add constraint booking_request_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE INDEX booking_request_email ON public.booking_request USING btree (workspace_id, lower(email));
CREATE INDEX booking_request_mailbox ON public.booking_request USING btree (workspace_id, regexp_replace(lower(email), '^([^@+]+)\+[^@]*@'::text, '\1@'::text)) WHERE (email ~~ '%+%'::text);
CREATE INDEX booking_request_page ON public.booking_request USING btree (workspace_id, event_type_id) WHERE (status = 'open'::text);
CREATE INDEX booking_request_status ON public.booking_request USING btree (workspace_id, status, expires_at, id);
CREATE TRIGGER live_insert AFTER INSERT ON public.booking_request REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('booking_request', 'id', '');
CREATE TRIGGER live_update AFTER UPDATE ON public.booking_request REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('booking_request', 'id', '');
CREATE TRIGGER touch BEFORE UPDATE ON public.booking_request FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table workflow add constraint workflow_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.workflow FOR EACH ROW EXECUTE FUNCTION audit('workflow', 'id', '{}');
CREATE TRIGGER touch BEFORE UPDATE ON public.workflow FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table workflow_version add constraint workflow_version_workspace_id_workflow_id_fkey FOREIGN KEY (workspace_id, workflow_id) REFERENCES workflow(workspace_id, id) ON DELETE CASCADE;
alter table workflow_run add constraint workflow_run_workspace_id_workflow_id_fkey FOREIGN KEY (workspace_id, workflow_id) REFERENCES workflow(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX workflow_run_age ON public.workflow_run USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX workflow_run_due ON public.workflow_run USING btree (due_at) WHERE (status = 'waiting'::text);
CREATE INDEX workflow_run_invitee ON public.workflow_run USING btree (workspace_id, invitee_id) WHERE (invitee_id IS NOT NULL);
CREATE INDEX workflow_run_log ON public.workflow_run USING btree (workspace_id, workflow_id, created_at DESC, id DESC);
CREATE INDEX workflow_run_record ON public.workflow_run USING btree (workspace_id, record_id) WHERE (record_id IS NOT NULL);
CREATE TRIGGER live_insert AFTER INSERT ON public.workflow_run REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('workflow_run', 'workflow_id', '');
CREATE TRIGGER live_update AFTER UPDATE ON public.workflow_run REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('workflow_run', 'workflow_id', '');
alter table workflow_step add constraint workflow_step_workspace_id_run_id_fkey FOREIGN KEY (workspace_id, run_id) REFERENCES workflow_run(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX workflow_step_due ON public.workflow_step USING btree (due_at) WHERE (status = 'pending'::text);
alter table waitlist_entry add constraint waitlist_entry_workspace_id_event_id_fkey FOREIGN KEY (workspace_id, event_id) REFERENCES scheduled_event(workspace_id, id) ON DELETE CASCADE;
alter table waitlist_entry add constraint waitlist_entry_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE INDEX waitlist_entry_email ON public.waitlist_entry USING btree (workspace_id, lower(email));
CREATE INDEX waitlist_entry_event ON public.waitlist_entry USING btree (workspace_id, event_id, joined_at);
CREATE INDEX waitlist_entry_mailbox ON public.waitlist_entry USING btree (workspace_id, regexp_replace(lower(email), '^([^@+]+)\+[^@]*@'::text, '\1@'::text)) WHERE (email ~~ '%+%'::text);
CREATE UNIQUE INDEX waitlist_entry_once ON public.waitlist_entry USING btree (workspace_id, event_id, lower(email)) WHERE (status = 'waiting'::text);
CREATE TRIGGER live_insert AFTER INSERT ON public.waitlist_entry REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('waitlist_entry', 'event_id', '');
CREATE TRIGGER live_update AFTER UPDATE ON public.waitlist_entry REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('waitlist_entry', 'event_id', '');
CREATE TRIGGER touch BEFORE UPDATE ON public.waitlist_entry FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table resource add constraint resource_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE INDEX resource_kind ON public.resource USING btree (workspace_id, kind);
CREATE UNIQUE INDEX resource_name ON public.resource USING btree (workspace_id, lower(kind), lower(name)) WHERE (deleted_at IS NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.resource FOR EACH ROW EXECUTE FUNCTION audit('resource', 'id', '{}');
CREATE TRIGGER touch BEFORE UPDATE ON public.resource FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table event_resource add constraint event_resource_workspace_id_booked_event_id_fkey FOREIGN KEY (workspace_id, booked_event_id) REFERENCES scheduled_event(workspace_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
alter table event_resource add constraint event_resource_workspace_id_hold_id_fkey FOREIGN KEY (workspace_id, hold_id) REFERENCES hold(workspace_id, id) ON DELETE CASCADE;
alter table event_resource add constraint event_resource_workspace_id_resource_id_fkey FOREIGN KEY (workspace_id, resource_id) REFERENCES resource(workspace_id, id);
CREATE INDEX event_resource_busy ON public.event_resource USING btree (workspace_id, resource_id, busy_from) INCLUDE (busy_to, event_id, hold_id) WHERE blocking;
CREATE INDEX event_resource_hold ON public.event_resource USING btree (workspace_id, hold_id) WHERE (hold_id IS NOT NULL);
CREATE TRIGGER availability_delete AFTER DELETE ON public.event_resource REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_event_resource();
CREATE TRIGGER availability_insert AFTER INSERT ON public.event_resource REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_event_resource();
CREATE TRIGGER availability_update AFTER UPDATE ON public.event_resource REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION availability_event_resource();
alter table crm_task add constraint crm_task_workspace_id_creator_id_fkey FOREIGN KEY (workspace_id, creator_id) REFERENCES member(workspace_id, id);
alter table crm_task add constraint crm_task_workspace_id_done_by_fkey FOREIGN KEY (workspace_id, done_by) REFERENCES member(workspace_id, id);
alter table crm_task add constraint crm_task_workspace_id_event_id_fkey FOREIGN KEY (workspace_id, event_id) REFERENCES scheduled_event(workspace_id, id) ON DELETE SET NULL (event_id);
alter table crm_task add constraint crm_task_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table crm_task add constraint crm_task_workspace_id_owner_id_fkey FOREIGN KEY (workspace_id, owner_id) REFERENCES member(workspace_id, id);
CREATE INDEX crm_task_done ON public.crm_task USING btree (workspace_id, done_at DESC, id DESC) WHERE (done_at IS NOT NULL);
CREATE INDEX crm_task_event ON public.crm_task USING btree (workspace_id, event_id) WHERE (event_id IS NOT NULL);
CREATE INDEX crm_task_open ON public.crm_task USING btree (workspace_id, COALESCE(deadline, '9999-12-31 00:00:00+00'::timestamp with time zone), id) WHERE (done_at IS NULL);
CREATE INDEX crm_task_owner ON public.crm_task USING btree (workspace_id, owner_id, COALESCE(deadline, '9999-12-31 00:00:00+00'::timestamp with time zone), id) WHERE (done_at IS NULL);
CREATE INDEX crm_task_remind ON public.crm_task USING btree (remind_at) WHERE (remind_at IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.crm_task FOR EACH ROW EXECUTE FUNCTION audit('task', 'id', '{title,note,deadline,remind_at}');
CREATE TRIGGER live_update AFTER UPDATE ON public.crm_task REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('task', 'id', '');
CREATE TRIGGER touch BEFORE UPDATE ON public.crm_task FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table crm_task_record add constraint crm_task_record_workspace_id_object_id_record_id_fkey FOREIGN KEY (workspace_id, object_id, record_id) REFERENCES crm_record(workspace_id, object_id, id) ON DELETE CASCADE;
alter table crm_task_record add constraint crm_task_record_workspace_id_task_id_fkey FOREIGN KEY (workspace_id, task_id) REFERENCES crm_task(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX crm_task_record_of ON public.crm_task_record USING btree (workspace_id, object_id, record_id);
CREATE TRIGGER live_delete AFTER DELETE ON public.crm_task_record REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('task', 'task_id', '');
CREATE TRIGGER live_insert AFTER INSERT ON public.crm_task_record REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('task', 'task_id', '');
alter table poll add constraint poll_workspace_id_event_type_id_fkey FOREIGN KEY (workspace_id, event_type_id) REFERENCES event_type(workspace_id, id) ON DELETE CASCADE;
alter table poll add constraint poll_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
alter table poll add constraint poll_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES member(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX poll_expiry ON public.poll USING btree (expires_at) WHERE (status = 'open'::text);
CREATE INDEX poll_member ON public.poll USING btree (workspace_id, member_id);
CREATE INDEX poll_page ON public.poll USING btree (workspace_id, event_type_id);
CREATE INDEX poll_status ON public.poll USING btree (workspace_id, status, created_at, id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.poll FOR EACH ROW EXECUTE FUNCTION audit('poll', 'id', '{}');
CREATE TRIGGER touch BEFORE UPDATE ON public.poll FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table poll_vote add constraint poll_vote_workspace_id_poll_id_fkey FOREIGN KEY (workspace_id, poll_id) REFERENCES poll(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX poll_vote_email ON public.poll_vote USING btree (workspace_id, lower(email));
CREATE UNIQUE INDEX poll_vote_once ON public.poll_vote USING btree (workspace_id, poll_id, lower(email));
CREATE TRIGGER live_delete AFTER DELETE ON public.poll_vote REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('poll', 'poll_id', '');
CREATE TRIGGER live_insert AFTER INSERT ON public.poll_vote REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('poll', 'poll_id', '');
CREATE TRIGGER live_update AFTER UPDATE ON public.poll_vote REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live('poll', 'poll_id', '');
CREATE TRIGGER touch BEFORE UPDATE ON public.poll_vote FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table file_content add constraint file_content_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE INDEX file_content_expired ON public.file_content USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX file_content_unmoved ON public.file_content USING btree (created_at) WHERE ((NOT is_moved) AND (expires_at IS NULL));
CREATE TRIGGER usage_delete AFTER DELETE ON public.file_content REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION remove_file_usage();
CREATE TRIGGER usage_insert AFTER INSERT ON public.file_content REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_file_usage();
CREATE TRIGGER usage_update AFTER UPDATE ON public.file_content REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_file_usage();
alter table file_chunk add constraint file_chunk_workspace_id_content_id_fkey FOREIGN KEY (workspace_id, content_id) REFERENCES file_content(workspace_id, id) ON DELETE CASCADE;
alter table file add constraint file_workspace_id_creator_id_fkey FOREIGN KEY (workspace_id, creator_id) REFERENCES member(workspace_id, id);
alter table file add constraint file_workspace_id_event_type_id_fkey FOREIGN KEY (workspace_id, event_type_id) REFERENCES event_type(workspace_id, id) ON DELETE SET NULL (event_type_id);
alter table file add constraint file_workspace_id_id_fkey FOREIGN KEY (workspace_id, id) REFERENCES file_content(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX file_email ON public.file USING btree (workspace_id, email) WHERE (email IS NOT NULL);
CREATE INDEX file_record ON public.file USING btree (workspace_id, object_id, record_id, id) WHERE (record_id IS NOT NULL);
CREATE INDEX file_token ON public.file USING btree (workspace_id, token_hash) WHERE (token_hash IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT ON public.file FOR EACH ROW WHEN ((new.record_id IS NOT NULL)) EXECUTE FUNCTION audit('file', 'id', '{name,sha256}');
CREATE TRIGGER audit_delete AFTER DELETE ON public.file FOR EACH ROW WHEN ((old.record_id IS NOT NULL)) EXECUTE FUNCTION audit('file', 'id', '{name,sha256}');
CREATE TRIGGER content AFTER DELETE ON public.file REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION delete_file_content();
CREATE TRIGGER live_delete AFTER DELETE ON public.file REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_files();
CREATE TRIGGER live_insert AFTER INSERT ON public.file REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_files();
CREATE TRIGGER live_update AFTER UPDATE ON public.file REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION live_files();
alter table file_usage add constraint file_usage_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE INDEX file_removal_due ON public.file_removal USING btree (due_at);
alter table dialled_number add constraint dialled_number_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id) ON DELETE CASCADE;
CREATE INDEX dialled_number_age ON public.dialled_number USING btree (dialled_at);
CREATE INDEX dialled_number_recent ON public.dialled_number USING btree (workspace_id, number_hash, dialled_at);
alter table call_recording add constraint call_recording_workspace_id_attempt_id_fkey FOREIGN KEY (workspace_id, attempt_id) REFERENCES call_attempt(workspace_id, id) ON DELETE CASCADE;
alter table call_recording add constraint call_recording_workspace_id_call_id_fkey FOREIGN KEY (workspace_id, call_id) REFERENCES outbound_call(workspace_id, id) ON DELETE CASCADE;
CREATE INDEX call_recording_call ON public.call_recording USING btree (workspace_id, call_id);
CREATE INDEX call_recording_expiry ON public.call_recording USING btree (expires_at);
insert into migration (name, checksum) values
  ('0001_spine', '2ea0c43cfe7bd2b2cec03812629fe3dda301d62a47d07154c617b54fad05b389'),
  ('0002_scheduling', '81890689d644018c288eda87be066b2eecdec96e1445870ff9f03a3a262e3de9'),
  ('0003_crm', 'ccf393429c9f1fe8967a7a05ab17c1269cc9f0919675c9a4512b3c8e17f1db44'),
  ('0004_webhooks', '8b2a18edcc9b8adfc324e736d7b1f3ddfb27ba0621ed1e1bfdb425ace0d4c27d'),
  ('0005_routing', '9bff7a66c2680b4ad91af850e0ddb0172d251596fb58bef106b9e32ca5727229'),
  ('0006_mail', 'a1fe86632ae9435ce85d53a746746f1207c2bca6bd20ae46c5993bc9b9c2ee87'),
  ('0007_calls', 'c567f9d492c1b3fc9f20e8b15a91cfa2dbc811114bc2e6720c0b57f87831519b'),
  ('0008_booking_keys', 'b2ebf5cee384b010fbaa765cd3e93b54fd80af1e233521473550b4bf37553b9a'),
  ('0009_crm_imports', '3a66082e61ab537fe8f2d4a229e68a41c7edd7212dc329d488d8d2e5b0fa5294'),
  ('0010_embedding', 'c5b0f3b61615896115ba05453feb7b9eff9f42a972795aa666cdebe8c5c22b24'),
  ('0011_crm_former_options', '7e255a432630591a8d35d477b8c36ad7456ddc46f85fd387e69fc78b5a396918'),
  ('0012_idempotency_claims', '5aa00d1fddae5b995b92a7e14be385087dfdf350bc96dd26ad2c42b81df356a7'),
  ('0013_crm_import_keys', '4e3941661c49d81c4118d4616110dc0aa32293a3da43e5f06b9feb55a1d016ec'),
  ('0014_crm_writes', '75005ebd682451d2b9dda515ce767dbb685639a93870003418254a1ed5c90b63'),
  ('0015_crm_links', '4dc14236bcbc23976442ee33d1b0fe3270503cdb1586c8c158df248697bd8366'),
  ('0016_crm_recency', 'c37c4f9a1ccc0dcdff1bfc7cbfc96fdcd8f5409d94ee135b48bbe7ebc1c6ec78'),
  ('0017_effects', 'b30b05425a9e1a14f58a390941e110aa88e9386c6eec3bdc41505e64d0fa5f0e'),
  ('0020_locations_and_payments', 'd778ad1c048919cb7e3752fe6d0053a2daf8263a3ea238e9c8d48502603a6602'),
  ('0021_holds', 'd57c2317d7471147224af6b51e89c80569232ad69b5dd81fb975c1812d0897aa'),
  ('0030_crm_feed', '30c74db330ca8f2eb950148bae35f0b4591a2f484bf01f2fadd40fdeccae13d2'),
  ('0031_round_robin_turns', '6c39760f93e8eff4cd36620c7b19fe70553486aa16aded96a6555f13d55c77fa'),
  ('0040_sessions', '48af0252c166ba8d081fc920fc3f530782b5c5a15db2605c3c0bfe0dc4c3ef4c'),
  ('0041_factors', '0480e78d7534618cfb7ae5e6266ce2cb1f4345b9d784f7df173bddd7577bd139'),
  ('0042_invitations', '49102fdae2fdf844453895887708604380f6a120fa4b542aa273a1bbf38bf3d7'),
  ('0043_single_sign_on', '6ea3a412132766144e9167862e07cd3613b2ab2d7f60c63e63177bbdbb7a818e'),
  ('0050_confirmation', '591e8f6dea3a0b36d91123fa82c04166d623f1510a120479fc2e2339332f3b5e'),
  ('0052_crm_note_entries', 'b9598f75211c541d683666e5947429123fb6d27e3e4a9cd21f250957489a4ce0'),
  ('0053_crm_rights', 'd3d31427a8bf73eb286114be4bd6c5b984451fcb35c15a54061ad8d35ff068fb'),
  ('0054_crm_deleted', 'ee4a90024511ce95018d4c4d00b984d95f19442119ef968f4abe24ce4d3d1871'),
  ('0057_webhook_ownership', '6d1cad7ef7e660a8495c4f7ab1292e70ad66d8a4e58e86585480ad48e6fc82ee'),
  ('0058_call_zones', 'ed871c430ab19dc44747c50c02a177883f8c513f3e428381a689df8c57ddb351'),
  ('0060_one_clock', '64d939b45ff103c587b0a8586a5da71e0d3a7464c76cba201fec4922a05b3356'),
  ('0064_crm_notations', '67644a2e5892de2d50281ca61dd3c8726db801e0735a14856228f3fc6058e5e7'),
  ('0065_crm_deleted_attributes', '0c38b7d227f5c73a711e40fee32619ffa8497f04f16b396e7b01971f4954892b'),
  ('0066_upkeep', '3bbf02fe02c48856c59bc6d7942e4619299c9ccfdd86d1f184f793cb3ed6e7a1'),
  ('0067_crm_search', '74bba63787ea5db89197b9204e4598f0c02369da4db8eb01a96f521a590b0313'),
  ('0068_mail_refusals', '830e056d1a981e9a03ca8273929b9e45ca0d9b7ae6829c59154de892f8ec6f8b'),
  ('0069_address_confirmation', 'a6071111335aac2355af8d5af69ae26a012763cedd1ea6de1bfe56cbded2a6c3'),
  ('0070_webhook_filters', 'f2d5ba9949185381ef2f71c227ef5563028d3e74f5d801883e5e35c2264667d2'),
  ('0071_mail_log', '1b0583fbc568bc1318a5795fe22cadccf363fa0b0afcd397731cd8121bae0639'),
  ('0072_images', '4a6b160dcc474583c5f19132c1f5b4c36b59a4363387d1c3576faa5bd2c7cc8c'),
  ('0075_audit', '53f3ba572c44752d4b3a2ee9173541aff3963ee8ead991135081212e4cdacd1e'),
  ('0076_personal_data', '52db8a0b72c098524e60bdacba9394016f4314adeeda3628c192e476f3b6ec7b'),
  ('0080_audit_attributes', '4e6803b64a0ac88a3f24a3be00364734954f7c75ab85d4a6f250fa1572a17cfe'),
  ('0090_open_doors', 'eaf6382d051c55b82cb2059bc158799f2eb43d6eca3a45c64696027625f2fd34'),
  ('0096_links_without_hosts', '75b2be2ef8b1798d5b78ed5459ec1afa973ba780b1608054889ab08e4f1b2e40'),
  ('0100_crm_views', 'd6b6ba766288459ef8cf025ecf6b8e2d9442be55435d833c5639f4312f509835'),
  ('0101_search', 'aec1bb998b8fc6740bc760ade69ed2a44d98c1dbba15c704bc712ffc76d7b506'),
  ('0105_insights', 'a0d44f4806275f228a7a9c46ae4bf8f32320ac7af35db76fb3cf1a1af989457d'),
  ('0106_home', 'd53e05bf2fd379cd08302dee14ee89cf96967a34cf5b8531220221e19f64e355'),
  ('0107_page_previews', 'dce00774d7669786fafc1aa971d55b55e34b373c8e47c299a6b72ac38bfe9e04'),
  ('0110_live', 'a4c37bd5a4b154410608bc914c0512056c1ea71c84398b754485069db14b1fa1'),
  ('0111_catchers', '53d5e10eedb5f7dd49bf4772e952478cc769d94ac289e9695b87c6bceb6e1e7a'),
  ('0120_calendars', '2b1e9e0e85760ab2403f27be3abbf06d9917703f40e634405f738d53a8fe5000'),
  ('0121_calendars_at_booking', '2f8b25c7fa698e9b83604b99e480bf3153986eb6824f2de29ea37bb7a654acd5'),
  ('0122_calendar_copies', '7fc43aedc34a105d1e21a428e73dd22a3ff0644dee572cb526a47cc75c1610a2'),
  ('0125_absences', '44873edac458dfb1ded5228f7993266e4bf2f57992106464e1dc54921cf90f35'),
  ('0126_holidays', 'f0b29e4de12e53b64bea0f7293517a9d1f2f98525d83100cd532d04d60ed72da'),
  ('0127_travel', 'd9d73ff9c521b72bb6d4c29988862f928a611bca8e402d93fcf8e0fb509a4664'),
  ('0128_calendar_feeds', '83f2607642c4a821bec5d0ffed6ba494793c086c4c7e1b8cbf3fc014e7121bbe'),
  ('0130_calendar_accounts', 'f3b763823f8ef666b5e93f7d8e3c04f929b9354424c94fcd579d58bfb4c2e84c'),
  ('0131_calendar_lists', '06ef1cc2528afdad16ea622d0323cea4335249bec831b21dca559cefb7486e7a'),
  ('0132_meetings_of_copies', 'f005711efbea4e64d61d8a0d62aa8df3dfa10160ce28b1f970f100c913a4907e'),
  ('0133_calendar_busy_key', '8c9d0c527293a9b9ef147413e2d927557523eaf1793bc7f3176ca88b698df581'),
  ('0135_conferencing', '00065f45d118c8668e178171975097c736d242e46bd3791768c01fc91873f5de'),
  ('0140_live_views', 'ffe696cfda259e7213ace0046e1f8558dc34854c661b2c1787cbc6c2a5684b38'),
  ('0160_moved_in', '7e2b9eae48ade093455621b199982753324c8fe86db3ea5b8482a9805cc55e8f'),
  ('0165_mail_bounces', 'dd66f8da9221ebc738c9b23e26ec98dcc0edc0f7daa82e4baae533f1b538d9c9'),
  ('0170_availability_changes', '8a8a7b73a68011e055c803fbdb969fbf30343ad681c37be5db6ff90465d24d22'),
  ('0175_copies_outlive_connections', '2d82f961f88a0e4fb19733d5db5f1afdd89fe5bb70ca5c5649fdb72fe0d392a7'),
  ('0178_calendar_account_keys', '765b93b33a07ad8dea5b727a88780b13040b327bba871f541528cb1f91ed3627'),
  ('0179_calendar_leases', '016156924bf6e64fc21ed6b34b52bed10113c73d42eec2b286b8da3357a7cb4e'),
  ('0180_calendar_entries_given_up', 'a52f254d8751096efe6f7a7b586d86093dd6abeba61df5882ff7e8d0c05b5b5a'),
  ('0188_calendar_copies_failing', 'a9f59129f425299f9c521c3ca0e91178412e08b5f63e1c23dddfebaf3cfcb3ca'),
  ('0198_policies', 'a767a4b3bca70dbef9df20dedc00d2e4f04e350ae6be84c4614102243ff2e033'),
  ('0200_payments', '2633b476342634413b92a6c9f84feb2898849d6a0adc9d8a951ca8ab40d53ec4'),
  ('0201_plan_reports', '894c3a0ba37b8a67839e187eca23c7242eb6ee1e93364296eda74e56369d719e'),
  ('0207_booking_requests', '12500f340d90004f1a098e69e7187a2860bdde47fc50f8b1bfc9e8384a97fcd5'),
  ('0208_event_notes', '159f0f07201fd1705423d79f1830682283af18a1206994c261eb6e8a4daf3d39'),
  ('0209_team_pages', '6e2ea49c90ae0d0381ea4441cacde952b9e7d727326921915d38ce8b2c6542ca'),
  ('0210_owner_first', '7f9e4466d9d49450f12ebf4f66ef163a6145b7ec4e173c652e7d5ecda2180ab6'),
  ('0214_workflows', '8b67befcd031138766adc2ab565ecefab29200a5d878a442f95fe28ac855aa62'),
  ('0224_link_times', '29ef42386cbd352dec0122e46479e0ea7c85dae1b993be57ca6f74d27e73459c'),
  ('0225_series', '0405b67f37186da4c6f9dc01accbabc40f2ba56cf18323e4ffc78bdc8c65cb9b'),
  ('0226_waitlist', '144344e9bbe6a7aa3f92859f8324973102267ae007e1c383afbbaac656d3e78b'),
  ('0230_resources', '2d91e279a261c2f65755bffa70f514961a4ff9e1416d3e9326aeb77f82a6eb82'),
  ('0235_crm_tasks', '29cbb21bced699bee798c8db992d2e7998519e586c377fa78f17d76b7a926e89'),
  ('0240_voice', 'a7b5a547fae056b22e62525c40239360cfb5223f0c88719c5482c3bd86e07dca'),
  ('0241_polls', '474dc60a7ef507c46c45bd1fcc57a931e83a5e74b435a979b7814a438fb2d50f'),
  ('0242_files', '152384cbe9bf7f3a4322f97eaed4b70abde80a00431a3ba662d68efbdc2bc8ea'),
  ('0243_answer_files', 'e8e4b424e911ec444e5131295ffe7de923db72127f5bcf79d7b9a873750f35f4'),
  ('0245_call_model', '81caaf7fc31d07db023b91c0320b73d10b167384adbf0e625280f97dee5074f6'),
  ('0250_filled_by_triggers', '94684414b949744306df881787c7593311b019c3d02181486f6ddc5dd48b2ad1'),
  ('0260_closed_events', '5ee14e6dc8122706a4a633fa0a5860e45127750f7a0c4c6fc1deeb9eaf081b7d'),
  ('0270_agent_language', '0866bcd982188f871cab32d72d596b85ef9ea67dc6d02598edfc06c44e8ed2c9'),
  ('0271_mailboxes', '9cf167812a84a1061f6f4120511256f503fb91e0203ee258a80cd0fc7b9408b9'),
  ('0272_voicemail_message', '1c746f1ebd4c58d90bebd4be2c7e2f43cca5de5c3f390b276b2be7fc4eff83f0'),
  ('0273_agreed_prices', 'e1785c1c9d32a31e92e019f09520a3f71474a7eb37c1d40b7743b57320ab4dcb'),
  ('0275_hosts_of_events', '6abf6189308fc0bab6f7acadebe47836acc268232880f9232225131b6110383e'),
  ('0276_end_of_upgrade', '34f79da4ce208c3c5a4e42df570a76c24f50b6bfa5859c6469b295e041e20932'),
  ('0280_unreadable_events', '48ad9222b972629d7205b4b49da2129daf1beea7e3e406352a4ee764b6ff6a5d'),
  ('0285_unreachable_calendars', 'bcae38865f0259c3c7a975f510ac07577b6d5353f3ece31cb679893dd165e14e'),
  ('0286_require_calendar_answer', '3bc6185ead377fd74d3d1bc518f4119dc68124c1f1199694ef0c4681e4ad6f9c'),
  ('0290_refunds_as_the_provider_has_them', 'c2a4e30d5f14a17bddf50091e76d378aac36d42f0de8c9ca854c8b32eb87eb4d'),
  ('0295_taken_at', '5aec5a93a8d223c917399e5b909a8ebdcd7afd03c47d0f2e510da0823efadbd8'),
  ('0300_paused_line', 'e39b9eb08de6dfcb643342433d16b189f42c6db5261402a0be29ead46b4ece34'),
  ('0305_folding', 'b51b58c07a3c38c95c9461e7f4d17438dcc94ed01067a067b05ec4cb757f9ef6'),
  ('0306_live_access', 'fc008d36f201f79043b9c52cffad5d7fb67927c2f7c5f7ffdf1846c92fc2f939'),
  ('0307_canceled_imports', '1ebd57242db066a362fa618b634b5b6feeeb2f7cebcb57413ffd005c2f5e0c27'),
  ('0308_hidden_in_audit', '4dd5c007b8a63c92d0759563b77e76f45ef9bbf7352d1811403009b7cc291f99'),
  ('0310_who_made_tokens', 'fbdfb8e5e6c25f420f7f59a8ac205fc93c7bf84bdf1a4474548b5d66524281b8'),
  ('0311_uploads_and_sign_ups', 'c45e05d29aad2022f1617985d3ec19c4bbdc49167cbd16eb56448c1c4ad32dc0'),
  ('0330_partly_imported_rows', '1fa12b90631b8ef12d1a82f9b10ae6ceef3764f15fff81b817bca87da96ea741'),
  ('0335_replace_in_texts', '3cf79253e1a458b4ca08727c97d014992e9a031de0b85d1e5d4d4d079c13eba8'),
  ('0340_payment_providers', '547bc75189b66b26e1b7eb131e169b40c33923981fa1bc29b8dae1638e009566');
