-- Pages on which a host decides about each booking (docs/decisions/0097).
alter table event_type
  add column requires_confirmation boolean not null default false,
  -- Minutes after which a request expires.
  add column confirm_within integer not null default 1440;

-- A booking that waits for a host. While it is open, the hold with the same id keeps its time. It is over when it expires, whether or
-- not its status says so yet.
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
  -- What the link asks for instead of the page.
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
call protect('booking_request');
call live_table('booking_request', '{insert,update}', 'booking_request', 'id');
