-- Bookings as entries in the calendars of their hosts. A row says what should be there, and what is known to be.
create table calendar_copy (
  workspace_id uuid not null,
  -- Entries are named after it.
  id uuid not null default gen_random_uuid(),
  event_id text not null,
  host_id text not null,
  calendar_id uuid not null,
  -- Whether there should be an entry.
  state text not null default 'present' check (state in ('present', 'absent')),
  -- Higher with each change that the entry should have; it is written up to `written_seq`.
  wanted_seq integer not null default 1,
  written_seq integer not null default 0,
  -- Somebody has begun to write it, so that an entry may be there whose answer was lost.
  is_begun boolean not null default false,
  -- As the last answer had them.
  external_id text,
  etag text,
  join_url text,
  written_starts_at timestamptz,
  written_ends_at timestamptz,
  failures integer not null default 0,
  error text,
  next_at timestamptz not null default now(),
  -- Whoever writes it now; nobody else does until then.
  leased_until timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, event_id, host_id, calendar_id),
  foreign key (workspace_id, event_id) references scheduled_event on delete cascade,
  foreign key (workspace_id, calendar_id) references calendar on delete cascade
);
create index calendar_copy_due on calendar_copy (next_at) where written_seq < wanted_seq;
create index calendar_copy_entry on calendar_copy (workspace_id, calendar_id, external_id);
create index calendar_copy_host on calendar_copy (workspace_id, host_id);
call protect('calendar_copy');
