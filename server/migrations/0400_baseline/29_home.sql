-- First steps that a user marked as done, where nothing else shows it.
create table first_step (
  workspace_id uuid not null,
  member_id text not null,
  key text not null,
  confirmed_at timestamptz not null default now(),
  primary key (workspace_id, member_id, key),
  foreign key (workspace_id, member_id) references member on delete cascade
);
call protect('first_step');
