-- Rooms, equipment and whatever else events take beside their hosts (docs/decisions/0107).
create table resource (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  name text not null,
  -- A word of the workspace, such as Room. It never changes: pages name what they need by it.
  kind text not null,
  -- How many people it is for; null: any number.
  capacity integer check (capacity > 0),
  -- Where it is. Invitees read it.
  location text,
  is_active boolean not null default true,
  -- What took it before still names it.
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index resource_name on resource (workspace_id, lower(kind), lower(name)) where deleted_at is null;
create index resource_kind on resource (workspace_id, kind);
call protect('resource');
call audit_table('resource', 'resource');

-- The kinds that an event of the page takes one of each: [{ kind, resourceIds }], with null for any of the kind.
alter table event_type add column resources jsonb not null default '[]';

-- Which resources an event or a hold has, and when that keeps them from others: its time with its buffers, as for hosts. Rows come
-- before their event, hence deferred.
create table event_resource (
  workspace_id uuid not null,
  -- Of a hold: its own id.
  event_id text not null,
  resource_id uuid not null,
  position integer not null,
  busy_from timestamptz not null,
  busy_to timestamptz not null,
  during tstzrange not null generated always as (tstzrange(busy_from, busy_to)) stored,
  blocking boolean not null default true,
  hold_id text check (hold_id = event_id),
  booked_event_id text generated always as (case when hold_id is null then event_id end) stored,
  primary key (workspace_id, event_id, resource_id),
  foreign key (workspace_id, booked_event_id) references scheduled_event
    on delete cascade deferrable initially deferred,
  foreign key (workspace_id, hold_id) references hold on delete cascade,
  foreign key (workspace_id, resource_id) references resource,
  constraint event_resource_never_twice
    exclude using gist (workspace_id with =, resource_id with =, during with &&) where (blocking)
);
create index event_resource_busy on event_resource (workspace_id, resource_id, busy_from) include (busy_to, event_id, hold_id)
  where blocking;
create index event_resource_hold on event_resource (workspace_id, hold_id) where hold_id is not null;
call protect('event_resource');
call availability_table('event_resource', 'resource_id');
