-- Sessions are listed to their users. They end at expires_at, and after 7 days without use (authenticate below).
alter table session
  add column method text not null default 'password'
    check (method in ('password', 'passkey', 'single_sign_on', 'invitation', 'sign_up')),
  -- Begun with a second factor, a passkey or single sign-on, or given one since.
  add column is_strong boolean not null default false,
  add column user_agent text not null default '',
  add column address text not null default '',
  add column last_seen_at timestamptz not null default now();
create index session_member on session (workspace_id, member_id);
create index session_end on session (expires_at);

-- Browsers in which a user has signed in before, by a cookie. They have their own limit of attempts, and a sign-in from a new
-- one is mailed to the user.
create table known_device (
  workspace_id uuid not null,
  member_id text not null,
  device_hash bytea not null,
  last_seen_at timestamptz not null default now(),
  primary key (workspace_id, member_id, device_hash),
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index known_device_age on known_device (last_seen_at);
call protect('known_device');

alter table workspace add column require_second_factor boolean not null default false;

-- Global: attempts at passwords and codes by account, device and IP address, shared by all processes.
create table throttle (
  key_hash bytea primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index throttle_end on throttle (ends_at);

create table preference (
  workspace_id uuid not null,
  member_id text not null,
  theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
  clock text not null default '24' check (clock in ('12', '24')),
  first_day_of_week text not null default 'monday' check (first_day_of_week in ('monday', 'saturday', 'sunday')),
  shortcuts boolean not null default true,
  primary key (workspace_id, member_id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
call protect('preference');

-- As before, with the idle end of sessions, and whether a required second factor is missing.
drop function authenticate(bytea);
create function authenticate(secret bytea) returns table (
  workspace_id uuid, token_id uuid, session_id uuid, scopes text, last_used_at timestamptz,
  member_id text, email text, role text, lacks_factor boolean)
language plpgsql stable as $$
#variable_conflict use_column
declare
  before text := current_setting('daybook.workspace', true);
begin
  perform set_config('daybook.workspace', '*', true);
  return query
    select c.workspace_id, c.token_id, c.session_id, array_to_string(t.scopes, ' '),
      coalesce(t.last_used_at, s.last_seen_at), m.id, m.email, m.role,
      s.id is not null and not s.is_strong and w.require_second_factor
    from credential c
    left join api_token t on t.workspace_id = c.workspace_id and t.id = c.token_id
    left join session s on s.workspace_id = c.workspace_id and s.id = c.session_id
    join member m on m.workspace_id = c.workspace_id and m.id = coalesce(t.member_id, s.member_id)
    join workspace w on w.workspace_id = c.workspace_id
    where c.secret_hash = secret
      and m.is_active
      and t.revoked_at is null
      and coalesce(t.expires_at, s.expires_at, 'infinity') > now()
      and (s.id is null or s.last_seen_at > now() - interval '7 days');
  perform set_config('daybook.workspace', coalesce(before, ''), true);
end $$;

-- When and from where a session was last used, to the minute.
create function note_session_use(workspace uuid, session_id uuid, from_address text) returns void language plpgsql as $$
declare
  before text := current_setting('daybook.workspace', true);
begin
  perform set_config('daybook.workspace', '*', true);
  update session set last_seen_at = now(), address = from_address
  where workspace_id = workspace and id = session_id and last_seen_at < now() - interval '1 minute';
  perform set_config('daybook.workspace', coalesce(before, ''), true);
end $$;
