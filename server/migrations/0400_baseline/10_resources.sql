-- Rooms, equipment and other things that events take beside their hosts (docs/decisions/0107).
create table resource (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  name text not null,
  -- A word of the workspace, such as Room. It never changes: pages name what they need by it.
  kind text not null,
  -- For how many people; null for any number.
  capacity integer check (capacity > 0),
  -- Shown to invitees.
  location text,
  is_active boolean not null default true,
  -- Past events still name a deleted resource.
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index resource_name on resource (workspace_id, lower(kind), lower(name)) where deleted_at is null;
create index resource_kind on resource (workspace_id, kind);
call protect('resource');
call audit_table('resource', 'resource');
