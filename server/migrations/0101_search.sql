-- Text without case and accents, as the server folds it for search: `Søren` is `soren`.
create function folded(value text) returns text
language sql immutable parallel safe
as $$
  select replace(replace(replace(replace(translate(lower(regexp_replace(normalize(value, NFKD),
    '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')), 'øłđðħıŧŋĸ', 'olddhitnk'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;

-- Events whose search text has every word, each in one of its patterns; with a host, only those that they host. As
-- `crm_records_found`, it builds the statement of plain LIKEs, which alone use the trigram index, and runs as its owner,
-- because LIKE can't use an index behind row level security.
create function events_found(workspace uuid, host text, words jsonb, most bigint) returns setof text
language plpgsql stable rows 20 security definer set search_path = public, pg_catalog
as $$
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
end $$;
