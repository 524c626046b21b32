-- What telephony knows of an attempt, apart from what came of the conversation; and by which delays calls are tried again.
alter table agent
  -- {"busy": 15, "notAnswered": 120, "voicemail": null, "failed": 1} in minutes; null: retry_delay_minutes after each
  add column retry_delays jsonb,
  add column record_calls boolean not null default false,
  add column recording_days integer not null default 30;
alter table call_attempt
  -- Null in rows of before there was this column: the outcome says it.
  add column telephony text,
  -- What came of the conversation.
  add column result text,
  add column callback_at timestamptz,
  add column link_sent boolean not null default false,
  -- [{"atMs": 0, "speaker": "agent", "text": "Hello.", "confidence": null}, ...]
  add column turns jsonb,
  -- What the provider charged, if it says so.
  add column cost_amount numeric(12, 4),
  add column cost_currency text;
-- Whoever watches a call sees it ring.
call live_table('call_attempt', '{update}', 'outbound_call', 'call_id');

-- Which numbers were dialled within a day, over all agents. A hash: the number of somebody who was erased counts on.
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

-- What was said, both sides in one track: G.711 mu-law, 8,000 bytes a second.
create table call_recording (
  workspace_id uuid not null,
  call_id uuid not null,
  attempt_id uuid not null,
  audio bytea not null check (octet_length(audio) <= 4000000),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  primary key (workspace_id, attempt_id),
  foreign key (workspace_id, attempt_id) references call_attempt (workspace_id, id) on delete cascade,
  foreign key (workspace_id, call_id) references outbound_call on delete cascade
);
-- It does not get smaller.
alter table call_recording alter column audio set storage external;
create index call_recording_call on call_recording (workspace_id, call_id);
create index call_recording_expiry on call_recording (expires_at);
call protect('call_recording');
