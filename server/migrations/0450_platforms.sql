-- Products that have scheduling built in: each creates workspaces and users of its own, and acts for them (docs/decisions/0220-platforms.md).

-- An app that the operator made a platform.
create table platform (
  workspace_id uuid not null,
  app_id uuid not null,
  -- The sites that can show settings in a frame.
  embed_origins text[] not null default '{}',
  created_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, app_id),
  foreign key (workspace_id, app_id) references app on delete cascade
);
call protect('platform');
call audit_table('platform', 'platform', 'app_id');

-- Global: the workspaces of platforms. A platform names a workspace without being in it.
create table platform_workspace (
  workspace_id uuid primary key references workspace on delete cascade,
  client_id text not null,
  -- How the platform knows it.
  external_id text not null,
  -- Nobody can use a suspended workspace.
  suspended_at timestamptz,
  created_at timestamptz not null default statement_timestamp(),
  unique (client_id, external_id)
);
call audit_table('platform_workspace', 'platform_workspace', 'workspace_id');

create table platform_user (
  workspace_id uuid not null,
  member_id text not null,
  external_id text not null,
  primary key (workspace_id, member_id),
  unique (workspace_id, external_id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
call protect('platform_user');

-- Pages and emails of the workspace don't name Daybook.
alter table workspace add column hides_brand boolean not null default false;

-- The platform of the workspace acts for the user, who allowed nothing.
alter table app_grant add column is_exchanged boolean not null default false;

-- Tokens by which a platform manages its workspaces, and links that open settings in a frame, once.
alter table grant_secret drop constraint grant_secret_resource_check;
alter table grant_secret add constraint grant_secret_resource_check check (resource in ('api', 'mcp', 'platform')) not valid;
alter table grant_secret drop constraint grant_secret_kind_check;
alter table grant_secret add constraint grant_secret_kind_check check (kind in ('code', 'access', 'refresh', 'embed')) not valid;

-- The app that acted for the user. Its connection may be gone when someone reads the entry.
alter table audit_entry add column app text;

create or replace function record_audit(workspace uuid, noun text, verb text, object_id text, before jsonb, after jsonb)
returns void language sql as $$
  insert into audit_entry (workspace_id, action, object_type, object_id, actor_kind, credential_id, member_id, address, app,
    before, after)
  select workspace, noun || '.' || verb, noun, object_id, coalesce(actor ->> 'kind', 'system'),
    (actor ->> 'credential')::uuid, actor ->> 'member', actor ->> 'address', actor ->> 'app', before, after
  from (select nullif(current_setting('daybook.actor', true), '')::jsonb) as a (actor)
$$;

-- Like authenticate_grant, with the id and the name of the app. Servers of the version before still call that one.
create function authenticate_app(secret bytea) returns table (
  workspace_id uuid, grant_id uuid, scopes text, resource text, last_used_at timestamptz, member_id text, email text, role text,
  client_id text, app text)
language plpgsql stable as $$
#variable_conflict use_column
declare
  before text := current_setting('daybook.workspace', true);
begin
  perform set_config('daybook.workspace', '*', true);
  return query
    select s.workspace_id, s.grant_id, array_to_string(s.scopes, ' '), s.resource, g.last_used_at, m.id, m.email, m.role,
      g.client_id, g.name
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
-- next transaction
alter table grant_secret validate constraint grant_secret_resource_check;
alter table grant_secret validate constraint grant_secret_kind_check;
