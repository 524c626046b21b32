-- What every slice uses. The table of applied migrations is created before any of them, by the program.

-- Global: what belongs to the installation as a whole, such as the key that seals secrets.
create table installation (
  name text primary key,
  value text not null
);

-- Global: public addresses carry no workspace, so the slugs of users and teams are unique in the installation.
create table owner_slug (
  slug text primary key,
  workspace_id uuid not null references workspace on delete cascade,
  member_id text,
  team_id uuid,
  check (num_nonnulls(member_id, team_id) = 1),
  foreign key (workspace_id, member_id) references member on delete cascade,
  foreign key (workspace_id, team_id) references team on delete cascade
);
create index owner_slug_member on owner_slug (workspace_id, member_id);
create index owner_slug_team on owner_slug (workspace_id, team_id);

-- Global: attempts at passwords and codes by account, device and IP address, shared by all processes.
create table throttle (
  key_hash bytea primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index throttle_end on throttle (ends_at);

-- Integer ids shown to callers count per workspace, so that none reveals how much the installation holds.
create table counter (
  workspace_id uuid not null references workspace on delete cascade,
  name text not null,
  value integer not null,
  primary key (workspace_id, name)
);
call protect('counter');

-- The response to a POST with an Idempotency-Key, committed together with what the request did. The body is encrypted with a key made
-- from the caller's own secret, since a response may show a secret that is stored nowhere else.
create table idempotency (
  workspace_id uuid not null references workspace on delete cascade,
  caller text not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  status smallint,
  body bytea,
  -- Of requests that act elsewhere before their transaction, such as a test delivery: the key is claimed first, in a transaction of
  -- its own, so that a simultaneous duplicate doesn't act as well. An abandoned claim expires.
  claim uuid,
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (workspace_id, caller, key_hash)
);
create index idempotency_age on idempotency (created_at);
call protect('idempotency');

-- What happened and has pending effects. A row is written in the transaction in which it happened, and deleted in the transaction that
-- writes its last effect.
create table outbox (
  workspace_id uuid not null references workspace on delete cascade,
  -- Rows of one stream take effect in the order of their positions. Writers to a stream hold a lock on its subject, so this is also the
  -- order of their commits.
  stream text not null,
  position bigint not null generated always as identity,
  id uuid not null,
  name text not null,
  payload jsonb not null,
  actor_kind text not null,
  member_id text,
  published_at timestamptz not null default clock_timestamp(),
  -- Reactions that have run already, while another one of the same row has failed or waits.
  done text[] not null default '{}',
  attempts integer not null default 0,
  run_at timestamptz not null default clock_timestamp(),
  -- After the last attempt; the row stays until somebody retries it.
  failed_at timestamptz,
  error text,
  primary key (workspace_id, stream, position)
);
create index outbox_due on outbox (workspace_id, run_at, position) where failed_at is null;
create index outbox_failed on outbox (workspace_id, failed_at) where failed_at is not null;
call protect('outbox');
