-- The CRM: objects with attributes, records with values, links between records, and what happened to them.
-- docs/decisions/0012-crm-storage.md says why it looks like this.

create extension if not exists btree_gin;

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
  -- Another value with every change of the definition, so that a copy of it can be told to be stale.
  revision uuid not null default gen_random_uuid(),
  -- A deleted object keeps its row until a job has cleared its records away; its slug is free at once.
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index crm_object_slug on crm_object (workspace_id, slug) where deleted_at is null;
call protect('crm_object');

-- A relation is one thing with an attribute on each of its sides. `from_single`: a record of the from side has at most
-- one partner.
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
  -- The column of crm_record by which this attribute is filtered and sorted; without one it is read from `rest`.
  slot text,
  relation_id uuid,
  relation_side text check (relation_side in ('from', 'to')),
  currency text,
  currency_display text check (currency_display in ('code', 'name', 'symbol')),
  currency_decimal boolean,
  currency_grouping boolean,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
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
call protect('crm_attribute');

create table crm_option (
  workspace_id uuid not null,
  id integer not null,
  attribute_id uuid not null,
  position integer not null,
  value text not null,
  color text not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, attribute_id) references crm_attribute on delete cascade
);
create index crm_option_attribute on crm_option (workspace_id, attribute_id, position);
call protect('crm_option');

-- `data` is the truth: attribute key to value. The columns after it are copies of what can be filtered and sorted, folded
-- so that they compare as people expect, written by one function together with it. Numbers are double precision, as in
-- JSON: comparing `numeric` is not leakproof, so it can't use an index behind row level security.
create table crm_record (
  workspace_id uuid not null,
  object_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  data jsonb not null,
  -- The same for attributes that have no column: attribute id to what it is compared by.
  rest jsonb not null default '{}',
  -- Keys that a person has written or emptied: what a booking leaves alone.
  by_hand text[] not null default '{}',
  -- Names, addresses and digits of phone numbers, folded: what `search` looks through.
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
);
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
create index crm_record_updated on crm_record (workspace_id, object_id, updated_at, id);
create index crm_record_search on crm_record using gin (object_id, search gin_trgm_ops);
call protect('crm_record');

-- Exact number of records, kept in the transactions that change it; in shares, so that they do not wait for each other.
create table crm_count (
  workspace_id uuid not null,
  object_id uuid not null,
  share smallint not null,
  total bigint not null,
  primary key (workspace_id, object_id, share),
  foreign key (workspace_id, object_id) references crm_object on delete cascade
);
call protect('crm_count');

-- One key for all uniqueness. A key is claimed before its record is there, hence deferred.
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

-- One row per value of a multiselect (option id) or user attribute (member id): what an array with a GIN index would
-- answer, in a form that row level security leaves indexed.
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

-- Both directions of a link are one row. The two partial unique indexes hold all four cardinalities, whoever comes at the
-- same moment; the keys prove that both records are there, and of the right objects.
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
create index crm_link_back on crm_link (workspace_id, relation_id, to_id, from_id);
create index crm_link_from on crm_link (workspace_id, from_object_id, from_id);
create index crm_link_to on crm_link (workspace_id, to_object_id, to_id);
call protect('crm_link');

-- What happened to a record, written in the transaction in which it happened. Timeline, history and the feed of changes
-- read it; it outlives the record. `tx` orders the feed: rows of transactions that are still running sort after all that
-- a reader has been shown.
create table crm_change (
  workspace_id uuid not null references workspace on delete cascade,
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  happened_at timestamptz not null default clock_timestamp(),
  id uuid not null,
  object_id uuid not null,
  record_id uuid not null,
  kind text not null,
  actor_kind text not null,
  member_id text,
  -- {key: [before, after]}; for a relation [removed ids, added ids]
  diff jsonb not null default '{}',
  detail jsonb not null default '{}',
  primary key (workspace_id, tx, happened_at, id)
);
create index crm_change_record on crm_change (workspace_id, record_id, happened_at, id);
call protect('crm_change');

-- Which person an invitee is. The facts of their meetings (first, last, next, how many) are counted from here.
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
  member_id text,
  note text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, object_id, record_id) references crm_record on delete cascade,
  foreign key (workspace_id, member_id) references member
);
create index crm_note_record on crm_note (workspace_id, object_id, record_id, created_at);
call protect('crm_note');

-- Records whose search text holds a pattern. A function of its own because LIKE can't use an index behind row level
-- security; it runs as its owner and names the workspace itself.
create function crm_records_matching(workspace uuid, object uuid, pattern text) returns setof uuid
language sql stable security definer set search_path = public, pg_catalog
as $$
  select id from crm_record where workspace_id = workspace and object_id = object and search like pattern
$$;

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

-- Workspaces that are there already.
do $$
declare
  found uuid;
begin
  perform set_config('daybook.workspace', '*', true);
  for found in select workspace_id from workspace loop
    perform crm_furnish(found);
  end loop;
end $$;
