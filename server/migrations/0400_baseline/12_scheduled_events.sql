-- Events, their hosts, invitees and resources, and everything that may become an event: holds, requests, waitlists.
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
  -- What a host tells all attendees.
  notes text,
  max_seats integer not null,
  seats_taken integer not null default 0 check (seats_taken between 0 and max_seats),
  -- Nobody can join, although it is a group event: the invitees of a poll were chosen (docs/decisions/0119).
  is_closed boolean not null default false,
  -- Grows with every change, for calendars.
  sequence integer not null default 0,
  -- Title, invitees and hosts, folded: what searches look through.
  search text not null default '',
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, event_type_id) references event_type
);
create index scheduled_event_start on scheduled_event (workspace_id, starts_at, id);
create index scheduled_event_status on scheduled_event (workspace_id, status, starts_at, id);
create index scheduled_event_page on scheduled_event (workspace_id, event_type_id, starts_at, id) where status = 'confirmed';
create index scheduled_event_team on scheduled_event (workspace_id, team_id, starts_at, id) where team_id is not null;
create index scheduled_event_search on scheduled_event using gin (search gin_trgm_ops);
call protect('scheduled_event');
call availability_table('scheduled_event', 'event_type_id');
-- A booking adds an invitee, which says enough: its other rows are silent when they are new.
call live_table('scheduled_event', '{update}', 'scheduled_event', 'id');

-- Events whose search text matches a pattern. A function, because LIKE can't use an index behind row level security: it runs as its
-- owner and names the workspace itself.
create function events_matching(workspace uuid, pattern text) returns setof text
language sql stable security definer set search_path = public, pg_catalog
as $$
  select id from scheduled_event where workspace_id = workspace and search like pattern
$$;

-- Events whose search text has every word, each in one of its patterns; with a host, only that host's. The statement consists of plain
-- LIKEs, which alone use the trigram index.
create function events_found(workspace uuid, host text, words jsonb, most bigint) returns setof text
language plpgsql stable rows 20 security definer set search_path = public, pg_catalog
as $$
declare
  condition text;
begin
  select string_agg('(' || word || ')', ' and ') into condition
  from jsonb_array_elements(words) w cross join lateral (
    select string_agg(format('e.search like %L', pattern), ' or ') as word
    from jsonb_array_elements_text(w) pattern) word;
  return query execute
    'select e.id from scheduled_event e where e.workspace_id = $1 and ' || condition || '
     and ($2 is null or exists (select from event_host h
       where h.workspace_id = $1 and h.event_id = e.id and h.host_id = $2))
     limit $3'
    using workspace, host, most;
end $$;

-- Keeps a time for one visitor for some minutes. It ends when it expires, whether or not its row is still there.
create table hold (
  workspace_id uuid not null references workspace on delete cascade,
  id text not null,
  event_type_id uuid not null,
  -- The token lets its bearer use the hold.
  token_hash bytea not null,
  -- Of the visitor's network address, to limit what one visitor can hold.
  visitor_hash bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, token_hash),
  foreign key (workspace_id, event_type_id) references event_type on delete cascade
);
create index hold_page on hold (workspace_id, event_type_id, expires_at);
call protect('hold');
call availability_table('hold', 'event_type_id');

-- Who hosts an event, and when that keeps them from anything else: the event's time with its buffers. The exclusion constraint is the
-- guarantee that no time is sold twice; every check before it is a courtesy. The time of a hold stands here as well, so that the
-- constraint covers both. Rows come before their event, hence deferred.
create table event_host (
  workspace_id uuid not null,
  -- Of a hold: its own id.
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
  hold_id text constraint event_host_check check (hold_id = event_id),
  -- The reference to the event; null for a hold. Filled by the trigger below, for programs that don't write it.
  booked_event_id text,
  -- When the time was taken: a start that was listed shortly before can be booked while it is free (docs/decisions/0136).
  taken_at timestamptz not null default now(),
  -- When this host's connected calendars had last been read at that moment; null without any.
  calendars_read_at timestamptz,
  primary key (workspace_id, event_id, host_id),
  foreign key (workspace_id, host_id) references member,
  foreign key (workspace_id, hold_id) references hold on delete cascade,
  foreign key (workspace_id, booked_event_id) references scheduled_event on delete cascade deferrable initially deferred,
  constraint event_host_booked_event
    check (booked_event_id is not distinct from case when hold_id is null then event_id end),
  constraint event_host_never_twice
    exclude using gist (workspace_id with =, host_id with =, during with &&) where (blocking)
);
-- Busy time is read by bounds, not by range operators: those can't use an index behind row level security. Events and holds are read
-- apart: the former are busy time, the latter only hide starts.
create index event_host_busy on event_host (workspace_id, host_id, busy_from)
  include (busy_to, starts_at, ends_at, event_id, event_type_id) where blocking and hold_id is null;
create index event_host_hold on event_host (workspace_id, host_id, busy_from) where hold_id is not null;
create index event_host_hold_id on event_host (workspace_id, hold_id) where hold_id is not null;
create index event_host_listing on event_host (workspace_id, host_id, starts_at, event_id);
-- Without it, each deletion of an event would read the hosts of all.
create index event_host_booked_event_id on event_host (workspace_id, booked_event_id) where booked_event_id is not null;
call protect('event_host');

create function fill_booked_event() returns trigger language plpgsql as $$
begin
  new.booked_event_id := case when new.hold_id is null then new.event_id end;
  return new;
end $$;
create trigger booked_event before insert or update on event_host
  for each row execute function fill_booked_event();

call availability_table('event_host', 'host_id');
-- A row that goes from one host to another changes both.
create trigger availability_update_before after update on event_host referencing old table as changed
  for each statement execute function availability_event_host();

-- A former host still has the event on the screen.
create function live_host_removed() returns trigger language plpgsql as $$
begin
  insert into live_change (workspace_id, kind, object_id, member_id)
  select workspace_id, 'scheduled_event', booked_event_id, host_id from removed where booked_event_id is not null;
  return null;
end $$;
create trigger live_delete after delete on event_host referencing old table as removed
  for each statement execute function live_host_removed();

-- Which resources an event or a hold has, and when that keeps them from others: as for hosts.
create table event_resource (
  workspace_id uuid not null,
  -- Of a hold: its own id.
  event_id text not null,
  resource_id uuid not null,
  position integer not null,
  busy_from timestamptz not null,
  busy_to timestamptz not null,
  during tstzrange not null generated always as (tstzrange(busy_from, busy_to)) stored,
  blocking boolean not null default true,
  hold_id text check (hold_id = event_id),
  booked_event_id text generated always as (case when hold_id is null then event_id end) stored,
  taken_at timestamptz not null default now(),
  primary key (workspace_id, event_id, resource_id),
  foreign key (workspace_id, booked_event_id) references scheduled_event
    on delete cascade deferrable initially deferred,
  foreign key (workspace_id, hold_id) references hold on delete cascade,
  foreign key (workspace_id, resource_id) references resource,
  constraint event_resource_never_twice
    exclude using gist (workspace_id with =, resource_id with =, during with &&) where (blocking)
);
create index event_resource_busy on event_resource (workspace_id, resource_id, busy_from) include (busy_to, event_id, hold_id)
  where blocking;
create index event_resource_hold on event_resource (workspace_id, hold_id) where hold_id is not null;
call protect('event_resource');
call availability_table('event_resource', 'resource_id');

create table invitee (
  workspace_id uuid not null,
  id text not null,
  event_id text not null,
  salutation text,
  full_name text not null,
  email text not null,
  email_confirmed boolean not null default false,
  phone text,
  timezone text not null,
  -- A language tag, from the browser or the booking.
  language text not null default 'en',
  guests text[],
  seats integer not null default 1 check (seats >= 1),
  -- [{"question", "answer", "order"}]: as asked at the time, even if the question has changed since.
  answers jsonb,
  utm jsonb not null default '{}',
  custom_query_params jsonb not null default '{}',
  link_id uuid,
  -- Null without a price.
  payment jsonb,
  -- Which one of how many bookings of a series (docs/decisions/0105).
  series_id text,
  series_index integer,
  series_count integer,
  -- The key opens the invitee's own page.
  key_hash bytea not null,
  key_sealed bytea not null,
  cancelled_at timestamptz,
  cancelled_by text,
  canceller_type text check (canceller_type in ('host', 'invitee')),
  cancellation_reason text,
  no_show boolean not null default false,
  -- The person was erased: the row keeps the seat in the event, and nothing that says who it was.
  erased_at timestamptz,
  scheduled_at timestamptz not null default now(),
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, id),
  constraint invitee_payment_state check (payment is null or payment ->> 'state' in ('pending', 'paid', 'refunded')),
  foreign key (workspace_id, event_id) references scheduled_event on delete cascade
);
create index invitee_event on invitee (workspace_id, event_id, scheduled_at, id);
create index invitee_email on invitee (workspace_id, lower(email), event_id);
-- `name+anything@` is the mailbox of `name@` (docs/decisions/0094): limits count both. Few addresses have a plus sign, so that these
-- indexes are small.
create index invitee_mailbox on invitee (workspace_id, regexp_replace(lower(email), '^([^@+]+)\+[^@]*@', '\1@'), event_id)
  where email like '%+%';
create index invitee_series on invitee (workspace_id, series_id) where series_id is not null;
-- For insights, which count bookings and cancellations by day, week and month.
create index invitee_scheduled on invitee (workspace_id, scheduled_at) include (event_id);
create index invitee_cancelled on invitee (workspace_id, cancelled_at) include (event_id) where cancelled_at is not null;
call protect('invitee');
call live_table('invitee', '{insert,update}', 'scheduled_event', 'event_id');

-- Global: an invitee opens their own page without a workspace.
create table invitee_key (
  invitee_id text primary key,
  key_hash bytea not null,
  workspace_id uuid not null references workspace on delete cascade,
  foreign key (workspace_id, invitee_id) references invitee on delete cascade
);
create index invitee_key_invitee on invitee_key (workspace_id, invitee_id);

-- A booking that waits for a host. While it is open, the hold with the same id keeps its time. It ends when it expires, whether or not
-- its status says so yet.
create table booking_request (
  workspace_id uuid not null references workspace on delete cascade,
  id text not null,
  event_type_id uuid not null,
  status text not null default 'open' check (status in ('open', 'confirmed', 'declined', 'expired', 'withdrawn')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  host_ids text[] not null,
  -- As it was sent, and what it was asked: questions may change before it is confirmed.
  booking jsonb not null,
  answers jsonb not null default '[]',
  email text not null,
  email_confirmed boolean not null default false,
  link_id uuid,
  -- As agreed when it was requested; null for none.
  price numeric(10, 2),
  reason text,
  event_id text,
  invitee_id text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, event_type_id) references event_type on delete cascade
);
create index booking_request_page on booking_request (workspace_id, event_type_id) where status = 'open';
create index booking_request_status on booking_request (workspace_id, status, expires_at, id);
create index booking_request_email on booking_request (workspace_id, lower(email));
create index booking_request_mailbox on booking_request (workspace_id, regexp_replace(lower(email), '^([^@+]+)\+[^@]*@', '\1@'))
  where email like '%+%';
call protect('booking_request');
call live_table('booking_request', '{insert,update}', 'booking_request', 'id');

-- A person who waits for seats of a full group event (docs/decisions/0106). The transaction that frees seats books them; the row says
-- what became of it until the event begins.
create table waitlist_entry (
  workspace_id uuid not null references workspace on delete cascade,
  id text not null,
  event_id text not null,
  status text not null default 'waiting' check (status in ('waiting', 'booked', 'left', 'removed', 'closed')),
  -- As it was sent, and what it was asked: questions may change before there is a seat.
  booking jsonb not null,
  answers jsonb not null default '[]',
  email text not null,
  email_confirmed boolean not null default false,
  seats integer not null check (seats > 0),
  link_id uuid,
  -- As agreed when they joined; null for none.
  price numeric(10, 2),
  invitee_id text,
  -- The order of the list. Rows are written under a lock on the event.
  joined_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, event_id) references scheduled_event on delete cascade
);
create unique index waitlist_entry_once on waitlist_entry (workspace_id, event_id, lower(email)) where status = 'waiting';
create index waitlist_entry_event on waitlist_entry (workspace_id, event_id, joined_at);
create index waitlist_entry_email on waitlist_entry (workspace_id, lower(email));
create index waitlist_entry_mailbox on waitlist_entry (workspace_id, regexp_replace(lower(email), '^([^@+]+)\+[^@]*@', '\1@'))
  where email like '%+%';
call protect('waitlist_entry');
call live_table('waitlist_entry', '{insert,update}', 'waitlist_entry', 'event_id');

-- A code that was emailed to a visitor, who proves with it that the address is theirs.
create table address_confirmation (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  event_type_id uuid not null,
  email text not null,
  language text not null,
  code_sealed bytea not null,
  -- How many different codes were tried, and the hash of the last: a form that is sent twice is one try.
  tries integer not null default 0,
  last_code_hash bytea,
  expires_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, event_type_id) references event_type on delete cascade
);
create index address_confirmation_end on address_confirmation (workspace_id, expires_at);
call protect('address_confirmation');
