create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- Global: what belongs to the installation as a whole, such as the key that seals secrets.
create table installation (
  name text primary key,
  value text not null
);

create table schedule (
  workspace_id uuid not null,
  id text not null,
  member_id text not null,
  title text not null,
  is_default boolean not null,
  timezone text not null,
  -- {"Mon": [["09:00","17:00"]], ...} with all seven days, and {"2026-12-24": [], ...}
  weekly_hours jsonb not null,
  special_hours jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
create unique index schedule_default on schedule (workspace_id, member_id) where is_default;
create index schedule_member on schedule (workspace_id, member_id, created_at, id);
call protect('schedule');

create table event_type (
  workspace_id uuid not null,
  id uuid not null,
  owner_member_id text,
  owner_team_id uuid,
  owner_id text not null generated always as (coalesce(owner_member_id, owner_team_id::text)) stored,
  title text not null,
  slug text not null,
  type text not null check (type in ('ONE_ON_ONE', 'GROUP', 'ROUND_ROBIN', 'COLLECTIVE')),
  description text not null default '',
  color text not null default '2563eb',
  duration integer not null,
  durations integer[] not null check (duration = any (durations)),
  max_active_invitees integer not null default 1 check (max_active_invitees >= 1),
  invitee_name_format text not null default 'FULL_NAME',
  invitee_phone_number boolean not null default false,
  schedule_id text,
  locations jsonb not null default '[]',
  buffer_before integer not null default 0,
  buffer_after integer not null default 0,
  minimum_notice integer not null default 0,
  booking_window jsonb not null default '{"type": "rolling", "days": 60}',
  slot_interval integer,
  daily_limit integer,
  weekly_limit integer,
  price numeric(10, 2),
  currency text,
  is_secret boolean not null default false,
  is_active boolean not null default true,
  -- A deleted page keeps its row, since events name it; its slug is free again.
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  check (num_nonnulls(owner_member_id, owner_team_id) = 1),
  foreign key (workspace_id, owner_member_id) references member on delete cascade,
  foreign key (workspace_id, owner_team_id) references team on delete cascade,
  foreign key (workspace_id, schedule_id) references schedule
);
create unique index event_type_address on event_type (workspace_id, owner_id, slug) where deleted_at is null;
create index event_type_schedule on event_type (workspace_id, schedule_id) where schedule_id is not null;
call protect('event_type');

create table event_type_host (
  workspace_id uuid not null,
  event_type_id uuid not null,
  member_id text not null,
  position integer not null,
  weight integer not null default 1 check (weight >= 1),
  priority integer not null default 0,
  daily_limit integer,
  weekly_limit integer,
  -- Kept by bookings, for the round robin: reading them is a look-up, counting events is not.
  booked_count integer not null default 0,
  last_booked_at timestamptz,
  primary key (workspace_id, event_type_id, member_id),
  foreign key (workspace_id, event_type_id) references event_type on delete cascade,
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index event_type_host_member on event_type_host (workspace_id, member_id);
call protect('event_type_host');

create table question (
  workspace_id uuid not null,
  id integer not null,
  event_type_id uuid not null,
  position integer not null,
  question text not null,
  type text not null,
  is_required boolean not null,
  is_active boolean not null,
  options text[],
  primary key (workspace_id, id),
  foreign key (workspace_id, event_type_id) references event_type on delete cascade
);
create index question_page on question (workspace_id, event_type_id, position);
call protect('question');

-- The token opens a page, so it is a secret: found by its hash (link_token), shown to its owners by unsealing.
create table link (
  workspace_id uuid not null,
  id uuid not null,
  event_type_id uuid not null,
  kind text not null check (kind in ('single_use', 'shared', 'collective')),
  name text,
  host_ids text[],
  price numeric(10, 2),
  token_sealed bytea not null,
  expires_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, event_type_id) references event_type on delete cascade
);
create index link_page on link (workspace_id, event_type_id, created_at, id);
call protect('link');

-- Global: a link arrives without a workspace.
create table link_token (
  token_hash bytea primary key,
  workspace_id uuid not null references workspace on delete cascade,
  link_id uuid not null,
  foreign key (workspace_id, link_id) references link on delete cascade
);
create index link_token_link on link_token (workspace_id, link_id);

create table scheduled_event (
  workspace_id uuid not null,
  id text not null,
  event_type_id uuid not null,
  team_id uuid,
  title text not null,
  type text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  duration integer not null,
  status text not null default 'confirmed' check (status in ('confirmed', 'cancelled')),
  location_type text not null default '',
  location_join_url text not null default '',
  location_details jsonb not null default '{}',
  max_seats integer not null,
  seats_taken integer not null default 0 check (seats_taken between 0 and max_seats),
  -- Grows with every change, for calendars.
  sequence integer not null default 0,
  -- Title, invitees and hosts, folded to plain lower case letters: what `keyword` looks through.
  search text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, event_type_id) references event_type
);
create index scheduled_event_start on scheduled_event (workspace_id, starts_at, id);
create index scheduled_event_status on scheduled_event (workspace_id, status, starts_at, id);
create index scheduled_event_page on scheduled_event (workspace_id, event_type_id, starts_at, id) where status = 'confirmed';
create index scheduled_event_team on scheduled_event (workspace_id, team_id, starts_at, id) where team_id is not null;
create index scheduled_event_search on scheduled_event using gin (search gin_trgm_ops);
call protect('scheduled_event');

-- Who hosts an event, and when that keeps them from anything else: the event's time with its buffers. The constraint is
-- the guarantee that nothing is sold twice; everything before it is courtesy. Rows come before their event, hence deferred.
create table event_host (
  workspace_id uuid not null,
  event_id text not null,
  host_id text not null,
  position integer not null default 0,
  busy_from timestamptz not null,
  busy_to timestamptz not null,
  during tstzrange not null generated always as (tstzrange(busy_from, busy_to)) stored,
  blocking boolean not null default true,
  -- The event's own times and page, so that busy time and a host's list come from this table's indexes alone.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  event_type_id uuid not null,
  primary key (workspace_id, event_id, host_id),
  foreign key (workspace_id, event_id) references scheduled_event on delete cascade deferrable initially deferred,
  foreign key (workspace_id, host_id) references member,
  constraint event_host_never_twice
    exclude using gist (workspace_id with =, host_id with =, during with &&) where (blocking)
);
-- Busy time of a host is read by bounds, not by range operators: those can't use an index behind row level security.
create index event_host_busy on event_host (workspace_id, host_id, busy_from)
  include (busy_to, starts_at, ends_at, event_id, event_type_id) where blocking;
create index event_host_listing on event_host (workspace_id, host_id, starts_at, event_id);
call protect('event_host');

create table invitee (
  workspace_id uuid not null,
  id text not null,
  event_id text not null,
  salutation text,
  full_name text not null,
  email text not null,
  phone text,
  timezone text not null,
  guests text[],
  seats integer not null default 1 check (seats >= 1),
  -- [{"question", "answer", "order"}]: as asked at the time, whatever becomes of the question
  answers jsonb,
  utm jsonb not null default '{}',
  custom_query_params jsonb not null default '{}',
  payment jsonb,
  link_id uuid,
  key_hash bytea not null,
  key_sealed bytea not null,
  cancelled_at timestamptz,
  cancelled_by text,
  canceller_type text check (canceller_type in ('host', 'invitee')),
  cancellation_reason text,
  no_show boolean not null default false,
  scheduled_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, event_id) references scheduled_event on delete cascade
);
create index invitee_event on invitee (workspace_id, event_id, scheduled_at, id);
create index invitee_email on invitee (workspace_id, lower(email), event_id);
call protect('invitee');

create table note (
  workspace_id uuid not null,
  id integer not null,
  public_id text not null,
  event_id text not null,
  member_id text not null,
  note text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, public_id),
  foreign key (workspace_id, event_id) references scheduled_event on delete cascade,
  foreign key (workspace_id, member_id) references member
);
create index note_event on note (workspace_id, event_id, id);
call protect('note');

-- Events whose search text holds a pattern. A function of its own because LIKE can't use an index behind row level
-- security; it runs as its owner and names the workspace itself.
create function events_matching(workspace uuid, pattern text) returns setof text
language sql stable security definer set search_path = public, pg_catalog
as $$
  select id from scheduled_event where workspace_id = workspace and search like pattern
$$;
