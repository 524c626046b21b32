-- Agents that call people, and by which rules.
create table agent (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  name text not null,
  provider text not null,
  phone_number text,
  language text not null default 'en',
  prompt text,
  first_message text,
  -- What it says on an answering machine.
  voicemail_message text,
  is_published boolean not null,
  is_enabled boolean not null,
  -- Of agents on this machine: the page whose times they offer, and their voice.
  event_type_id uuid,
  voice text not null default 'slt',
  max_attempts integer not null check (max_attempts >= 1),
  retry_delay_minutes integer not null check (retry_delay_minutes >= 1),
  -- {"busy": 15, "notAnswered": 120, "voicemail": null, "failed": 1} in minutes; null for retry_delay_minutes after each
  retry_delays jsonb,
  -- [{"day": "Mon", "timesets": [["09:00", "17:00"]]}, ...] in the recipient's time zone; null for any time
  calling_hours jsonb,
  record_calls boolean not null default false,
  recording_days integer not null default 30,
  -- A deleted agent keeps its row, since its calls name it.
  deleted_at timestamptz,
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, event_type_id) references event_type on delete set null (event_type_id)
);
create index agent_listing on agent (workspace_id, created_at, id) where deleted_at is null;
create index agent_event_type on agent (workspace_id, event_type_id) where event_type_id is not null;
call protect('agent');
call audit_table('agent', 'agent');

create table outbound_call (
  workspace_id uuid not null,
  id uuid not null,
  agent_id uuid not null,
  provider text not null,
  -- The owner of the token that queued it.
  queued_by text,
  phone_number text not null,
  email text not null,
  full_name text not null,
  -- The recipient's time zone, when the caller knows better than the number.
  time_zone text,
  additional_data text,
  first_message text,
  scheduled_at timestamptz,
  status text not null default 'pending'
    check (status in ('pending', 'in_progress', 'completed', 'failed', 'cancelled')),
  -- When the next attempt may begin; null during an attempt, and at the end.
  due_at timestamptz,
  triggered_at timestamptz,
  error text,
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, agent_id) references agent on delete cascade,
  foreign key (workspace_id, queued_by) references member on delete set null (queued_by),
  check (due_at is null or status in ('pending', 'in_progress'))
);
create index outbound_call_listing on outbound_call (workspace_id, agent_id, created_at, id);
create index outbound_call_newest on outbound_call (workspace_id, created_at, id);
create index outbound_call_due on outbound_call (due_at) where due_at is not null;
call protect('outbound_call');
call live_table('outbound_call', '{insert,update}', 'outbound_call', 'id');

-- One attempt of one call. The row is committed before anything is dialed: a number without a row was not called, and one with a row is
-- not called for it again.
create table call_attempt (
  workspace_id uuid not null,
  call_id uuid not null,
  attempt integer not null,
  id uuid not null,
  -- starting: perhaps dialed. active: dialed, and the provider knows it. ended: nothing follows.
  state text not null default 'starting' check (state in ('starting', 'active', 'ended')),
  -- When the provider must be asked what became of it. Before that, it belongs to the process that places it.
  check_at timestamptz,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('answered', 'voicemail', 'not_answered', 'busy', 'unknown')),
  -- What the telephone network reported; null where the outcome says it.
  telephony text,
  -- The trunk refused the server and not the number: such an attempt doesn't count.
  is_line_refused boolean not null default false,
  error text,
  duration_seconds integer,
  -- [{"atMs": 0, "speaker": "agent", "text": "Hello.", "confidence": null}, ...]
  turns jsonb,
  transcript text,
  summary text,
  recording_url text,
  -- The result of the conversation.
  result text,
  callback_at timestamptz,
  link_sent boolean not null default false,
  event_uuid text,
  -- What the provider charged, if it says so.
  cost_amount numeric(12, 4),
  cost_currency text,
  primary key (workspace_id, call_id, attempt),
  unique (workspace_id, id),
  foreign key (workspace_id, call_id) references outbound_call on delete cascade,
  check ((state = 'ended') = (ended_at is not null)),
  check ((state = 'ended') = (check_at is null))
);
-- At most one attempt of a call is in progress, whatever the workers believe.
create unique index call_attempt_alone on call_attempt (workspace_id, call_id) where state <> 'ended';
create index call_attempt_check on call_attempt (check_at) where check_at is not null;
call protect('call_attempt');
-- Shows users who watch a call that it rings.
call live_table('call_attempt', '{update}', 'outbound_call', 'call_id');

-- Global: a webhook of a voice platform has the id of the call, without a workspace.
create table call_address (
  call_id uuid primary key,
  workspace_id uuid not null references workspace on delete cascade,
  foreign key (workspace_id, call_id) references outbound_call on delete cascade
);

-- Both sides of a conversation in one track: G.711 mu-law, 8,000 bytes a second.
create table call_recording (
  workspace_id uuid not null,
  call_id uuid not null,
  attempt_id uuid not null,
  -- Compression would not make it smaller.
  audio bytea not null check (octet_length(audio) <= 4000000),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  primary key (workspace_id, attempt_id),
  foreign key (workspace_id, attempt_id) references call_attempt (workspace_id, id) on delete cascade,
  foreign key (workspace_id, call_id) references outbound_call on delete cascade
);
create index call_recording_call on call_recording (workspace_id, call_id);
create index call_recording_expiry on call_recording (expires_at);
alter table call_recording alter column audio set storage external;
call protect('call_recording');

-- Which numbers were dialed within a day, over all agents. A hash, so that the number of an erased person still counts.
create table dialled_number (
  workspace_id uuid not null references workspace on delete cascade,
  attempt_id uuid not null,
  number_hash bytea not null,
  dialled_at timestamptz not null,
  primary key (workspace_id, attempt_id)
);
create index dialled_number_recent on dialled_number (workspace_id, number_hash, dialled_at);
create index dialled_number_age on dialled_number (dialled_at);
call protect('dialled_number');

create table do_not_call (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  phone_number text,
  -- Of an erased person: a keyed hash instead of the number, which is still not called.
  number_hash bytea,
  reason text,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, phone_number),
  check (num_nonnulls(phone_number, number_hash) = 1)
);
create unique index do_not_call_hash on do_not_call (workspace_id, number_hash) where number_hash is not null;
call protect('do_not_call');
call audit_table('do_not_call', 'do_not_call');

-- Global: whether the trunk of this installation accepts calls. One row, of the trunk that was used last.
create table call_line (
  is_only boolean primary key default true check (is_only),
  -- A keyed hash of its settings: after a change, calls are tried again.
  trunk bytea not null,
  paused_at timestamptz,
  error text,
  -- While paused: when one call is tried.
  probe_at timestamptz,
  -- When the trunk last accepted a call.
  proven_at timestamptz,
  check ((paused_at is null) = (probe_at is null) and (paused_at is null) = (error is null))
);
