-- Deleted records, for as long as they can be restored. In a table of their own they cost lists, counts and unique values
-- nothing.
create table crm_deleted_record (
  workspace_id uuid not null,
  object_id uuid not null,
  id uuid not null,
  version integer not null,
  data jsonb not null,
  by_hand text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz not null,
  -- The rows of crm_link, crm_note and crm_meeting that were deleted with it.
  links jsonb not null,
  notes jsonb not null,
  meetings jsonb not null,
  primary key (workspace_id, object_id, id),
  foreign key (workspace_id, object_id) references crm_object on delete cascade
);
create index crm_deleted_record_latest on crm_deleted_record (workspace_id, object_id, deleted_at, id);
create index crm_deleted_record_due on crm_deleted_record (deleted_at);
call protect('crm_deleted_record');

create index crm_object_deleted on crm_object (deleted_at) where deleted_at is not null;
