-- Saved filters of a list in the dashboard. Views of records are in crm_view.
create table saved_view (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  list text not null,
  name text not null,
  is_shared boolean not null,
  -- The parameters of the list's URL.
  filters jsonb not null,
  position integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index saved_view_member on saved_view (workspace_id, member_id);
create index saved_view_list on saved_view (workspace_id, list, position, id);
call protect('saved_view');
call live_table('saved_view', '{insert,update,delete}', 'saved_view', 'id');
