-- What every table has in common. A test reads the catalog and checks it: the key of every table starts with workspace_id, every
-- foreign key and unique index contains it, and row level security is forced. Tables marked "Global" are the exception: requests
-- that arrive without a workspace (a token, a public slug, an email address) find their workspace there, and nothing else.

create extension if not exists btree_gist;
create extension if not exists btree_gin;
create extension if not exists pg_trgm;

-- Rows of a workspace are visible only in a transaction that names it: `set local daybook.workspace = '<uuid>'`. '*' is for the
-- platform's own work across workspaces. Without the setting, nothing is visible.
-- texteq() instead of `=`: the planner expects an equality with an expression to hold for one row in two hundred, and then sorts
-- a whole table instead of reading an index in order. Of a function call it expects one row in three.
create function workspace_visible(row_workspace uuid) returns boolean
language sql stable parallel safe
return texteq(row_workspace::text, current_setting('daybook.workspace', true))
  or texteq(current_setting('daybook.workspace', true), '*');

create function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at = clock_timestamp();
  return new;
end $$;

-- Puts a table behind row level security, and keeps its updated_at.
create procedure protect(table_name text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format('create policy own_workspace on %I using (workspace_visible(workspace_id))', table_name);
  if exists (select from information_schema.columns c where c.table_schema = current_schema()
      and c.table_name = protect.table_name and c.column_name = 'updated_at') then
    execute format('create trigger touch before update on %I for each row execute function touch_updated_at()', table_name);
  end if;
end $$;

-- For tables to which rows are only added.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are never changed.', tg_table_name;
end $$;

-- Text as the server folds it for search, filters and sorting: `Søren O’Brien` is `soren obrien`.
create function folded(value text) returns text
language sql immutable parallel safe
as $$
  select replace(replace(replace(replace(translate(lower(regexp_replace(normalize(replace(value, '´', ''''), NFKD),
    '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')), 'øłđðħıŧŋĸ''’‘‛ʼʻʹ`′', 'olddhitnk'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;

-- Replaces in every text of a JSON value, field names included. Numbers stay: one with the digits of a phone number may be an amount.
create function replace_in_texts(value jsonb, pattern text, replacement text) returns jsonb
language plpgsql immutable parallel safe as $$
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
end $$;
