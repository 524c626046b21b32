-- Records by what their search text contains. `search` is a list of variants, one of which must match; a variant is a list of
-- words, all of which must match; a word is a list of patterns, one of which must match. The statement is built of them, since
-- only a plain LIKE for each uses the trigram index. As before, a function of its own, because LIKE can't use an index behind row
-- level security: it runs as its owner and names the workspace itself. A search is expected to find few records, so that they are
-- looked up by their ids, instead of merged with all.
create function crm_records_found(workspace uuid, object uuid, search jsonb, most bigint default null) returns setof uuid
language plpgsql stable rows 50 security definer set search_path = public, pg_catalog
as $$
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
end $$;

-- Search texts have the letters that people type: `søren` and `soren` are the same.
select set_config('daybook.workspace', '*', true);
update crm_record
set search = replace(replace(replace(translate(search, 'øłđðħıŧŋĸ', 'olddhitnk'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
where search ~ '[øłđðħıŧŋĸæœþ]';
select set_config('daybook.workspace', '', true);
