-- Domains of workspaces, by DNS records (docs/decisions/0217-own-domains.md).
create table domain (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  purpose text not null check (purpose in ('pages')),
  name text not null,
  -- What the TXT record has to say.
  token text not null,
  state text not null default 'pending' check (state in ('pending', 'verified', 'failing')),
  -- Why the last check did not verify it.
  problem text check (problem in ('records', 'unreachable', 'taken')),
  -- What the last check that got answers found.
  found jsonb,
  -- Checks in a row that found something else, by the job.
  failures integer not null default 0,
  checked_at timestamptz,
  verified_at timestamptz,
  -- Null once nobody completes it.
  next_check_at timestamptz,
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, purpose, name)
);
create index domain_due on domain (next_check_at) where next_check_at is not null;
call protect('domain');
call audit_table('domain', 'domain', 'id', '{token,problem,found,failures,checked_at,verified_at,next_check_at}');
call live_table('domain', '{insert,update,delete}', 'domain', 'id');

-- Global: the workspace whose pages a host name serves. Only verified domains are here.
create table page_domain (
  name text primary key,
  workspace_id uuid not null,
  domain_id uuid not null,
  verified_at timestamptz not null,
  foreign key (workspace_id, domain_id) references domain on delete cascade
);
create index page_domain_workspace on page_domain (workspace_id, domain_id);
