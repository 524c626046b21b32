-- A user's events as a calendar that others can subscribe to, at a secret address.
create table calendar_feed (
  workspace_id uuid not null,
  member_id text not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, member_id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
call protect('calendar_feed');
call audit_table('calendar_feed', 'calendar_feed', 'member_id');

-- Global: a subscriber asks without a workspace.
create table calendar_feed_token (
  token_hash bytea primary key,
  workspace_id uuid not null references workspace on delete cascade,
  member_id text not null,
  foreign key (workspace_id, member_id) references calendar_feed on delete cascade
);
create unique index calendar_feed_token_member on calendar_feed_token (workspace_id, member_id);
