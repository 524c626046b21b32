-- Meeting polls: times that a host proposes and invitees vote on (docs/decisions/0108). No time is held while a poll runs.
create table poll (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  -- The page on which the chosen time will be booked.
  event_type_id uuid not null,
  -- Its creator.
  member_id text not null,
  -- All of them attend.
  host_ids text[] not null check (cardinality(host_ids) > 0),
  title text not null,
  description text not null default '',
  duration integer not null check (duration > 0),
  -- As in a page; null for none.
  location jsonb,
  -- The proposed starts: minutes since 1970, in order.
  starts integer[] not null check (cardinality(starts) >= 2),
  hides_votes boolean not null default false,
  -- When voting ends; null for as long as it is open.
  deadline timestamptz,
  status text not null default 'open' check (status in ('open', 'finalised', 'cancelled', 'expired')),
  chosen_start integer,
  event_id text,
  -- Its last time. It ends then, whether or not its status says so yet.
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, event_type_id) references event_type on delete cascade,
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index poll_status on poll (workspace_id, status, created_at, id);
create index poll_expiry on poll (expires_at) where status = 'open';
create index poll_page on poll (workspace_id, event_type_id);
create index poll_member on poll (workspace_id, member_id);
call protect('poll');
call audit_table('poll', 'poll');

create table poll_vote (
  workspace_id uuid not null,
  id uuid not null,
  poll_id uuid not null,
  name text not null,
  email text not null,
  email_confirmed boolean not null default false,
  timezone text not null,
  language text not null default 'en',
  -- {"29384760": "yes"} by start; a start that isn't named is a no.
  answers jsonb not null,
  -- The invitee that the voter became when a time was chosen.
  invitee_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, poll_id) references poll on delete cascade
);
create unique index poll_vote_once on poll_vote (workspace_id, poll_id, lower(email));
create index poll_vote_email on poll_vote (workspace_id, lower(email));
call protect('poll_vote');
call live_table('poll_vote', '{insert,update,delete}', 'poll', 'poll_id');
