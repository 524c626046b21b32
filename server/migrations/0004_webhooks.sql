-- Who wants to be told what, at which address, and how that address has been doing.
create table webhook (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  member_id text not null,
  name text,
  description text,
  callback_url text not null,
  scope text not null check (scope in ('user', 'organization')),
  events text[] not null check (cardinality(events) > 0),
  token_sealed bytea,
  secret_sealed bytea not null,
  -- While a secret is being replaced, deliveries carry a signature of each.
  old_secret_sealed bytea,
  old_secret_until timestamptz,
  -- Since the last delivery that arrived: how many failed in a row, and since when.
  failures integer not null default 0,
  failing_since timestamptz,
  warned_hours integer not null default 0,
  -- No delivery starts before this: the endpoint asked for a pause, or the circuit breaker did.
  paused_until timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index webhook_listing on webhook (workspace_id, created_at, id);
create index webhook_member on webhook (workspace_id, member_id);
alter table webhook enable row level security;
alter table webhook force row level security;
create policy own_workspace on webhook using (workspace_visible(workspace_id));
-- updated_at tells what people changed; how deliveries went is not a change.
create trigger touch before update of name, description, callback_url, scope, events, token_sealed, secret_sealed
  on webhook for each row execute function touch_updated_at();

-- What happened, as it was at that moment: the very text that is sent, so that every retry has the same bytes. The id is
-- the webhook-id header.
create table webhook_event (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  name text not null,
  payload text not null,
  told_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id)
);
create index webhook_event_age on webhook_event (told_at);
call protect('webhook_event');

-- One event for one subscription. Written in the transaction of what happened. It refers to its event by hand: both are
-- written by one statement and thrown away by age, and every index here is paid for at each step of a delivery.
create table webhook_delivery (
  workspace_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  -- Deliveries with the same key to one subscription go out one after the other, by seq.
  ordering_key text not null,
  seq bigint not null generated always as identity,
  status text not null default 'pending' check (status in ('pending', 'sending', 'delivered', 'failed', 'skipped')),
  attempt integer not null default 0,
  failures integer not null default 0,
  -- When it may be sent. While it is being sent: when the lease ends and somebody else may.
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, webhook_id) references webhook on delete cascade
);
create index webhook_delivery_due on webhook_delivery (workspace_id, webhook_id, due_at, seq) where finished_at is null;
create index webhook_delivery_chain on webhook_delivery (workspace_id, webhook_id, ordering_key, seq)
  where finished_at is null;
create index webhook_delivery_listing on webhook_delivery (workspace_id, webhook_id, created_at, id);
call protect('webhook_delivery');

-- Every attempt that came to an end, as it was. No reference to its delivery: checking one would cost as much as the row.
create table webhook_attempt (
  workspace_id uuid not null,
  delivery_id uuid not null,
  attempt integer not null,
  started_at timestamptz not null,
  connect_ms integer,
  first_byte_ms integer,
  total_ms integer not null,
  status_code integer,
  error text,
  response text,
  primary key (workspace_id, delivery_id, attempt)
);
create index webhook_attempt_age on webhook_attempt (started_at);
call protect('webhook_attempt');

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are never changed.', tg_table_name;
end $$;
create trigger append_only before update on webhook_attempt for each row execute function refuse_change();
