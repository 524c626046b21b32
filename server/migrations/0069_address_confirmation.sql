-- When visitors prove, by a code that is mailed to it, that an address is theirs.
alter table event_type add column confirm_address text not null default 'never'
  check (confirm_address in ('never', 'new', 'always'));
alter table invitee add column email_confirmed boolean not null default false;

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
