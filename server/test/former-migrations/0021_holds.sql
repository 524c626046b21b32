-- A hold keeps a time for one visitor for some minutes. It is over when it expires, whether or not its row is still there.
create table hold (
  workspace_id uuid not null references workspace on delete cascade,
  id text not null,
  event_type_id uuid not null,
  -- Who may use it: whoever has the token, of which this is the hash.
  token_hash bytea not null,
  -- A hash of where the visitor is, to bound what one can hold.
  visitor_hash bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, token_hash),
  foreign key (workspace_id, event_type_id) references event_type on delete cascade
);
create index hold_page on hold (workspace_id, event_type_id, expires_at);
call protect('hold');

-- The time of a hold stands beside that of events, so that one constraint keeps all of them apart. There `event_id` is the
-- hold's own id; what refers to an event is generated, and null for a hold.
alter table event_host
  add column hold_id text check (hold_id = event_id),
  add column booked_event_id text generated always as (case when hold_id is null then event_id end) stored,
  drop constraint event_host_workspace_id_event_id_fkey,
  add foreign key (workspace_id, booked_event_id) references scheduled_event
    on delete cascade deferrable initially deferred,
  add foreign key (workspace_id, hold_id) references hold on delete cascade;

-- Time of events and of holds is read apart: the one is busy time, the other only hides starts.
drop index event_host_busy;
create index event_host_busy on event_host (workspace_id, host_id, busy_from)
  include (busy_to, starts_at, ends_at, event_id, event_type_id) where blocking and hold_id is null;
create index event_host_hold on event_host (workspace_id, host_id, busy_from) where hold_id is not null;
create index event_host_hold_id on event_host (workspace_id, hold_id) where hold_id is not null;
