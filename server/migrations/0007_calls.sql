-- Who calls, and by which rules.
create table agent (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  name text not null,
  first_message text,
  prompt text,
  phone_number text,
  is_published boolean not null,
  is_enabled boolean not null,
  max_attempts integer not null check (max_attempts >= 1),
  retry_delay_minutes integer not null check (retry_delay_minutes >= 1),
  -- [{"day": "Mon", "timesets": [["09:00", "17:00"]]}, ...] on the clock of who is called; null is at any time
  calling_hours jsonb,
  provider text not null,
  -- A deleted agent keeps its row, since its calls name it.
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index agent_listing on agent (workspace_id, created_at, id) where deleted_at is null;
call protect('agent');

create table outbound_call (
  workspace_id uuid not null,
  id uuid not null,
  agent_id uuid not null,
  provider text not null,
  -- Whose token queued it.
  queued_by text,
  phone_number text not null,
  email text not null,
  full_name text not null,
  additional_data text,
  first_message text,
  scheduled_at timestamptz,
  status text not null default 'pending'
    check (status in ('pending', 'in_progress', 'completed', 'failed', 'cancelled')),
  -- When the next attempt may begin; null while one is under way, and at the end.
  due_at timestamptz,
  triggered_at timestamptz,
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, agent_id) references agent on delete cascade,
  foreign key (workspace_id, queued_by) references member on delete set null (queued_by),
  check (due_at is null or status in ('pending', 'in_progress'))
);
create index outbound_call_listing on outbound_call (workspace_id, agent_id, created_at, id);
create index outbound_call_due on outbound_call (due_at) where due_at is not null;
call protect('outbound_call');

-- One dialling of one call. The row is committed before anything is dialled: a number whose attempt is not here was not
-- called, and one whose attempt is here is not called for it again.
create table call_attempt (
  workspace_id uuid not null,
  call_id uuid not null,
  attempt integer not null,
  id uuid not null,
  -- starting: perhaps dialled. active: dialled, and the provider knows it. ended: nothing follows.
  state text not null default 'starting' check (state in ('starting', 'active', 'ended')),
  -- When somebody must ask the provider what became of it. Before that it belongs to whoever is placing it.
  check_at timestamptz,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('answered', 'voicemail', 'not_answered', 'busy', 'unknown')),
  error text,
  duration_seconds integer,
  transcript text,
  summary text,
  recording_url text,
  event_uuid text,
  primary key (workspace_id, call_id, attempt),
  unique (workspace_id, id),
  foreign key (workspace_id, call_id) references outbound_call on delete cascade,
  check ((state = 'ended') = (ended_at is not null)),
  check ((state = 'ended') = (check_at is null))
);
-- At most one attempt of a call is under way, whatever the workers believe.
create unique index call_attempt_alone on call_attempt (workspace_id, call_id) where state <> 'ended';
create index call_attempt_check on call_attempt (check_at) where check_at is not null;
call protect('call_attempt');

-- Global: a voice platform reports by the call's id, without a workspace.
create table call_address (
  call_id uuid primary key,
  workspace_id uuid not null references workspace on delete cascade,
  foreign key (workspace_id, call_id) references outbound_call on delete cascade
);

create table do_not_call (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  phone_number text not null,
  reason text,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, phone_number)
);
call protect('do_not_call');
