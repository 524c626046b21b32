-- How users prove who they are: tokens, sessions, second factors, passkeys, single sign-on, invitations, and sign-ups.

create table api_token (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  name text not null,
  prefix text not null,
  scopes text[] not null,
  -- Who created the token or last replaced its secret, and with which token: it is revoked with both (docs/decisions/0142). Null for
  -- the operator.
  creator_id text,
  creator_token_id uuid,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references member on delete cascade,
  foreign key (workspace_id, creator_id) references member on delete cascade,
  foreign key (workspace_id, creator_token_id) references api_token on delete cascade
);
create index api_token_member on api_token (workspace_id, member_id);
call protect('api_token');
call audit_table('api_token', 'token', 'id', '{last_used_at,creator_id,creator_token_id}');

-- Sessions are listed to their users. They end at expires_at, and after 7 days without use (see authenticate).
create table session (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  method text not null default 'password'
    check (method in ('password', 'passkey', 'single_sign_on', 'invitation', 'sign_up')),
  -- A second factor, a passkey or single sign-on was used, at the start or since.
  is_strong boolean not null default false,
  -- When the identity provider last asked for a password or the like, if it said so. Other sessions prove their user when they begin.
  proven_at timestamptz,
  user_agent text not null default '',
  address text not null default '',
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index session_member on session (workspace_id, member_id);
create index session_end on session (expires_at);
create index session_age on session (last_seen_at);
call protect('session');
call audit_table('session', 'session', 'id', '{last_seen_at,address,expires_at}');

-- Global: the token or session that a secret belongs to.
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

-- Everything the platform must know about a bearer secret, in one lookup. It arrives without a workspace.
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

-- Records when a token was last used, to the minute. The second of two simultaneous requests finds it recorded.
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

-- Records when and from where a session was last used, to the minute.
create function note_session_use(workspace uuid, session_id uuid, from_address text) returns void language plpgsql as $$
declare
  before text := current_setting('daybook.workspace', true);
begin
  perform set_config('daybook.workspace', '*', true);
  update session set last_seen_at = now(), address = from_address
  where workspace_id = workspace and id = session_id and last_seen_at < now() - interval '1 minute';
  perform set_config('daybook.workspace', coalesce(before, ''), true);
end $$;

-- Browsers in which a user has signed in before, by a cookie. They have their own limit of attempts; a sign-in from a new one is
-- announced to the user by email.
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
call live_table('preference', '{insert,update}', 'preference', 'member_id');

-- An authenticator that shows six-digit codes, active once a code has confirmed it. The step of the last accepted code is stored, so
-- that a code can't be replayed.
create table totp (
  workspace_id uuid not null,
  member_id text not null,
  secret_sealed bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  primary key (workspace_id, member_id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
call protect('totp');
call audit_table('totp', 'totp', 'member_id', '{last_step}');

-- Each is accepted once in place of a code. The hash is keyed by the installation's secret, since codes are short.
create table recovery_code (
  workspace_id uuid not null,
  member_id text not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (workspace_id, member_id, code_hash),
  foreign key (workspace_id, member_id) references member on delete cascade
);
call protect('recovery_code');

-- One entry for the ten codes that are created together.
create function audit_recovery_codes() returns trigger language plpgsql as $$
begin
  perform record_audit(workspace_id, 'recovery_codes', 'created', member_id, null,
    jsonb_build_object('count', count(*)))
  from added group by workspace_id, member_id;
  return null;
end $$;
create trigger audit after insert on recovery_code referencing new table as added
  for each statement execute function audit_recovery_codes();

create table passkey (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  name text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index passkey_member on passkey (workspace_id, member_id);
call protect('passkey');
call audit_table('passkey', 'passkey', 'id', '{counter,last_used_at,credential_id,public_key,transports}');

-- Global: the account of a passkey, which signs in without an address.
create table passkey_owner (
  credential_id text primary key,
  workspace_id uuid not null references workspace on delete cascade,
  passkey_id uuid not null,
  foreign key (workspace_id, passkey_id) references passkey on delete cascade
);
create index passkey_owner_passkey on passkey_owner (workspace_id, passkey_id);

-- Global: challenges for passkeys. Each is valid once, for one purpose.
create table passkey_challenge (
  challenge_hash bytea primary key,
  purpose text not null,
  expires_at timestamptz not null
);
create index passkey_challenge_end on passkey_challenge (expires_at);

-- Global: a browser that was sent to the identity provider. Valid once, in the same browser.
create table oidc_request (
  state_hash bytea primary key,
  browser_hash bytea not null,
  verifier_sealed bytea not null,
  nonce text not null,
  invitation_sealed bytea,
  expires_at timestamptz not null
);
create index oidc_request_end on oidc_request (expires_at);

-- Global: links subjects of the identity provider to users. Addresses may change; subjects do not.
create table oidc_subject (
  issuer text not null,
  subject text not null,
  workspace_id uuid not null references workspace on delete cascade,
  member_id text not null,
  primary key (issuer, subject, workspace_id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
create unique index oidc_subject_member on oidc_subject (workspace_id, member_id, issuer);

create table invitation (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'user')),
  team_ids uuid[] not null default '{}',
  -- Null when the operator invited.
  invited_by text,
  -- The secret of the link, for the email.
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
call audit_table('invitation', 'invitation');

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

-- A sign-up whose address isn't confirmed yet. Its workspace stays empty until then, and is deleted if nobody confirms.
create table sign_up (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  -- Null until the address is confirmed: the person who typed it first may be somebody else.
  password_hash text,
  language text not null,
  timezone text not null,
  token_sealed bytea not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (workspace_id, id)
);
create index sign_up_end on sign_up (expires_at);
call protect('sign_up');

-- Global: what a link in an email leads to, by the hash of its token.
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
