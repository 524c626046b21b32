-- Conventions, held by a test that reads the catalogue: every table's key starts with workspace_id, every foreign key
-- and every unique index contains it, and row level security is forced on it. The few look-ups that arrive without a
-- workspace (a token's hash, a public slug, a sign-in address) live in global tables that hold nothing else.

-- Rows of one workspace are visible only in a transaction that says which: `set local daybook.workspace = '<uuid>'`.
-- '*' is for the platform's own work across workspaces. Unset, nothing is visible.
create function workspace_visible(row_workspace uuid) returns boolean
language sql stable parallel safe
return row_workspace::text = current_setting('daybook.workspace', true)
  or current_setting('daybook.workspace', true) = '*';

create function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at = clock_timestamp();
  return new;
end $$;

-- Puts a table behind the second wall, and keeps its updated_at.
create procedure protect(table_name text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format('create policy own_workspace on %I using (workspace_visible(workspace_id))', table_name);
  if exists (select from information_schema.columns c where c.table_schema = current_schema()
      and c.table_name = protect.table_name and c.column_name = 'updated_at') then
    execute format('create trigger touch before update on %I for each row execute function touch_updated_at()', table_name);
  end if;
end $$;

create table workspace (
  workspace_id uuid primary key,
  name text not null,
  timezone text not null,
  crm_enabled boolean not null default true,
  plan text not null default 'self-hosted',
  plan_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
call protect('workspace');

-- Integer ids shown to callers count per workspace, so that none tells how much the installation holds.
create table counter (
  workspace_id uuid not null references workspace on delete cascade,
  name text not null,
  value integer not null,
  primary key (workspace_id, name)
);
call protect('counter');

create table member (
  workspace_id uuid not null references workspace on delete cascade,
  id text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  slug text not null,
  language text not null,
  timezone text not null,
  role text not null check (role in ('owner', 'admin', 'user')),
  avatar_url text,
  password_hash text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, email)
);
create index member_listing on member (workspace_id, created_at, id);
call protect('member');

create table team (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  title text not null,
  slug text not null,
  -- A deleted team keeps its row, since events of its pages name it; its slug and members are let go.
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
call protect('team');

create table team_membership (
  workspace_id uuid not null,
  id integer not null,
  team_id uuid not null,
  member_id text not null,
  role text not null check (role in ('member', 'manager')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, team_id, member_id),
  foreign key (workspace_id, team_id) references team on delete cascade,
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index team_membership_member on team_membership (workspace_id, member_id);
call protect('team_membership');

create table api_token (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  name text not null,
  prefix text not null,
  scopes text[] not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index api_token_member on api_token (workspace_id, member_id);
call protect('api_token');

create table session (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
call protect('session');

-- Global: what a bearer token or a session cookie is the secret of. Exactly one of the two ids is set.
create table credential (
  secret_hash bytea primary key,
  workspace_id uuid not null references workspace on delete cascade,
  token_id uuid,
  session_id uuid,
  check (num_nonnulls(token_id, session_id) = 1),
  foreign key (workspace_id, token_id) references api_token on delete cascade,
  foreign key (workspace_id, session_id) references session on delete cascade
);
create index credential_token on credential (workspace_id, token_id);
create index credential_session on credential (workspace_id, session_id);

-- Global: public addresses carry no workspace, so the slugs of their owners are unique over the installation.
create table owner_slug (
  slug text primary key,
  workspace_id uuid not null references workspace on delete cascade,
  member_id text,
  team_id uuid,
  check (num_nonnulls(member_id, team_id) = 1),
  foreign key (workspace_id, member_id) references member on delete cascade,
  foreign key (workspace_id, team_id) references team on delete cascade
);
create index owner_slug_member on owner_slug (workspace_id, member_id);
create index owner_slug_team on owner_slug (workspace_id, team_id);

-- Global: where someone with this address may sign in. One person may belong to several workspaces.
create table sign_in (
  email text not null,
  workspace_id uuid not null references workspace on delete cascade,
  member_id text not null,
  primary key (email, workspace_id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index sign_in_member on sign_in (workspace_id, member_id);

-- The answer to a POST with an Idempotency-Key, committed together with what the request did. The body is encrypted
-- with a key made from the caller's own secret, since an answer may show a secret that is stored nowhere else.
create table idempotency (
  workspace_id uuid not null references workspace on delete cascade,
  caller text not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  status smallint,
  body bytea,
  created_at timestamptz not null default now(),
  primary key (workspace_id, caller, key_hash)
);
create index idempotency_age on idempotency (created_at);
call protect('idempotency');

-- What happened, written in the transaction in which it happened. Reactions follow from these rows.
create table outbox (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  name text not null,
  payload jsonb not null,
  told_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id)
);
create index outbox_age on outbox (told_at);
call protect('outbox');

-- The three functions below look past workspaces. They set '*' by hand and put back what was there: a function's own
-- SET clause would do the same, but PostgreSQL lets only superusers write one for a setting of our own.

-- Everything the platform must know of a bearer secret, in one look-up. It arrives without a workspace.
create function authenticate(secret bytea) returns table (
  workspace_id uuid, token_id uuid, session_id uuid, scopes text, last_used_at timestamptz,
  member_id text, email text, role text)
language plpgsql stable as $$
#variable_conflict use_column
declare
  before text := current_setting('daybook.workspace', true);
begin
  perform set_config('daybook.workspace', '*', true);
  return query
    select c.workspace_id, c.token_id, c.session_id, array_to_string(t.scopes, ' '), t.last_used_at,
      m.id, m.email, m.role
    from credential c
    left join api_token t on t.workspace_id = c.workspace_id and t.id = c.token_id
    left join session s on s.workspace_id = c.workspace_id and s.id = c.session_id
    join member m on m.workspace_id = c.workspace_id and m.id = coalesce(t.member_id, s.member_id)
    where c.secret_hash = secret
      and m.is_active
      and t.revoked_at is null
      and coalesce(t.expires_at, s.expires_at, 'infinity') > now();
  perform set_config('daybook.workspace', coalesce(before, ''), true);
end $$;

-- When a token was last used, to the minute. Two requests at once: the second finds it noted.
create function note_token_use(workspace uuid, token uuid) returns void language plpgsql as $$
declare
  before text := current_setting('daybook.workspace', true);
begin
  perform set_config('daybook.workspace', '*', true);
  update api_token set last_used_at = now()
  where workspace_id = workspace and id = token
    and (last_used_at is null or last_used_at < now() - interval '1 minute');
  perform set_config('daybook.workspace', coalesce(before, ''), true);
end $$;

-- Whether this is the first start.
create function installation_is_empty() returns boolean language plpgsql stable as $$
declare
  before text := current_setting('daybook.workspace', true);
  answer boolean;
begin
  perform set_config('daybook.workspace', '*', true);
  answer := not exists (select from workspace);
  perform set_config('daybook.workspace', coalesce(before, ''), true);
  return answer;
end $$;
