-- Users and teams.
create table member (
  workspace_id uuid not null references workspace on delete cascade,
  id text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  slug text not null,
  avatar text,
  language text not null,
  timezone text not null,
  role text not null check (role in ('owner', 'admin', 'user')),
  password_hash text,
  is_active boolean not null default true,
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, email)
);
create index member_listing on member (workspace_id, created_at, id);
call protect('member');
call audit_table('member', 'user');

-- Whose permissions change has to read everything again: what is on the screen may no longer be theirs to see.
create function live_role() returns trigger language plpgsql as $$
begin
  insert into live_change (workspace_id, kind, member_id) values (new.workspace_id, 'access', new.id);
  return null;
end $$;
create trigger live_role after update of role on member for each row
  when (old.role is distinct from new.role) execute function live_role();

create table team (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  title text not null,
  slug text not null,
  avatar text,
  -- A deleted team keeps its row, since events of its pages name it; its slug is free and its memberships are deleted.
  deleted_at timestamptz,
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, id)
);
call protect('team');
call audit_table('team', 'team');

create table team_membership (
  workspace_id uuid not null,
  id integer not null,
  team_id uuid not null,
  member_id text not null,
  role text not null check (role in ('member', 'manager')),
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, team_id, member_id),
  foreign key (workspace_id, team_id) references team on delete cascade,
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index team_membership_member on team_membership (workspace_id, member_id);
call protect('team_membership');
call audit_table('team_membership', 'team_member', 'team_id');

-- Global: where a person with this address can sign in. One person may belong to several workspaces.
create table sign_in (
  email text not null,
  workspace_id uuid not null references workspace on delete cascade,
  member_id text not null,
  -- The steps of a sign-in carry a generation. It changes when the user finishes one, is deactivated, or gets another address, which
  -- makes earlier steps invalid.
  generation integer not null default 0,
  primary key (email, workspace_id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index sign_in_member on sign_in (workspace_id, member_id);
