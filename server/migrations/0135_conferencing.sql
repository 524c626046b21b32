-- How video calls of a workspace get their link, and its secrets.
alter table workspace
  add column conferencing jsonb not null default '{"kind": "template"}',
  add column conferencing_sealed bytea;

-- The conference of an event, where somebody else makes it: an account, or the calendar of a host.
create table conference (
  workspace_id uuid not null,
  event_id text not null,
  provider text not null check (provider in ('zoom', 'google_meet', 'microsoft_teams')),
  -- Whose calendar makes it; null for an account.
  host_id text,
  external_id text,
  -- Empty until there is one.
  join_url text not null default '',
  -- The event's sequence that it should show, and the one that it shows.
  wanted integer not null default 0,
  written integer not null default 0,
  -- Since then it may have been made without our knowing: it is looked for before another is.
  intended_at timestamptz,
  -- The event was cancelled: the conference is to be deleted.
  is_ending boolean not null default false,
  -- Mail went out that says that the link follows.
  is_promised boolean not null default false,
  failures integer not null default 0,
  error text,
  failing_since timestamptz,
  -- When it is to be worked on next; null: nothing to do.
  due_at timestamptz default now(),
  -- Whoever works on it has it to themselves until then.
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (workspace_id, event_id),
  foreign key (workspace_id, event_id) references scheduled_event on delete cascade,
  foreign key (workspace_id, host_id) references member on delete cascade
);
create index conference_due on conference (due_at) where due_at is not null;
create index conference_host on conference (workspace_id, host_id) where host_id is not null;
call protect('conference');
