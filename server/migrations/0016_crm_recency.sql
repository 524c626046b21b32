-- When a record last changed, in a table of its own. While this was an index of crm_record, every change of a record wrote
-- a new entry into all its indexes, also where only its links had changed. Without it, such a change stays within the page
-- of the row, if there is room: hence the fill factor.
create table crm_recency (
  workspace_id uuid not null,
  object_id uuid not null,
  record_id uuid not null,
  changed_at timestamptz not null,
  primary key (workspace_id, object_id, record_id)
);
create index crm_recency_changed on crm_recency (workspace_id, object_id, changed_at, record_id)
  where changed_at > '-infinity';
call protect('crm_recency');
-- An ordinary login is bound by row level security as well.
select set_config('daybook.workspace', '*', true);
insert into crm_recency (workspace_id, object_id, record_id, changed_at)
select workspace_id, object_id, id, updated_at from crm_record;
select set_config('daybook.workspace', '', true);

drop index crm_record_updated;
alter table crm_record set (fillfactor = 90);

create function add_recency() returns trigger language plpgsql as $$
begin
  insert into crm_recency (workspace_id, object_id, record_id, changed_at)
  select workspace_id, object_id, id, updated_at from written;
  return null;
end $$;
create trigger recency_added after insert on crm_record referencing new table as written
  for each statement execute function add_recency();

-- An upsert, since it needs no plan: a join with what was written could be planned to go through the whole table.
create function change_recency() returns trigger language plpgsql as $$
begin
  insert into crm_recency as r (workspace_id, object_id, record_id, changed_at)
  select workspace_id, object_id, id, updated_at from written
  on conflict (workspace_id, object_id, record_id) do update set changed_at = excluded.changed_at
  where r.changed_at <> excluded.changed_at;
  return null;
end $$;
create trigger recency_changed after update on crm_record referencing new table as written
  for each statement execute function change_recency();

create function forget_recency() returns trigger language plpgsql as $$
begin
  delete from crm_recency where ctid = any (array(
    select r.ctid from deleted d cross join lateral (
      select ctid from crm_recency
      where workspace_id = d.workspace_id and object_id = d.object_id and record_id = d.id
      limit 1) r));
  return null;
end $$;
create trigger recency_forgotten after delete on crm_record referencing old table as deleted
  for each statement execute function forget_recency();
