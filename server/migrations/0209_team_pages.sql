-- What teams arrange on a page: the hours of one host, whether invitees choose a host, and what a round robin balances.
alter table event_type_host
  -- Of the host; instead of the schedule of the page, or the host's default one.
  add column schedule_id text,
  add foreign key (workspace_id, schedule_id) references schedule;
create index event_type_host_schedule on event_type_host (workspace_id, schedule_id) where schedule_id is not null;

alter table event_type
  add column invitee_picks_host boolean not null default false,
  add column balance text not null default 'bookings' check (balance in ('bookings', 'minutes'));
