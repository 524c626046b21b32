-- The CRM: objects with attributes, records with values, links between records, and their history
-- (docs/decisions/0012-crm-storage.md).

create table crm_object (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  slug text not null,
  singular_name text not null,
  plural_name text not null,
  is_standard boolean not null default false,
  is_active boolean not null default true,
  -- The key of the attribute by which a record is named and found.
  primary_attribute text not null default 'id',
  -- What users who are neither owner nor admin may do with its records.
  user_permission text not null default 'write' check (user_permission in ('none', 'read', 'own', 'write')),
  -- A new value with every change of the definition, so that a stale copy is recognized.
  revision uuid not null default gen_random_uuid(),
  -- A deleted object keeps its row until a job has deleted its records; its slug is free at once.
  deleted_at timestamptz,
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, id)
);
create unique index crm_object_slug on crm_object (workspace_id, slug) where deleted_at is null;
create index crm_object_deleted on crm_object (deleted_at) where deleted_at is not null;
call protect('crm_object');
-- Nobody created the objects that every workspace has.
create trigger audit after insert on crm_object for each row when (not new.is_standard)
  execute function audit('crm_object', 'slug', '{revision}');
create trigger audit_change after update or delete on crm_object for each row
  execute function audit('crm_object', 'slug', '{revision}');

-- Without a member: all users have to read everything again.
create function live_permission() returns trigger language plpgsql as $$
begin
  insert into live_change (workspace_id, kind) values (new.workspace_id, 'access');
  return null;
end $$;
create trigger live_permission after update of user_permission on crm_object for each row
  when (old.user_permission is distinct from new.user_permission) execute function live_permission();

-- A relation has an attribute on each of its sides. `from_single`: a record of the from side has at most one partner.
create table crm_relation (
  workspace_id uuid not null,
  id uuid not null,
  from_object_id uuid not null,
  to_object_id uuid not null,
  from_single boolean not null,
  to_single boolean not null,
  primary key (workspace_id, id),
  -- What a link must agree with.
  unique (workspace_id, id, from_object_id, to_object_id, from_single, to_single),
  foreign key (workspace_id, from_object_id) references crm_object on delete cascade,
  foreign key (workspace_id, to_object_id) references crm_object on delete cascade
);
create index crm_relation_from on crm_relation (workspace_id, from_object_id);
create index crm_relation_to on crm_relation (workspace_id, to_object_id);
call protect('crm_relation');

create table crm_attribute (
  workspace_id uuid not null,
  id uuid not null,
  object_id uuid not null,
  position integer not null,
  key text not null,
  label text not null,
  type text not null check (type in ('text', 'number', 'phone_number', 'date', 'datetime', 'checkbox', 'select',
    'multiselect', 'rating', 'relation', 'status', 'user', 'currency')),
  is_required boolean not null default false,
  is_unique boolean not null default false,
  is_archived boolean not null default false,
  is_standard boolean not null default false,
  -- Text that holds several values, each of them unique: the addresses of a person.
  is_list boolean not null default false,
  max_length integer not null default 255,
  validation text check (validation in ('email', 'url', 'domain')),
  -- The column of crm_record by which this attribute is filtered and sorted; without one, it is read from `rest`.
  slot text,
  relation_id uuid,
  relation_side text check (relation_side in ('from', 'to')),
  currency text,
  currency_display text check (currency_display in ('code', 'name', 'symbol')),
  currency_decimal boolean,
  currency_grouping boolean,
  -- Set while the attribute becomes unique: writers claim its values from now on, while those of existing records are claimed in
  -- batches. The id tells builds apart, so that only the last one can finish.
  unique_build uuid,
  unique_build_at timestamptz,
  -- Deleted by itself, not with its object. The row stays, so that the history of records can say what its values meant, and its key
  -- isn't given to another. Its slot is free once the records have been cleared.
  is_removed boolean not null default false,
  deleted_at timestamptz,
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, id),
  check ((type = 'relation') = (num_nonnulls(relation_id, relation_side) = 2)),
  check ((type = 'currency') = (currency is not null)),
  foreign key (workspace_id, object_id) references crm_object on delete cascade,
  foreign key (workspace_id, relation_id) references crm_relation on delete cascade
);
create unique index crm_attribute_key on crm_attribute (workspace_id, object_id, key) where deleted_at is null;
create unique index crm_attribute_slot on crm_attribute (workspace_id, object_id, slot) where slot is not null;
create unique index crm_attribute_side on crm_attribute (workspace_id, relation_id, relation_side)
  where relation_id is not null;
create index crm_attribute_build on crm_attribute (unique_build_at) where unique_build is not null;
call protect('crm_attribute');
-- The log need not name the system's check of a new unique attribute.
create trigger audit after insert on crm_attribute for each row when (not new.is_standard)
  execute function audit('crm_attribute', 'id', '{slot,position,unique_build,unique_build_at}');
create trigger audit_change after update or delete on crm_attribute for each row
  execute function audit('crm_attribute', 'id', '{slot,position,unique_build,unique_build_at}');

create table crm_option (
  workspace_id uuid not null,
  id integer not null,
  attribute_id uuid not null,
  position integer not null,
  value text not null,
  color text not null,
  -- An archived option stays on the records that have it, and can't be chosen again.
  is_archived boolean not null default false,
  -- A deleted option keeps its row, so that the history of a record can still name it.
  deleted_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, attribute_id) references crm_attribute on delete cascade
);
create index crm_option_attribute on crm_option (workspace_id, attribute_id, position);
call protect('crm_option');
call audit_table('crm_option', 'crm_option', 'attribute_id');

-- `data` is the truth: attribute key to value. `rest` and the numbered columns are copies of what can be filtered and sorted, folded so
-- that they compare as people expect, written by one function together with it. Numbers are double precision, as in JSON: comparing
-- `numeric` isn't leakproof, so it can't use an index behind row level security. Changes that leave the indexed columns alone stay
-- within the page of the row if there is room, hence the fill factor.
create table crm_record (
  workspace_id uuid not null,
  object_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  data jsonb not null,
  -- Of attributes that have no column: attribute id to what it is compared by.
  rest jsonb not null default '{}',
  -- Keys that a person has written or emptied: bookings leave them alone.
  by_hand text[] not null default '{}',
  -- Names, addresses and digits of phone numbers, folded: what searches look through.
  search text not null default '',
  t1 text collate "C", t2 text collate "C", t3 text collate "C", t4 text collate "C",
  t5 text collate "C", t6 text collate "C", t7 text collate "C", t8 text collate "C",
  n1 double precision, n2 double precision, n3 double precision, n4 double precision,
  n5 double precision, n6 double precision, n7 double precision, n8 double precision,
  d1 timestamptz, d2 timestamptz, d3 timestamptz, d4 timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, object_id, id),
  foreign key (workspace_id, object_id) references crm_object on delete cascade
) with (fillfactor = 90);
-- All of them are partial: while a table has no statistics, the planner prefers the youngest index that fits, and would read a whole
-- object for every foreign key that is checked.
create index crm_record_t1 on crm_record (workspace_id, object_id, t1, id) where t1 is not null;
create index crm_record_t2 on crm_record (workspace_id, object_id, t2, id) where t2 is not null;
create index crm_record_t3 on crm_record (workspace_id, object_id, t3, id) where t3 is not null;
create index crm_record_t4 on crm_record (workspace_id, object_id, t4, id) where t4 is not null;
create index crm_record_t5 on crm_record (workspace_id, object_id, t5, id) where t5 is not null;
create index crm_record_t6 on crm_record (workspace_id, object_id, t6, id) where t6 is not null;
create index crm_record_t7 on crm_record (workspace_id, object_id, t7, id) where t7 is not null;
create index crm_record_t8 on crm_record (workspace_id, object_id, t8, id) where t8 is not null;
create index crm_record_n1 on crm_record (workspace_id, object_id, n1, id) where n1 is not null;
create index crm_record_n2 on crm_record (workspace_id, object_id, n2, id) where n2 is not null;
create index crm_record_n3 on crm_record (workspace_id, object_id, n3, id) where n3 is not null;
create index crm_record_n4 on crm_record (workspace_id, object_id, n4, id) where n4 is not null;
create index crm_record_n5 on crm_record (workspace_id, object_id, n5, id) where n5 is not null;
create index crm_record_n6 on crm_record (workspace_id, object_id, n6, id) where n6 is not null;
create index crm_record_n7 on crm_record (workspace_id, object_id, n7, id) where n7 is not null;
create index crm_record_n8 on crm_record (workspace_id, object_id, n8, id) where n8 is not null;
create index crm_record_d1 on crm_record (workspace_id, object_id, d1, id) where d1 is not null;
create index crm_record_d2 on crm_record (workspace_id, object_id, d2, id) where d2 is not null;
create index crm_record_d3 on crm_record (workspace_id, object_id, d3, id) where d3 is not null;
create index crm_record_d4 on crm_record (workspace_id, object_id, d4, id) where d4 is not null;
create index crm_record_search on crm_record using gin (object_id, search gin_trgm_ops);
-- Not protect(): the time of the last change belongs to the version. A new copy for searches is no change.
alter table crm_record enable row level security;
alter table crm_record force row level security;
create policy own_workspace on crm_record using (workspace_visible(workspace_id));
create trigger touch before update on crm_record for each row when (new.version <> old.version)
  execute function touch_updated_at();

-- Records by their search text. `search` is a list of variants, one of which must match; a variant is a list of words, all of which must
-- match; a word is a list of patterns, one of which must match. The statement consists of plain LIKEs, which alone use the trigram index.
-- A function, because LIKE can't use an index behind row level security: it runs as its owner and names the workspace itself. It is
-- declared to find few records, so that they are looked up by their ids instead of merged with all.
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

-- When a record last changed, in a table of its own. As an index of crm_record, it would make every change of a record write a new entry
-- into all its indexes, even if only its links changed.
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

create function add_recency() returns trigger language plpgsql as $$
begin
  insert into crm_recency (workspace_id, object_id, record_id, changed_at)
  select workspace_id, object_id, id, updated_at from written;
  return null;
end $$;
create trigger recency_added after insert on crm_record referencing new table as written
  for each statement execute function add_recency();

-- An upsert, since it needs no plan: a join with the written rows could be planned to read the whole table.
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

-- The exact number of records, kept in the transactions that change it; in shares, so that they don't wait for each other.
create table crm_count (
  workspace_id uuid not null,
  object_id uuid not null,
  share smallint not null,
  total bigint not null,
  primary key (workspace_id, object_id, share),
  foreign key (workspace_id, object_id) references crm_object on delete cascade
);
call protect('crm_count');

-- One key for all uniqueness. A key is claimed before its record exists, hence deferred.
create table crm_unique (
  workspace_id uuid not null,
  attribute_id uuid not null,
  key_norm text collate "C" not null,
  object_id uuid not null,
  record_id uuid not null,
  primary key (workspace_id, attribute_id, key_norm),
  foreign key (workspace_id, attribute_id) references crm_attribute on delete cascade,
  foreign key (workspace_id, object_id, record_id) references crm_record on delete cascade
    deferrable initially deferred
);
create index crm_unique_record on crm_unique (workspace_id, object_id, record_id);
call protect('crm_unique');

-- One row for each value of a multiselect (option id) or user attribute (member id): what an array with a GIN index would answer, in a
-- form that stays indexed behind row level security.
create table crm_pick (
  workspace_id uuid not null,
  attribute_id uuid not null,
  value text collate "C" not null,
  object_id uuid not null,
  record_id uuid not null,
  primary key (workspace_id, attribute_id, value, record_id),
  foreign key (workspace_id, attribute_id) references crm_attribute on delete cascade,
  foreign key (workspace_id, object_id, record_id) references crm_record on delete cascade
);
create index crm_pick_record on crm_pick (workspace_id, object_id, record_id, attribute_id);
call protect('crm_pick');

-- Both directions of a link are one row. The two partial unique indexes enforce all four cardinalities, also between simultaneous
-- requests; the foreign keys prove that both records exist, and belong to the right objects.
create table crm_link (
  workspace_id uuid not null,
  relation_id uuid not null,
  from_object_id uuid not null,
  from_id uuid not null,
  to_object_id uuid not null,
  to_id uuid not null,
  from_single boolean not null,
  to_single boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, relation_id, from_id, to_id),
  foreign key (workspace_id, relation_id, from_object_id, to_object_id, from_single, to_single)
    references crm_relation (workspace_id, id, from_object_id, to_object_id, from_single, to_single) on delete cascade,
  foreign key (workspace_id, from_object_id, from_id) references crm_record on delete cascade,
  foreign key (workspace_id, to_object_id, to_id) references crm_record on delete cascade
);
create unique index crm_link_from_single on crm_link (workspace_id, relation_id, from_id) where from_single;
create unique index crm_link_to_single on crm_link (workspace_id, relation_id, to_id) where to_single;
-- A link is looked up by one of its ends or by both. Each index begins with one end and goes on with the other, so that a record with
-- very many links doesn't slow down a lookup by both.
create index crm_link_to on crm_link (to_id, from_id, relation_id, workspace_id);
create index crm_link_from on crm_link (from_id, to_id, relation_id, workspace_id);
call protect('crm_link');

-- What happened to a record, written in the transaction in which it happened. Timeline, history and the feed of changes read it; it
-- outlives the record. No reference to the workspace: to check it for every row was a tenth of the cost of an import, and row level
-- security lets no other workspace in.
create table crm_change (
  workspace_id uuid not null,
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  happened_at timestamptz not null default clock_timestamp(),
  id uuid not null,
  seq bigint not null generated always as identity,
  object_id uuid not null,
  record_id uuid not null,
  kind text not null,
  actor_kind text not null,
  member_id text,
  -- {key: [before, after]}; for a relation [removed ids, added ids]
  diff jsonb not null default '{}',
  -- Refers to a note instead of containing it: a copy would outlive the note, and reach people who may not read it.
  detail jsonb not null default '{}',
  primary key (workspace_id, tx, happened_at, id)
);
create index crm_change_record on crm_change (workspace_id, record_id, happened_at, id);
call protect('crm_change');

-- An import changes thousands of records in a statement, which are one change in a list.
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

-- Changes get a position without gaps in the feed of their workspace once they are committed. The order of transaction ids isn't the
-- order in which changes were applied: a transaction that began first may change a record last.
create table crm_feed (
  workspace_id uuid not null,
  position bigint not null,
  -- The key of the change.
  tx bigint not null,
  happened_at timestamptz not null,
  id uuid not null,
  primary key (workspace_id, position)
);
create index crm_feed_tx on crm_feed (workspace_id, tx, id);
call protect('crm_feed');

-- The progress of a workspace's feed: its last position, and the transaction id below which every change has one.
create table crm_feed_state (
  workspace_id uuid primary key references workspace on delete cascade,
  position bigint not null default 0,
  horizon bigint not null default 0
);
call protect('crm_feed_state');

-- Which person an invitee is. The facts about their meetings (first, last, next, how many) are counted from here.
create table crm_meeting (
  workspace_id uuid not null,
  invitee_id text not null,
  event_id text not null,
  object_id uuid not null,
  person_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  is_cancelled boolean not null default false,
  is_no_show boolean not null default false,
  primary key (workspace_id, invitee_id),
  foreign key (workspace_id, invitee_id) references invitee on delete cascade,
  foreign key (workspace_id, object_id, person_id) references crm_record on delete cascade
);
create index crm_meeting_person on crm_meeting (workspace_id, person_id, starts_at)
  include (is_cancelled, is_no_show);
create index crm_meeting_event on crm_meeting (workspace_id, event_id);
create index crm_meeting_record on crm_meeting (workspace_id, object_id, person_id);
call protect('crm_meeting');

create table crm_note (
  workspace_id uuid not null,
  id uuid not null,
  object_id uuid not null,
  record_id uuid not null,
  -- The author, and who edited it last.
  member_id text,
  editor_id text,
  note text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, object_id, record_id) references crm_record on delete cascade,
  foreign key (workspace_id, member_id) references member,
  foreign key (workspace_id, editor_id) references member
);
create index crm_note_record on crm_note (workspace_id, object_id, record_id, created_at);
call protect('crm_note');
call live_table('crm_note', '{update,delete}', 'crm_record', 'record_id', 'object_id');

-- Tasks about records, an event, or neither (docs/decisions/0109-tasks.md).
create table crm_task (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  title text not null,
  note text,
  -- Due on a day or at an instant, in this time zone.
  due_on date,
  due_at timestamptz,
  timezone text,
  -- The instant, or the end of the day: it is overdue from here on.
  deadline timestamptz,
  -- When its owner is emailed; null once that is done, and without a reminder.
  remind_at timestamptz,
  owner_id text,
  creator_id text,
  event_id text,
  done_at timestamptz,
  done_by text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, owner_id) references member,
  foreign key (workspace_id, creator_id) references member,
  foreign key (workspace_id, done_by) references member,
  foreign key (workspace_id, event_id) references scheduled_event on delete set null (event_id),
  check (due_on is null or due_at is null),
  check ((deadline is null) = (due_on is null and due_at is null) and (deadline is null) = (timezone is null))
);
create index crm_task_owner on crm_task (workspace_id, owner_id, coalesce(deadline, '9999-12-31 00:00:00+00'), id)
  where done_at is null;
create index crm_task_open on crm_task (workspace_id, coalesce(deadline, '9999-12-31 00:00:00+00'), id)
  where done_at is null;
create index crm_task_done on crm_task (workspace_id, done_at desc, id desc) where done_at is not null;
create index crm_task_event on crm_task (workspace_id, event_id) where event_id is not null;
create index crm_task_remind on crm_task (remind_at) where remind_at is not null;
call protect('crm_task');
-- Who changed whose task, without its text.
call audit_table('crm_task', 'task', 'id', '{title,note,deadline,remind_at}');
call live_table('crm_task', '{update}', 'task', 'id');

create table crm_task_record (
  workspace_id uuid not null,
  task_id uuid not null,
  object_id uuid not null,
  record_id uuid not null,
  primary key (workspace_id, task_id, object_id, record_id),
  foreign key (workspace_id, task_id) references crm_task on delete cascade,
  foreign key (workspace_id, object_id, record_id) references crm_record on delete cascade
);
create index crm_task_record_of on crm_task_record (workspace_id, object_id, record_id);
call protect('crm_task_record');
call live_table('crm_task_record', '{insert,delete}', 'task', 'task_id');

-- A saved filter, order and columns of an object's records.
create table crm_view (
  workspace_id uuid not null,
  object_id uuid not null,
  id uuid not null,
  member_id text not null,
  name text not null,
  kind text not null check (kind in ('table', 'board')),
  is_shared boolean not null,
  -- As it was sent, except for options, which are stored by their ids.
  filter jsonb,
  sort text[] not null,
  columns jsonb not null,
  group_by text,
  position integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, object_id, id),
  foreign key (workspace_id, object_id) references crm_object on delete cascade,
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index crm_view_member on crm_view (workspace_id, member_id);
call protect('crm_view');
-- A view stands above the list of its records, and is read again with them. Its own id is no record's.
call live_table('crm_view', '{insert,update,delete}', 'crm_record', '', 'object_id');

-- Deleted records, as long as they can be restored. In a table of their own, they cost lists, counts and unique values nothing.
create table crm_deleted_record (
  workspace_id uuid not null,
  object_id uuid not null,
  id uuid not null,
  version integer not null,
  data jsonb not null,
  by_hand text[] not null,
  -- The rows of other tables that were deleted with it.
  links jsonb not null,
  notes jsonb not null,
  meetings jsonb not null,
  tasks jsonb not null default '[]',
  task_records jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz not null,
  primary key (workspace_id, object_id, id),
  foreign key (workspace_id, object_id) references crm_object on delete cascade
);
create index crm_deleted_record_latest on crm_deleted_record (workspace_id, object_id, deleted_at, id);
create index crm_deleted_record_due on crm_deleted_record (deleted_at);
call protect('crm_deleted_record');

-- Two records that became one, with what is needed to undo it. The id of the merged record leads to its survivor.
create table crm_merge (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  object_id uuid not null,
  survivor_id uuid not null,
  merged_id uuid not null,
  -- The merged record as it was: data, by_hand, created_at.
  merged jsonb not null,
  -- Of the survivor: {key: [before, after]}
  diff jsonb not null,
  -- Links, notes and meetings that were transferred, and links that the survivor lost.
  moved jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, object_id) references crm_object on delete cascade
);
create index crm_merge_object on crm_merge (workspace_id, object_id);
create index crm_merge_merged on crm_merge (workspace_id, merged_id) where undone_at is null;
call protect('crm_merge');

-- An import of records, with what is needed to continue after a crash, and to undo it.
create table crm_import (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  object_id uuid not null,
  -- On whose behalf its rows are written.
  actor_kind text not null,
  member_id text,
  format text not null check (format in ('csv', 'ndjson')),
  matching_attribute text,
  is_dry_run boolean not null,
  -- Of CSV: the separator of its cells, its header, and the attribute of each column; null leaves the column out.
  delimiter text not null default ',',
  header text[] not null default '{}',
  columns text[] not null default '{}',
  -- How the numbers and dates of a column are written, from the request or from its cells, which are all read first.
  notations text[] not null default '{}',
  needs_scan boolean not null default false,
  -- `uploading` is shown to nobody: its body is still arriving, or never did.
  status text not null default 'uploading'
    check (status in ('uploading', 'pending', 'running', 'completed', 'failed', 'cancelled', 'undoing', 'undone')),
  message text,
  size_bytes bigint not null default 0,
  -- Its progress, written in the transaction of the rows before it.
  done_bytes bigint not null default 0,
  rows_total integer not null default 0,
  rows_done integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  failed integer not null default 0,
  -- Rows of which some fields could not be imported.
  partial integer not null default 0,
  -- Of an undo: records that were changed since, and were left alone.
  kept integer not null default 0,
  -- The process that works on it, and its lease.
  worker uuid,
  leased_until timestamptz not null default now(),
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, object_id) references crm_object on delete cascade
);
create index crm_import_object on crm_import (workspace_id, object_id);
-- What a worker looks for, over all workspaces.
create index crm_import_open on crm_import (leased_until) where status in ('uploading', 'pending', 'running', 'undoing');
call protect('crm_import');

-- The body as it arrived, in pieces of one size, so that a position in it is found by division. Deleted at the end.
create table crm_import_chunk (
  workspace_id uuid not null,
  import_id uuid not null,
  number integer not null,
  bytes bytea not null,
  primary key (workspace_id, import_id, number),
  foreign key (workspace_id, import_id) references crm_import on delete cascade
);
alter table crm_import_chunk alter column bytes set storage external;
call protect('crm_import_chunk');

-- The transactions under which crm_change has what was written; an undo goes through them backwards.
create table crm_import_batch (
  workspace_id uuid not null,
  import_id uuid not null,
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (workspace_id, import_id, tx),
  foreign key (workspace_id, import_id) references crm_import on delete cascade
);
call protect('crm_import_batch');

create table crm_import_error (
  workspace_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  status text not null default 'failed' check (status in ('failed', 'partial')),
  message text not null,
  errors jsonb,
  primary key (workspace_id, import_id, row_number),
  foreign key (workspace_id, import_id) references crm_import on delete cascade
);
call protect('crm_import_error');

-- A dry run rolls each of its batches back. The unique values they would have claimed are remembered until it ends, so that a later
-- batch finds them.
create table crm_import_key (
  workspace_id uuid not null,
  import_id uuid not null,
  attribute_id uuid not null,
  key_norm text collate "C" not null,
  record_id uuid not null,
  row_number integer not null,
  primary key (workspace_id, import_id, attribute_id, key_norm),
  foreign key (workspace_id, import_id) references crm_import on delete cascade
);
call protect('crm_import_key');

-- The objects that every workspace has.
create function crm_furnish(workspace uuid) returns void language plpgsql as $$
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
end $$;
