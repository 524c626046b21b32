-- Workflows: when something happens, if conditions are met, then do this (docs/decisions/0099-workflows.md).
create table workflow (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  name text not null,
  -- Comes with the workspace: it can be paused and changed, but not deleted.
  standard text check (standard in ('reminders', 'follow_up')),
  is_active boolean not null,
  -- Grows with each change of what it does.
  version integer not null default 1,
  trigger jsonb not null,
  conditions jsonb not null default '[]',
  steps jsonb not null,
  -- Headers of requests, by the id of their step, and the secret that signs requests.
  headers_sealed bytea,
  secret_sealed bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, standard)
);
call protect('workflow');
call audit_table('workflow', 'workflow');

create table workflow_version (
  workspace_id uuid not null,
  workflow_id uuid not null,
  version integer not null,
  definition jsonb not null,
  member_id text,
  created_at timestamptz not null default now(),
  primary key (workspace_id, workflow_id, version),
  foreign key (workspace_id, workflow_id) references workflow on delete cascade
);
call protect('workflow_version');

-- One run of a workflow: the log, and the queue of pending runs.
create table workflow_run (
  workspace_id uuid not null,
  id uuid not null default gen_random_uuid(),
  workflow_id uuid not null,
  -- The occasion: each is written once, however often its event is processed.
  key text not null,
  version integer not null,
  status text not null default 'waiting' check (status in ('waiting', 'done', 'skipped', 'dropped', 'failed')),
  due_at timestamptz not null,
  event_id text,
  invitee_id text,
  -- Of a run at a set time: minutes before or after the event.
  minutes integer,
  object_slug text,
  record_id uuid,
  -- What was submitted: the form, its answers, and by whom.
  submission jsonb,
  -- How many runs led to this one, each by changing a record.
  depth integer not null default 0,
  attempts integer not null default 0,
  reason text,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, workflow_id, key),
  foreign key (workspace_id, workflow_id) references workflow on delete cascade
);
create index workflow_run_due on workflow_run (due_at) where status = 'waiting';
create index workflow_run_log on workflow_run (workspace_id, workflow_id, created_at desc, id desc);
create index workflow_run_invitee on workflow_run (workspace_id, invitee_id) where invitee_id is not null;
create index workflow_run_record on workflow_run (workspace_id, record_id) where record_id is not null;
create index workflow_run_age on workflow_run (finished_at) where finished_at is not null;
call protect('workflow_run');
call live_table('workflow_run', '{insert,update}', 'workflow_run', 'workflow_id');

-- The outcome of each step. A request to another server is `pending` until it is answered; `due_at` is the end of its lease.
create table workflow_step (
  workspace_id uuid not null,
  run_id uuid not null,
  position integer not null,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  status text not null check (status in ('pending', 'done', 'failed')),
  detail text not null,
  request_sealed bytea,
  attempts integer not null default 0,
  due_at timestamptz,
  finished_at timestamptz,
  primary key (workspace_id, run_id, position),
  foreign key (workspace_id, run_id) references workflow_run on delete cascade
);
create index workflow_step_due on workflow_step (due_at) where status = 'pending';
call protect('workflow_step');
