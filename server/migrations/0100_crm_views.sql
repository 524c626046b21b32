-- A filter, an order and columns of an object's records that somebody saved.
create table crm_view (
  workspace_id uuid not null,
  object_id uuid not null,
  id uuid not null,
  member_id text not null,
  name text not null,
  kind text not null check (kind in ('table', 'board')),
  is_shared boolean not null,
  -- As it was sent, but for options, which are stored by their ids.
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
