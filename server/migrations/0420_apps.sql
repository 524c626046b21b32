-- Apps that connect by OAuth, and what they were allowed (docs/decisions/0195-authorization-server.md).

-- A service user acts for an app and can't sign in.
alter table member add column kind text not null default 'person';
alter table member add constraint member_kind check (kind in ('person', 'service')) not valid;
alter table workspace add column allow_unapproved_apps boolean not null default true;

create table app (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  creator_id text,
  name text not null,
  url text,
  logo text,
  redirect_uris text[] not null,
  scopes text[] not null,
  grant_types text[] not null,
  -- Null for an app that can't keep a secret.
  secret_hash bytea,
  -- As whom it acts by client_credentials.
  service_id text,
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, creator_id) references member on delete set null (creator_id),
  foreign key (workspace_id, service_id) references member on delete set null (service_id)
);
-- A client_id arrives without a workspace.
create index app_client on app ((id::text));
create index app_creator on app (workspace_id, creator_id);
create index app_service on app (workspace_id, service_id);
call protect('app');
call audit_table('app', 'app');

-- Global: apps that belong to no workspace, as programs registered them or as the document at their client_id describes them.
create table registered_client (
  client_id text primary key,
  kind text not null check (kind in ('registered', 'document')),
  name text not null,
  url text,
  redirect_uris text[] not null,
  -- None: whatever a user allows.
  scopes text[] not null,
  secret_hash bytea,
  -- Until when a document needn't be read again.
  fresh_until timestamptz,
  -- Later with each token.
  expires_at timestamptz not null
);
create index registered_client_end on registered_client (expires_at);

create table app_approval (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  client_id text not null,
  name text not null,
  -- False: a user asked for it.
  is_approved boolean not null,
  requester_id text,
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, client_id),
  foreign key (workspace_id, requester_id) references member on delete set null (requester_id)
);
create index app_approval_requester on app_approval (workspace_id, requester_id);
call protect('app_approval');
call audit_table('app_approval', 'app_approval');

-- What a user allowed an app, or an app as its service user. Deleting it ends everything that the app has.
create table app_grant (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  client_id text not null,
  -- The app, as the user saw it.
  name text not null,
  url text,
  logo text,
  scopes text[] not null,
  -- What its tokens open; null for both.
  resource text check (resource in ('api', 'mcp')),
  -- When the app fetched its first token. Until then nothing is connected.
  exchanged_at timestamptz,
  last_used_at timestamptz,
  -- As the user chose.
  expires_at timestamptz,
  -- When it ends unless it is used; null for service users.
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index app_grant_member on app_grant (workspace_id, member_id);
create index app_grant_end on app_grant (ends_at);
call protect('app_grant');
call audit_table('app_grant', 'connected_app', 'id', '{exchanged_at,last_used_at,ends_at}');

-- Global: the codes and tokens of a grant, by their hashes.
create table grant_secret (
  secret_hash bytea primary key,
  workspace_id uuid not null references workspace on delete cascade,
  grant_id uuid not null,
  kind text not null check (kind in ('code', 'access', 'refresh')),
  scopes text[] not null,
  resource text check (resource in ('api', 'mcp')),
  redirect_uri text,
  challenge text,
  -- Codes and refresh tokens are used once. A second use ends the grant.
  used_at timestamptz,
  expires_at timestamptz not null,
  foreign key (workspace_id, grant_id) references app_grant on delete cascade
);
create index grant_secret_grant on grant_secret (workspace_id, grant_id);
create index grant_secret_end on grant_secret (expires_at);

-- Whether an app still exists. It may belong to another workspace.
create function client_exists(client text) returns boolean language plpgsql stable as $$
declare
  before text := current_setting('daybook.workspace', true);
  answer boolean;
begin
  perform set_config('daybook.workspace', '*', true);
  answer := exists (select from app where id::text = client) or exists (select from registered_client where client_id = client);
  perform set_config('daybook.workspace', coalesce(before, ''), true);
  return answer;
end $$;

-- Like authenticate, for access tokens of apps. A grant is worth nothing without its user, its app, and the approval that its
-- workspace may require.
create function authenticate_grant(secret bytea) returns table (
  workspace_id uuid, grant_id uuid, scopes text, resource text, last_used_at timestamptz, member_id text, email text, role text)
language plpgsql stable as $$
#variable_conflict use_column
declare
  before text := current_setting('daybook.workspace', true);
begin
  perform set_config('daybook.workspace', '*', true);
  return query
    select s.workspace_id, s.grant_id, array_to_string(s.scopes, ' '), s.resource, g.last_used_at, m.id, m.email, m.role
    from grant_secret s
    join app_grant g on g.workspace_id = s.workspace_id and g.id = s.grant_id
    join member m on m.workspace_id = g.workspace_id and m.id = g.member_id
    join workspace w on w.workspace_id = g.workspace_id
    where s.secret_hash = secret and s.kind = 'access' and s.expires_at > now() and m.is_active
      and client_exists(g.client_id)
      and (w.allow_unapproved_apps or m.role <> 'user' or m.kind = 'service' or exists (
        select from app_approval v where v.workspace_id = g.workspace_id and v.client_id = g.client_id and v.is_approved));
  perform set_config('daybook.workspace', coalesce(before, ''), true);
end $$;

-- Records when a grant was last used, to the minute.
create function note_grant_use(workspace uuid, grant_id uuid) returns void language plpgsql as $$
declare
  before text := current_setting('daybook.workspace', true);
begin
  perform set_config('daybook.workspace', '*', true);
  update app_grant set last_used_at = now()
  where workspace_id = workspace and id = note_grant_use.grant_id
    and (last_used_at is null or last_used_at < now() - interval '1 minute');
  perform set_config('daybook.workspace', coalesce(before, ''), true);
end $$;
-- next transaction
alter table member validate constraint member_kind;
