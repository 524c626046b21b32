-- Users and groups of a directory, such as Microsoft Entra ID or Okta, which provisions them by SCIM 2.0.

-- What happens to the open bookings of a user whom the directory deactivates.
alter table workspace add column departing_bookings text not null default 'keep';
alter table workspace add constraint workspace_departing_bookings
  check (departing_bookings in ('keep', 'handover', 'cancel')) not valid;

-- A token of a workspace, not of a user: it opens /scim and nothing else. A revoked one keeps its row, since the audit log names it.
create table scim_token (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  name text not null,
  prefix text not null,
  -- Null once its creator was deactivated.
  creator_id text,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, creator_id) references member on delete set null (creator_id)
);
create index scim_token_creator on scim_token (workspace_id, creator_id);
call protect('scim_token');
call audit_table('scim_token', 'scim_token', 'id', '{last_used_at,creator_id}');

-- Global: the token that a secret belongs to. Deleted when it is revoked.
create table scim_secret (
  secret_hash bytea primary key,
  workspace_id uuid not null references workspace on delete cascade,
  token_id uuid not null,
  foreign key (workspace_id, token_id) references scim_token on delete cascade
);
create index scim_secret_token on scim_secret (workspace_id, token_id);

-- How the directory knows a user. Users without a row are known by their email addresses.
create table scim_user (
  workspace_id uuid not null,
  member_id text not null,
  -- As it was sent; compared in lower case. Null: the email address.
  user_name text,
  external_id text,
  -- The directory deleted the user, who is deactivated here and no longer shown there.
  is_deleted boolean not null default false,
  -- A group gave the role, which ends with it.
  has_group_role boolean not null default false,
  primary key (workspace_id, member_id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
create unique index scim_user_name on scim_user (workspace_id, lower(user_name));
create index scim_user_external on scim_user (workspace_id, external_id);
call protect('scim_user');

-- A group of the directory, and what its members get here.
create table scim_group (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  display_name text not null,
  external_id text,
  team_id uuid,
  role text check (role in ('admin', 'user')),
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, team_id) references team on delete set null (team_id)
);
create unique index scim_group_name on scim_group (workspace_id, lower(display_name));
create index scim_group_team on scim_group (workspace_id, team_id);
call protect('scim_group');
call audit_table('scim_group', 'scim_group');

create table scim_group_member (
  workspace_id uuid not null,
  group_id uuid not null,
  member_id text not null,
  -- The group added the user to its team; a user who was there before stays there.
  has_joined_team boolean not null default false,
  primary key (workspace_id, group_id, member_id),
  foreign key (workspace_id, group_id) references scim_group on delete cascade,
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index scim_group_member_member on scim_group_member (workspace_id, member_id);
call protect('scim_group_member');

-- Like authenticate, for the tokens of directories.
create function authenticate_scim(secret bytea) returns table (workspace_id uuid, token_id uuid, name text, last_used_at timestamptz)
language plpgsql stable as $$
#variable_conflict use_column
declare
  before text := current_setting('daybook.workspace', true);
begin
  perform set_config('daybook.workspace', '*', true);
  return query
    select t.workspace_id, t.id, t.name, t.last_used_at from scim_secret s
    join scim_token t on t.workspace_id = s.workspace_id and t.id = s.token_id
    where s.secret_hash = secret and t.revoked_at is null;
  perform set_config('daybook.workspace', coalesce(before, ''), true);
end $$;

-- Records when a token was last used, to the minute.
create function note_scim_use(workspace uuid, token uuid) returns void language plpgsql as $$
declare
  before text := current_setting('daybook.workspace', true);
begin
  perform set_config('daybook.workspace', '*', true);
  update scim_token set last_used_at = now()
  where workspace_id = workspace and id = token
    and (last_used_at is null or last_used_at < now() - interval '1 minute');
  perform set_config('daybook.workspace', coalesce(before, ''), true);
end $$;
-- next transaction
alter table workspace validate constraint workspace_departing_bookings;
