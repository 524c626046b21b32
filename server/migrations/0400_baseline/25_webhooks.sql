-- Subscriptions: which events are sent to which address, and how deliveries have been going.
create table webhook (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  member_id text not null,
  name text,
  description text,
  callback_url text not null,
  scope text not null check (scope in ('user', 'organization')),
  events text[] not null check (cardinality(events) > 0),
  -- { eventTypes, teams, users, objects }, each a list of ids or left out; null for everything.
  filter jsonb,
  -- Custom headers as JSON; their names are shown, their values never.
  header_names text[] not null default '{}',
  headers_sealed bytea,
  token_sealed bytea,
  secret_sealed bytea not null,
  -- While a secret is being replaced, deliveries carry a signature of each.
  old_secret_sealed bytea,
  old_secret_until timestamptz,
  -- Since the last successful delivery: how many failed in a row, and since when.
  failures integer not null default 0,
  failing_since timestamptz,
  warned_hours integer not null default 0,
  -- No delivery starts before this: the endpoint asked for a pause, or the circuit breaker did.
  paused_until timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  -- Since then it belongs to the organization, because its creator was deactivated or is no longer an admin; null while it belongs to
  -- its creator.
  passed_at timestamptz,
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index webhook_listing on webhook (workspace_id, created_at, id);
create index webhook_member on webhook (workspace_id, member_id);
-- Not protect(): updated_at says what people changed, not how deliveries went.
alter table webhook enable row level security;
alter table webhook force row level security;
create policy own_workspace on webhook using (workspace_visible(workspace_id));
create trigger touch before update of name, description, callback_url, scope, events, token_sealed, secret_sealed
  on webhook for each row execute function touch_updated_at();
call audit_table('webhook', 'webhook', 'id', '{failures,failing_since,warned_hours,paused_until,old_secret_until}');

-- The audit log doesn't record how deliveries go.
create function live_webhook() returns trigger language plpgsql as $$
begin
  insert into live_change (workspace_id, kind, object_id) values (new.workspace_id, 'webhook', new.id);
  return null;
end $$;
create trigger live_update after update of failing_since on webhook for each row
  when (old.failing_since is distinct from new.failing_since) execute function live_webhook();

-- What happened, as of that moment: the very text that is sent, so that every retry has the same bytes. The id is the webhook-id header.
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

-- One event for one subscription, written in the transaction in which it happened. No reference to its event: both are written by one
-- statement and deleted by age, and every index here is paid for at each step of a delivery.
create table webhook_delivery (
  workspace_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  -- Deliveries with the same key to one subscription are sent one after the other, by seq.
  ordering_key text not null,
  seq bigint not null generated always as identity,
  status text not null default 'pending' check (status in ('pending', 'sending', 'delivered', 'failed', 'skipped')),
  attempt integer not null default 0,
  failures integer not null default 0,
  -- When it may be sent. While it is being sent: the end of the lease.
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
create index webhook_delivery_age on webhook_delivery (finished_at) where finished_at is not null;
call protect('webhook_delivery');

-- Every finished attempt. No reference to its delivery: to check one would cost as much as the row.
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
create trigger append_only before update on webhook_attempt for each row execute function refuse_change();

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
  -- Headers and body, which contain tokens and personal data.
  content_sealed bytea not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, catcher_id) references webhook_catcher on delete cascade
);
create index caught_request_listing on caught_request (workspace_id, catcher_id, received_at, id);
call protect('caught_request');
call live_table('caught_request', '{insert}', 'caught_request', 'catcher_id');
