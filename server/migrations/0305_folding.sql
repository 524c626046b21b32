-- Text as the server folds it for search, filters and sorting: `Søren O’Brien` is `soren obrien`.
create or replace function folded(value text) returns text
language sql immutable parallel safe
as $$
  select replace(replace(replace(replace(translate(lower(regexp_replace(normalize(replace(value, '´', ''''), NFKD),
    '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')), 'øłđðħıŧŋĸ''’‘‛ʼʻʹ`′', 'olddhitnk'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;

-- What is stored is folded but for these letters and apostrophes. The triggers are for programs of before, which write others while
-- the rows that there are change; the last part drops them.
create function refolded(value text) returns text language sql immutable parallel safe as $$
  select replace(replace(replace(translate(value, 'øłđðħıŧŋĸ''’‘‛ʼʻʹ`′', 'olddhitnk'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;
create function refold_record() returns trigger language plpgsql as $$
begin
  new.search := refolded(new.search);
  new.rest := refolded(new.rest::text)::jsonb;
  new.t1 := refolded(new.t1); new.t2 := refolded(new.t2); new.t3 := refolded(new.t3); new.t4 := refolded(new.t4);
  new.t5 := refolded(new.t5); new.t6 := refolded(new.t6); new.t7 := refolded(new.t7); new.t8 := refolded(new.t8);
  return new;
end $$;
create trigger refold before insert or update on crm_record for each row
  when ((new.search || coalesce(new.t1, '') || coalesce(new.t2, '') || coalesce(new.t3, '') || coalesce(new.t4, '')
    || coalesce(new.t5, '') || coalesce(new.t6, '') || coalesce(new.t7, '') || coalesce(new.t8, '') || new.rest::text)
    ~ '[øłđðħıŧŋĸæœþ''’‘‛ʼʻʹ`′]')
  execute function refold_record();
create function refold_event() returns trigger language plpgsql as $$
begin
  new.search := refolded(new.search);
  return new;
end $$;
create trigger refold before insert or update of search on scheduled_event for each row
  when (new.search ~ '[øłđðħıŧŋĸæœþ''’‘‛ʼʻʹ`′]') execute function refold_event();

-- batches of crm_record
update crm_record set search = search
where concat(search, t1, t2, t3, t4, t5, t6, t7, t8, rest::text) ~ '[øłđðħıŧŋĸæœþ''’‘‛ʼʻʹ`′]' and :batch;
-- batches of scheduled_event
update scheduled_event set search = search where search ~ '[øłđðħıŧŋĸæœþ''’‘‛ʼʻʹ`′]' and :batch;

-- next transaction
drop trigger refold on crm_record;
drop function refold_record();
-- next transaction
drop trigger refold on scheduled_event;
drop function refold_event();
drop function refolded(text);
