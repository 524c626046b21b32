-- Calendars of hosts at other providers. They are read in the background; availability only reads calendar_busy.
create table calendar_connection (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  provider text not null check (provider in ('google', 'microsoft', 'caldav', 'ics')),
  -- Tells two connections of a user apart: an account, or a keyed hash of an address, which may be a secret. 'unknown <id>' until the
  -- server has computed the hash.
  account_key text not null,
  account text not null,
  -- Address and credentials.
  secret_sealed bytea not null,
  scopes text[] not null default '{}',
  -- When its owner last allowed access; null for connections with a password.
  authorized_at timestamptz,
  -- The lease of the process that renews the access.
  refreshing_until timestamptz,
  -- Tentative entries make their owner busy.
  counts_tentative boolean not null default true,
  state text not null default 'ok' check (state in ('ok', 'needs_sign_in', 'failing')),
  error text,
  failures integer not null default 0,
  failing_since timestamptz,
  -- Since when calendars have not answered, or not within the time that a booking waits.
  unreachable_since timestamptz,
  -- When its owner was emailed about this failure.
  mailed_at timestamptz,
  -- When its list of calendars was last read: its owner creates new ones, and renames others.
  listed_at timestamptz,
  synced_at timestamptz,
  -- The last webhook of the provider.
  notified_at timestamptz,
  next_sync_at timestamptz not null default now(),
  -- Which sync reads the calendars, and until when. One that lost its lease writes nothing any more.
  lease_id uuid,
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, member_id, provider, account_key),
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index calendar_connection_due on calendar_connection (next_sync_at);
call protect('calendar_connection');
call audit_table('calendar_connection', 'calendar_connection', 'id',
  '{state,error,failing_since,failures,mailed_at,synced_at,next_sync_at,leased_until,lease_id,notified_at,refreshing_until,secret_sealed,listed_at,account_key,unreachable_since}');

-- The audit log doesn't record the state of a connection.
create function live_calendar_connection() returns trigger language plpgsql as $$
begin
  insert into live_change (workspace_id, kind, object_id) values (new.workspace_id, 'calendar_connection', new.id);
  return null;
end $$;
create trigger live_update after update of state, synced_at on calendar_connection for each row
  when (old.state is distinct from new.state or old.synced_at is null and new.synced_at is not null)
  execute function live_calendar_connection();

create table calendar (
  workspace_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  member_id text not null,
  external_id text not null,
  name text not null,
  color text,
  can_write boolean not null,
  -- It shows when its owner is busy, and no entries.
  is_busy_only boolean not null default false,
  -- Chosen by its owner: whether it is checked for conflicts, and whether bookings are added to it.
  is_read boolean not null,
  is_written boolean not null default false,
  -- Where the last sync ended, in the provider's own words; null to start from the beginning.
  cursor text,
  -- Rules are expanded up to here.
  horizon timestamptz,
  synced_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, connection_id, external_id),
  foreign key (workspace_id, connection_id) references calendar_connection on delete cascade
);
create unique index calendar_written on calendar (workspace_id, member_id) where is_written;
-- Every page needs to know whether a host has calendars to ask.
create index calendar_read on calendar (workspace_id, member_id) where is_read;
call protect('calendar');
call availability_table('calendar', 'member_id');
-- Only the owner's choices: which calendars exist is up to the provider.
create trigger audit after update of is_read, is_written on calendar for each row
  execute function audit('calendar_connection', 'connection_id', '{name,color,can_write,cursor,horizon,synced_at}');

-- The entries of a calendar as they were sent: a series with its exceptions, or a whole feed.
create table calendar_entry (
  workspace_id uuid not null,
  calendar_id uuid not null,
  external_id text not null,
  -- Of an entry that replaces an occurrence: its series.
  series_id text,
  etag text,
  content text not null,
  -- Its rule is invalid or recurs too often, so that it makes nobody busy: the calendar says so.
  is_given_up boolean not null default false,
  -- The calendar has it, or may have it, and it could not be read: what was known stays, and it is requested again.
  is_unread boolean not null default false,
  -- Which of its events can't be read, and since when: the calendar and the list of what needs attention name them.
  unreadable jsonb not null default '[]',
  unreadable_since timestamptz,
  primary key (workspace_id, calendar_id, external_id),
  foreign key (workspace_id, calendar_id) references calendar on delete cascade
);
create index calendar_entry_series on calendar_entry (workspace_id, calendar_id, series_id) where series_id is not null;
create index calendar_entry_given_up on calendar_entry (workspace_id, calendar_id) where is_given_up;
create index calendar_entry_unread on calendar_entry (workspace_id, calendar_id) where is_unread;
call protect('calendar_entry');

-- When entries make their owner busy. Long times have an index of their own: of the others, none that began more than a day before a
-- window reaches into it.
create table calendar_busy (
  workspace_id uuid not null,
  calendar_id uuid not null,
  external_id text not null,
  position integer not null,
  member_id text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  is_out_of_office boolean not null default false,
  is_long boolean generated always as (ends_at - starts_at > interval '1 day') stored,
  -- When it was first seen: a start that was listed shortly before can be booked while it is free (docs/decisions/0136).
  seen_at timestamptz not null default now(),
  primary key (workspace_id, calendar_id, external_id, position),
  foreign key (workspace_id, calendar_id, external_id) references calendar_entry on delete cascade
);
create index calendar_busy_short on calendar_busy (workspace_id, member_id, starts_at) include (ends_at, calendar_id) where not is_long;
create index calendar_busy_long on calendar_busy (workspace_id, member_id, ends_at) include (starts_at, calendar_id) where is_long;
call protect('calendar_busy');
call availability_table('calendar_busy', 'member_id');

-- Bookings as entries in the calendars of their hosts: what should be there, and what is known to be. A row outlives the connection, so
-- that its entry is recognized when the calendar is connected again, or read by another user.
create table calendar_copy (
  workspace_id uuid not null,
  -- Entries are named after it.
  id uuid not null default gen_random_uuid(),
  event_id text not null,
  host_id text not null,
  -- Null once the connection was deleted: nothing is written or removed then.
  calendar_id uuid,
  calendar_external_id text not null,
  -- Whether there should be an entry.
  state text not null default 'present' check (state in ('present', 'absent')),
  -- Higher with each change that the entry should have; it is written up to `written_seq`.
  wanted_seq integer not null default 1,
  written_seq integer not null default 0,
  -- A write has begun, so that an entry may exist whose response was lost.
  is_begun boolean not null default false,
  -- The provider creates the meeting of an entry after its response: the entry is read again until it is there.
  awaits_meeting boolean not null default false,
  -- From the last response.
  external_id text,
  etag text,
  join_url text,
  written_starts_at timestamptz,
  written_ends_at timestamptz,
  failures integer not null default 0,
  error text,
  next_at timestamptz not null default now(),
  -- The lease of the process that writes it.
  leased_until timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, event_id, host_id, calendar_id),
  foreign key (workspace_id, event_id) references scheduled_event on delete cascade,
  foreign key (workspace_id, calendar_id) references calendar on delete set null (calendar_id)
);
create index calendar_copy_due on calendar_copy (next_at)
  where calendar_id is not null and (written_seq < wanted_seq or awaits_meeting);
-- Entries that repeatedly could not be written: their calendar says so.
create index calendar_copy_failing on calendar_copy (workspace_id, calendar_id) where written_seq < wanted_seq and failures >= 3;
create index calendar_copy_entry on calendar_copy (workspace_id, calendar_id, external_id);
-- Entries are looked for in all calendars of a workspace.
create index calendar_copy_external on calendar_copy (workspace_id, external_id);
create index calendar_copy_host on calendar_copy (workspace_id, host_id);
call protect('calendar_copy');

-- A user who was sent to a provider to allow access, for ten minutes.
create table calendar_authorization (
  workspace_id uuid not null,
  state_hash bytea not null,
  member_id text not null,
  provider text not null check (provider in ('google', 'microsoft')),
  verifier_sealed bytea not null,
  return_to text not null,
  expires_at timestamptz not null,
  primary key (workspace_id, state_hash),
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index calendar_authorization_member on calendar_authorization (workspace_id, member_id);
create index calendar_authorization_expires on calendar_authorization (expires_at);
call protect('calendar_authorization');

-- Through which a provider sends webhooks about a calendar.
create table calendar_channel (
  workspace_id uuid not null,
  id uuid not null,
  calendar_id uuid not null,
  external_id text not null,
  expires_at timestamptz not null,
  -- The provider asks to renew it, or to create another.
  is_due boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, calendar_id) references calendar on delete cascade
);
create index calendar_channel_calendar on calendar_channel (workspace_id, calendar_id);
call protect('calendar_channel');
