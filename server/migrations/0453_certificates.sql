-- Global: certificates of the host names at which this installation is reached (docs/decisions/0223-certificates.md).
create table certificate (
  name text primary key,
  key_sealed bytea,
  chain text,
  renew_at timestamptz not null default statement_timestamp(),
  -- Until then, one process orders it.
  ordered_until timestamptz,
  -- Orders in a row that failed, and why the last one did.
  failures integer not null default 0,
  problem text
);

-- Global: what the authority asks for before it issues a certificate.
create table certificate_challenge (
  token text primary key,
  answer text not null,
  created_at timestamptz not null default statement_timestamp()
);

-- Global: this installation at the authority.
create table certificate_account (
  authority text primary key,
  key_sealed bytea not null
);
