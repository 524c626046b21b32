-- Calendars of hosts that are kept elsewhere. They are read in the background; availability only reads calendar_busy.
create table calendar_connection (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  provider text not null check (provider in ('google', 'microsoft', 'caldav', 'ics')),
  -- Tells two connections of one user apart: an address, or an account.
  account_key text not null,
  account text not null,
  -- Address and credentials, sealed.
  secret_sealed bytea not null,
  state text not null default 'ok' check (state in ('ok', 'needs_sign_in', 'failing')),
  error text,
  failing_since timestamptz,
  failures integer not null default 0,
  -- When its owner was mailed about this failure.
  mailed_at timestamptz,
  synced_at timestamptz,
  next_sync_at timestamptz not null default now(),
  -- Whoever reads the calendars now; nobody else does until then.
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
  '{state,error,failing_since,failures,mailed_at,synced_at,next_sync_at,leased_until}');

create table calendar (
  workspace_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  member_id text not null,
  external_id text not null,
  name text not null,
  color text,
  can_write boolean not null,
  is_read boolean not null,
  is_written boolean not null default false,
  -- Where the last sync ended, in the provider's own words; null: from the beginning.
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
call protect('calendar');
-- What its owner chose. Which calendars there are, the other server says.
create trigger audit after update of is_read, is_written on calendar for each row
  execute function audit('calendar_connection', 'connection_id', '{name,color,can_write,cursor,horizon,synced_at}');

-- What the calendar has, as it was sent: a series with its exceptions, or a whole feed.
create table calendar_entry (
  workspace_id uuid not null,
  calendar_id uuid not null,
  external_id text not null,
  etag text,
  content text not null,
  primary key (workspace_id, calendar_id, external_id),
  foreign key (workspace_id, calendar_id) references calendar on delete cascade
);
call protect('calendar_entry');

-- What follows for availability. Long ones have an index of their own: of the others, none that began more than a day before a
-- window reaches into it.
create table calendar_busy (
  workspace_id uuid not null,
  member_id text not null,
  calendar_id uuid not null,
  external_id text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  is_out_of_office boolean not null default false,
  is_long boolean generated always as (ends_at - starts_at > interval '1 day') stored,
  foreign key (workspace_id, calendar_id, external_id) references calendar_entry on delete cascade
);
create index calendar_busy_entry on calendar_busy (workspace_id, calendar_id, external_id);
create index calendar_busy_short on calendar_busy (workspace_id, member_id, starts_at) include (ends_at, calendar_id) where not is_long;
create index calendar_busy_long on calendar_busy (workspace_id, member_id, ends_at) include (starts_at, calendar_id) where is_long;
call protect('calendar_busy');

-- The audit log does not name how a connection fares.
create function live_calendar_connection() returns trigger language plpgsql as $$
begin
  insert into live_change (workspace_id, kind, object_id) values (new.workspace_id, 'calendar_connection', new.id);
  return null;
end $$;
create trigger live_update after update of state, synced_at on calendar_connection for each row
  when (old.state is distinct from new.state or old.synced_at is null and new.synced_at is not null)
  execute function live_calendar_connection();
