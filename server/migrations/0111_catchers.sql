-- Where a developer sends webhooks to look at them, for a day.
create table webhook_catcher (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  member_id text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index webhook_catcher_member on webhook_catcher (workspace_id, member_id);
create index webhook_catcher_age on webhook_catcher (expires_at);
call protect('webhook_catcher');

-- Global: a request arrives with the token alone.
create table catcher_token (
  token_hash bytea primary key,
  workspace_id uuid not null references workspace on delete cascade,
  catcher_id uuid not null,
  foreign key (workspace_id, catcher_id) references webhook_catcher on delete cascade
);
create index catcher_token_catcher on catcher_token (workspace_id, catcher_id);

create table caught_request (
  workspace_id uuid not null,
  id uuid not null,
  catcher_id uuid not null,
  received_at timestamptz not null default clock_timestamp(),
  -- Headers and body: tokens and people are in them.
  content_sealed bytea not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, catcher_id) references webhook_catcher on delete cascade
);
create index caught_request_listing on caught_request (workspace_id, catcher_id, received_at, id);
call protect('caught_request');
call live_table('caught_request', '{insert}', 'caught_request', 'catcher_id');

-- Calls are listed over all agents as well.
-- no transaction
create index concurrently outbound_call_newest on outbound_call (workspace_id, created_at, id);
