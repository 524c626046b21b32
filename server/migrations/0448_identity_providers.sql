-- Identity providers of workspaces, and the email domains for which they sign people in (docs/decisions/0214).

create table identity_provider (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('oidc', 'saml')),
  name text not null,
  is_enabled boolean not null default false,
  -- Members with an address of its domains can't sign in another way.
  is_enforced boolean not null default false,
  -- The owner who always can. Without one who is active, every owner can.
  break_glass_id text,
  -- Whether the first sign-in creates a user, and with which role.
  creates_users boolean not null default true,
  default_role text not null check (default_role in ('admin', 'user')),
  -- [{ group, role }]: roles follow groups at every sign-in. Owners keep theirs.
  role_mapping jsonb not null default '[]',
  -- Names of the claims or attributes: { email, firstName, lastName, groups }.
  attributes jsonb not null default '{}',
  -- The issuer of OpenID Connect, or the entity ID of SAML.
  issuer text not null,
  client_id text,
  client_secret_sealed bytea,
  sign_in_url text,
  sign_out_url text,
  -- Those that sign, in base64: several while one replaces another.
  certificates text[] not null default '{}',
  metadata_url text,
  metadata_read_at timestamptz,
  metadata_error text,
  allows_unsolicited boolean not null default false,
  -- Signs our requests and decrypts assertions.
  private_key_sealed bytea,
  own_certificate text,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, break_glass_id) references member on delete set null (break_glass_id)
);
create index identity_provider_break_glass on identity_provider (workspace_id, break_glass_id);
create index identity_provider_metadata on identity_provider (metadata_read_at) where metadata_url is not null;
call protect('identity_provider');
call audit_table('identity_provider', 'identity_provider', 'id', '{metadata_read_at,metadata_error,last_sign_in_at}');

alter table domain drop constraint domain_purpose_check;
alter table domain add constraint domain_purpose_check check (purpose in ('pages', 'sender', 'sign_in')) not valid;
-- Where the addresses of a sign-in domain sign in.
alter table domain add column provider_id uuid;
alter table domain add constraint domain_provider_purpose check (provider_id is null or purpose = 'sign_in') not valid;
alter table domain add constraint domain_provider foreign key (workspace_id, provider_id)
  references identity_provider on delete set null (provider_id) not valid;

-- Global: the one workspace whose users sign in with addresses of a domain. Only verified domains are here.
create table sign_in_domain (
  name text primary key,
  workspace_id uuid not null,
  domain_id uuid not null,
  verified_at timestamptz not null,
  foreign key (workspace_id, domain_id) references domain on delete cascade
);
create index sign_in_domain_workspace on sign_in_domain (workspace_id, domain_id);

-- Which user a person at a provider is. Addresses may change; subjects do not.
create table provider_subject (
  workspace_id uuid not null,
  provider_id uuid not null,
  subject text not null,
  member_id text not null,
  primary key (workspace_id, provider_id, subject),
  unique (workspace_id, provider_id, member_id),
  foreign key (workspace_id, provider_id) references identity_provider on delete cascade,
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index provider_subject_member on provider_subject (workspace_id, member_id);
call protect('provider_subject');

-- A browser that was sent to a provider, or comes from one. Valid once, in the same browser.
create table provider_request (
  workspace_id uuid not null,
  state_hash bytea not null,
  provider_id uuid not null,
  browser_hash bytea not null,
  verifier_sealed bytea,
  nonce text,
  return_path text,
  -- It only shows what the provider says.
  is_test boolean not null default false,
  -- What the provider has said, until the browser fetches its session.
  identity_sealed bytea,
  expires_at timestamptz not null,
  primary key (workspace_id, state_hash),
  foreign key (workspace_id, provider_id) references identity_provider on delete cascade
);
create index provider_request_provider on provider_request (workspace_id, provider_id);
create index provider_request_end on provider_request (expires_at);
call protect('provider_request');

-- Assertions and logout tokens that were accepted, so that none is accepted twice.
create table provider_message (
  workspace_id uuid not null,
  provider_id uuid not null,
  message_hash bytea not null,
  expires_at timestamptz not null,
  primary key (workspace_id, provider_id, message_hash),
  foreign key (workspace_id, provider_id) references identity_provider on delete cascade
);
create index provider_message_end on provider_message (expires_at);
call protect('provider_message');

-- The provider that began a session, and how the provider names that session.
alter table session add column provider_id uuid;
alter table session add column provider_session text;
alter table session add constraint session_provider foreign key (workspace_id, provider_id)
  references identity_provider on delete cascade not valid;

-- The enabled provider of the domain of an address. A domain whose proof has lapsed still counts: nobody gets around a provider by it.
create function find_address_provider(workspace uuid, address text) returns uuid language sql stable as $$
  select p.id from domain d
  join identity_provider p on p.workspace_id = d.workspace_id and p.id = d.provider_id
  where d.workspace_id = workspace and d.purpose = 'sign_in' and d.state <> 'pending' and p.is_enabled
    and d.name = lower(substring(address from '[^@]*$'))
$$;

-- Whether a user can only sign in at a provider of the workspace: by the address, or because the provider has signed the user in before.
create function requires_provider(workspace uuid, member_id text) returns boolean language sql stable as $$
  select exists (
    select from member m
    join identity_provider p on p.workspace_id = m.workspace_id
    where m.workspace_id = workspace and m.id = requires_provider.member_id and p.is_enabled and p.is_enforced
      and (p.id = find_address_provider(m.workspace_id, m.email) or exists (
        select from provider_subject s where s.workspace_id = p.workspace_id and s.provider_id = p.id and s.member_id = m.id))
      -- The named owner never has to; once that owner has no other way in, no owner has to.
      and not (m.role = 'owner' and (p.break_glass_id = m.id or not exists (
        select from member b where b.workspace_id = p.workspace_id and b.id = p.break_glass_id
          and b.is_active and b.role = 'owner' and (b.password_hash is not null or exists (
            select from passkey k where k.workspace_id = b.workspace_id and k.member_id = b.id))))))
$$;
-- next transaction
alter table domain validate constraint domain_purpose_check;
alter table domain validate constraint domain_provider_purpose;
alter table domain validate constraint domain_provider;
alter table session validate constraint session_provider;
-- no transaction
create index concurrently session_provider_sessions on session (workspace_id, provider_id) where provider_id is not null;
-- no transaction
create index concurrently domain_provider_domains on domain (workspace_id, provider_id) where provider_id is not null;
