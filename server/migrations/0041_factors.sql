-- An authenticator that shows codes of six digits. It is active once a code has confirmed it. The step of the
-- last accepted code is stored, so that a code can't be replayed.
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

-- Each is accepted once in place of a code. The hash is keyed by the installation's secret, since they are short.
create table recovery_code (
  workspace_id uuid not null,
  member_id text not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (workspace_id, member_id, code_hash),
  foreign key (workspace_id, member_id) references member on delete cascade
);
call protect('recovery_code');

create table passkey (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index passkey_member on passkey (workspace_id, member_id);
call protect('passkey');

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
