-- Waitlists of group events that are full (docs/decisions/0106).
alter table event_type add column waitlist boolean not null default false;

-- Somebody who waits for seats of an event. Whoever gets them is booked in the transaction that frees them; the row says what became of it
-- until the event begins.
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
  -- What the link asks for instead of the page.
  price numeric(10, 2),
  invitee_id text,
  -- The order of the list. Rows are written under a lock on the event, so that it is the order in which they came.
  joined_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, event_id) references scheduled_event on delete cascade
);
create unique index waitlist_entry_once on waitlist_entry (workspace_id, event_id, lower(email)) where status = 'waiting';
create index waitlist_entry_event on waitlist_entry (workspace_id, event_id, joined_at);
create index waitlist_entry_email on waitlist_entry (workspace_id, lower(email));
call protect('waitlist_entry');
call live_table('waitlist_entry', '{insert,update}', 'waitlist_entry', 'event_id');
