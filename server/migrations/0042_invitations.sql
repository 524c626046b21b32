create table invitation (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'user')),
  team_ids uuid[] not null default '{}',
  -- Null when the operator invited.
  invited_by text,
  -- The link's secret, for the mail.
  token_sealed bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, invited_by) references member (workspace_id, id) on delete set null (invited_by)
);
create unique index invitation_open on invitation (workspace_id, email)
  where accepted_at is null and withdrawn_at is null;
create index invitation_inviter on invitation (workspace_id, invited_by);
call protect('invitation');

create table password_reset (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  token_sealed bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index password_reset_member on password_reset (workspace_id, member_id);
create index password_reset_end on password_reset (expires_at);
call protect('password_reset');

-- A sign-up whose address is not confirmed yet. Its workspace is empty until then, and is deleted if nobody confirms.
create table sign_up (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  language text not null,
  timezone text not null,
  token_sealed bytea not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (workspace_id, id)
);
create index sign_up_end on sign_up (expires_at);
call protect('sign_up');

-- Global: what a link in a mail leads to, by the hash of its token.
create table account_link (
  token_hash bytea primary key,
  workspace_id uuid not null references workspace on delete cascade,
  invitation_id uuid,
  reset_id uuid,
  sign_up_id uuid,
  check (num_nonnulls(invitation_id, reset_id, sign_up_id) = 1),
  foreign key (workspace_id, invitation_id) references invitation on delete cascade,
  foreign key (workspace_id, reset_id) references password_reset on delete cascade,
  foreign key (workspace_id, sign_up_id) references sign_up on delete cascade
);
create index account_link_invitation on account_link (workspace_id, invitation_id);
create index account_link_reset on account_link (workspace_id, reset_id);
create index account_link_sign_up on account_link (workspace_id, sign_up_id);
