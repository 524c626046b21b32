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
-- hold's own id; what refers to an event is `booked_event_id`, null for a hold. A trigger fills it, since a generated column can't
-- be added without writing the table anew, behind a lock.
alter table event_host
  add column hold_id text,
  add column booked_event_id text,
  add constraint event_host_check check (hold_id = event_id) not valid,
  add constraint event_host_workspace_id_hold_id_fkey
    foreign key (workspace_id, hold_id) references hold on delete cascade not valid;
create function fill_booked_event() returns trigger language plpgsql as $$
begin
  new.booked_event_id := case when new.hold_id is null then new.event_id end;
  return new;
end $$;
create trigger booked_event before insert or update on event_host
  for each row execute function fill_booked_event();
-- batches of event_host
update event_host set booked_event_id = event_id where hold_id is null and booked_event_id is null and :batch;
-- next transaction
alter table event_host add constraint event_host_workspace_id_booked_event_id_fkey
  foreign key (workspace_id, booked_event_id) references scheduled_event
  on delete cascade deferrable initially deferred not valid;
-- next transaction
alter table event_host validate constraint event_host_check;
alter table event_host validate constraint event_host_workspace_id_hold_id_fkey;
alter table event_host validate constraint event_host_workspace_id_booked_event_id_fkey;
-- next transaction
alter table event_host drop constraint event_host_workspace_id_event_id_fkey;

-- Time of events and of holds is read apart: the one is busy time, the other only hides starts.
-- no transaction
create index concurrently event_host_busy_time on event_host (workspace_id, host_id, busy_from)
  include (busy_to, starts_at, ends_at, event_id, event_type_id) where blocking and hold_id is null;
create index concurrently event_host_hold on event_host (workspace_id, host_id, busy_from) where hold_id is not null;
create index concurrently event_host_hold_id on event_host (workspace_id, hold_id) where hold_id is not null;
-- next transaction
drop index event_host_busy;
alter index event_host_busy_time rename to event_host_busy;
