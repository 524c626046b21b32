-- What happened and has effects that are still to come. A row is written in the transaction in which it happened, and is
-- deleted in the transaction that writes its last effect. What has no effects of this kind has no row.
drop table outbox;
create table outbox (
  workspace_id uuid not null references workspace on delete cascade,
  -- Rows of one stream take effect in the order of their positions. Whoever writes to a stream holds a lock on what it is
  -- about, so this is also the order in which they were committed.
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
  -- Given up after the last attempt; kept until somebody tries it again.
  failed_at timestamptz,
  error text,
  primary key (workspace_id, stream, position)
);
create index outbox_due on outbox (workspace_id, run_at, position) where failed_at is null;
create index outbox_failed on outbox (workspace_id, failed_at) where failed_at is not null;
call protect('outbox');
