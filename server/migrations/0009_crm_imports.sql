-- Imports, and merges of records: what is needed to go on after a crash, and to take them back.

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
  -- Of CSV: what separates its cells, its header, and which attribute each column is; null is left out.
  delimiter text not null default ',',
  header text[] not null default '{}',
  columns text[] not null default '{}',
  -- `uploading` is seen by nobody: its body is still arriving, or never did.
  status text not null default 'uploading'
    check (status in ('uploading', 'pending', 'running', 'completed', 'failed', 'undoing', 'undone')),
  message text,
  size_bytes bigint not null default 0,
  -- How far it has been worked through. Written in the transaction of the rows before it.
  done_bytes bigint not null default 0,
  rows_total integer not null default 0,
  rows_done integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  failed integer not null default 0,
  -- Of an undo: records that were changed since, and were left.
  kept integer not null default 0,
  -- Whoever works on it, and until when nobody else does.
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

-- The body as it arrived, in pieces of one size, so that a place in it is found by division. Gone when it is done.
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

-- What was written stands in crm_change under these transactions; an undo goes through them backwards.
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
  message text not null,
  errors jsonb,
  primary key (workspace_id, import_id, row_number),
  foreign key (workspace_id, import_id) references crm_import on delete cascade
);
call protect('crm_import_error');

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
  -- Links, notes and meetings that went over, and links that the survivor lost.
  moved jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, object_id) references crm_object on delete cascade
);
create index crm_merge_object on crm_merge (workspace_id, object_id);
call protect('crm_merge');

-- The same as before, in another spelling. The planner takes an equality with an expression to hold for one row in two
-- hundred, so that it thought a page of 20 to need thousands of rows, and sorted them all instead of reading an index in
-- its order. Of a function it expects one in three. It is the same function, called by its name.
create or replace function workspace_visible(row_workspace uuid) returns boolean
language sql stable parallel safe
return texteq(row_workspace::text, current_setting('daybook.workspace', true))
  or texteq(current_setting('daybook.workspace', true), '*');
