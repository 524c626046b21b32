-- An authenticator that shows codes of six digits. It counts once a code has confirmed it. The step of the last code that
-- was taken is kept, so that a code that somebody saw opens nothing.
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

-- Each opens once what the authenticator opens. Hashed with the installation's key, since they are short.
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

-- Global: whose passkey it is, of somebody who signs in with nothing else.
create table passkey_owner (
  credential_id text primary key,
  workspace_id uuid not null references workspace on delete cascade,
  passkey_id uuid not null,
  foreign key (workspace_id, passkey_id) references passkey on delete cascade
);
create index passkey_owner_passkey on passkey_owner (workspace_id, passkey_id);

-- Global: what browsers were asked to sign. Each is taken once, for the purpose it was made for.
create table passkey_challenge (
  challenge_hash bytea primary key,
  purpose text not null,
  expires_at timestamptz not null
);
create index passkey_challenge_end on passkey_challenge (expires_at);
