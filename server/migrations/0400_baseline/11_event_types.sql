-- Booking pages, their hosts, questions and links.
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
  is_secret boolean not null default false,
  is_active boolean not null default true,

  -- What is booked.
  duration integer not null,
  durations integer[] not null check (duration = any (durations)),
  max_active_invitees integer not null default 1 check (max_active_invitees >= 1),
  -- Each location has an id, by which a booking names one of several of a type.
  locations jsonb not null default '[]',
  -- An event takes one resource of each kind: [{ kind, resourceIds }], with null for any of the kind.
  resources jsonb not null default '[]',
  -- Whether invitees may book a series, and which (docs/decisions/0105).
  recurrence jsonb,
  -- Full group events have a waitlist (docs/decisions/0106).
  waitlist boolean not null default false,

  -- Who hosts.
  invitee_picks_host boolean not null default false,
  -- What a round robin balances, and whether the invitee's record owner comes first.
  balance text not null default 'bookings' check (balance in ('bookings', 'minutes')),
  owner_first boolean not null default false,

  -- When it can be booked.
  schedule_id text,
  booking_window jsonb not null default '{"type": "rolling", "days": 60}',
  minimum_notice integer not null default 0,
  slot_interval integer,
  buffer_before integer not null default 0,
  buffer_after integer not null default 0,
  -- The time zone in which times are shown; null for that of the invitee.
  locked_timezone text,

  -- How much can be booked: events, minutes, and by one invitee.
  daily_limit integer,
  weekly_limit integer,
  monthly_limit integer,
  daily_minutes integer,
  weekly_minutes integer,
  monthly_minutes integer,
  invitee_limit jsonb,

  -- What invitees are asked for, and until when they may cancel or reschedule.
  invitee_name_format text not null default 'FULL_NAME',
  invitee_phone_number boolean not null default false,
  -- When visitors prove with an emailed code that an address is theirs.
  confirm_address text not null default 'never' check (confirm_address in ('never', 'new', 'always')),
  cancellation_notice integer not null default 0,
  rescheduling_notice integer not null default 0,

  -- A host decides about each booking (docs/decisions/0097), within so many minutes.
  requires_confirmation boolean not null default false,
  confirm_within integer not null default 1440,

  -- What it costs. The program knows which providers there are, so that another one needs no migration.
  price numeric(10, 2),
  currency text,
  payment_provider text not null default 'manual' check (payment_provider ~ '^[a-z]{1,30}$'),
  -- What invitees get back who cancel; null for all of it until the event begins.
  refund_policy jsonb,

  -- What follows a booking.
  confirmation_text text,
  redirect_url text,
  -- Minutes before the event.
  reminders integer[] not null default '{1440}',

  -- A deleted page keeps its row, since events name it; its slug is free again.
  deleted_at timestamptz,
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, id),
  check (num_nonnulls(owner_member_id, owner_team_id) = 1),
  foreign key (workspace_id, owner_member_id) references member on delete cascade,
  foreign key (workspace_id, owner_team_id) references team on delete cascade,
  foreign key (workspace_id, schedule_id) references schedule
);
create unique index event_type_address on event_type (workspace_id, owner_id, slug) where deleted_at is null;
create index event_type_schedule on event_type (workspace_id, schedule_id) where schedule_id is not null;
call protect('event_type');
call audit_table('event_type', 'event_type', 'id', '{owner_id}');

create table event_type_host (
  workspace_id uuid not null,
  event_type_id uuid not null,
  member_id text not null,
  position integer not null,
  -- A schedule of the host, instead of that of the page or the host's default one.
  schedule_id text,
  weight integer not null default 1 check (weight >= 1),
  priority integer not null default 0,
  daily_limit integer,
  weekly_limit integer,
  -- Kept by bookings, for the round robin: reading them is a lookup, counting events is not.
  booked_count integer not null default 0,
  last_booked_at timestamptz,
  -- The host's progress in the round robin. Every booking adds one over the weight; hosts who could not have taken it are moved to where
  -- the others are. So new weights count from now on, and hosts who were away don't catch up.
  turn double precision not null default 0,
  primary key (workspace_id, event_type_id, member_id),
  foreign key (workspace_id, event_type_id) references event_type on delete cascade,
  foreign key (workspace_id, member_id) references member on delete cascade,
  foreign key (workspace_id, schedule_id) references schedule
);
create index event_type_host_member on event_type_host (workspace_id, member_id);
create index event_type_host_schedule on event_type_host (workspace_id, schedule_id) where schedule_id is not null;
call protect('event_type_host');
-- Every booking changes the counters of a host, which is no change of the page.
create trigger audit after insert or delete or update of position, weight, priority, daily_limit, weekly_limit
  on event_type_host for each row execute function audit('event_type_host', 'event_type_id', '{booked_count,last_booked_at,turn}');

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
call audit_table('question', 'question', 'event_type_id');

-- The token opens a page, so it is a secret: found by its hash (link_token), shown to its owners by unsealing.
create table link (
  workspace_id uuid not null,
  id uuid not null,
  event_type_id uuid not null,
  kind text not null check (kind in ('single_use', 'shared', 'collective')),
  name text,
  token_sealed bytea not null,
  -- Of a collective link: its hosts. Once one of them has left the team of the page, it can't be booked.
  host_ids text[],
  has_lost_host boolean not null default false,
  price numeric(10, 2),
  -- The starts it offers instead of those of its page: minutes since 1970, in order.
  only_starts integer[],
  -- Null for any number of uses.
  max_uses integer check (max_uses > 0),
  uses integer not null default 0,
  used_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, event_type_id) references event_type on delete cascade
);
create index link_page on link (workspace_id, event_type_id, created_at, id);
call protect('link');
call audit_table('link', 'link', 'id', '{used_at}');

-- Global: a link arrives without a workspace.
create table link_token (
  token_hash bytea primary key,
  workspace_id uuid not null references workspace on delete cascade,
  link_id uuid not null,
  foreign key (workspace_id, link_id) references link on delete cascade
);
create index link_token_link on link_token (workspace_id, link_id);

-- Unsaved changes of a page, for its preview. Kept for minutes.
create table page_preview (
  workspace_id uuid not null,
  id uuid not null,
  event_type_id uuid not null,
  member_id text not null,
  -- As in the contract.
  changes jsonb not null,
  expires_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, event_type_id) references event_type on delete cascade,
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index page_preview_page on page_preview (workspace_id, event_type_id, member_id, expires_at);
create index page_preview_member on page_preview (workspace_id, member_id);
create index page_preview_age on page_preview (workspace_id, expires_at);
call protect('page_preview');
