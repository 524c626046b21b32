-- The conference of an event, where a provider creates it: with the account of the workspace, or in the calendar of a host.
create table conference (
  workspace_id uuid not null,
  event_id text not null,
  provider text not null check (provider in ('zoom', 'google_meet', 'microsoft_teams')),
  -- The host in whose calendar it is created; null for an account.
  host_id text,
  external_id text,
  -- Empty until it exists.
  join_url text not null default '',
  -- The event's sequence that it should show, and the one that it shows.
  wanted integer not null default 0,
  written integer not null default 0,
  -- Since then it may exist without our knowledge: it is looked for before another is created.
  intended_at timestamptz,
  -- The event was canceled, so the conference has to be deleted.
  is_ending boolean not null default false,
  -- An email promised that the link follows.
  is_promised boolean not null default false,
  failures integer not null default 0,
  error text,
  failing_since timestamptz,
  -- When it is processed next; null for never.
  due_at timestamptz default now(),
  -- The lease of the process that works on it.
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (workspace_id, event_id),
  foreign key (workspace_id, event_id) references scheduled_event on delete cascade,
  foreign key (workspace_id, host_id) references member on delete cascade
);
create index conference_due on conference (due_at) where due_at is not null;
create index conference_host on conference (workspace_id, host_id) where host_id is not null;
call protect('conference');
