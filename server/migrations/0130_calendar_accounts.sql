-- Accounts at Google and Microsoft: what their owner allowed.
alter table calendar_connection
  add column scopes text[] not null default '{}',
  -- When its owner last allowed access; null where there is a password instead.
  add column authorized_at timestamptz,
  -- Tentative entries make their owner busy.
  add column counts_tentative boolean not null default true,
  -- The last time that the provider reported a change.
  add column notified_at timestamptz,
  -- Whoever renews the access now; nobody else does until then.
  add column refreshing_until timestamptz;
drop trigger audit on calendar_connection;
call audit_table('calendar_connection', 'calendar_connection', 'id',
  '{state,error,failing_since,failures,mailed_at,synced_at,next_sync_at,leased_until,notified_at,refreshing_until,secret_sealed}');

-- It shows when its owner is busy, and no entries.
alter table calendar add column is_busy_only boolean not null default false;

-- What replaces an occurrence of a series and is an entry of its own belongs to the series.
alter table calendar_entry add column series_id text;

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

-- By which a provider reports that a calendar changed.
create table calendar_channel (
  workspace_id uuid not null,
  id uuid not null,
  calendar_id uuid not null,
  external_id text not null,
  expires_at timestamptz not null,
  -- The provider says that it has to be renewed, or made anew.
  is_due boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, calendar_id) references calendar on delete cascade
);
create index calendar_channel_calendar on calendar_channel (workspace_id, calendar_id);
call protect('calendar_channel');
-- no transaction
create index concurrently calendar_entry_series on calendar_entry (workspace_id, calendar_id, series_id) where series_id is not null;
