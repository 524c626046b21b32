-- What cells measure: by it routers place new workspaces, and operators move them (docs/decisions/0203).
alter table directory.cell
  -- The load that it can carry, in requests a minute.
  add column capacity double precision not null default 100000 check (capacity > 0),
  -- Versions of the program and of the schema, the size of the database, and how far its slowest standby is behind.
  add column program text,
  add column schema_version text,
  add column bytes bigint,
  add column lag_seconds double precision,
  add column reported_at timestamptz;

-- Requests and bookings a minute, of the last five minutes or so. Apart from `cell`, which routers read all the time.
create table directory.cell_load (
  cell text primary key references directory.cell on delete cascade,
  requests double precision not null,
  bookings double precision not null,
  counted_at timestamptz not null default now()
);

-- The same of each workspace, of the last day or so.
create table directory.workspace_load (
  workspace_id uuid primary key references directory.workspace_cell on delete cascade,
  requests double precision not null,
  bookings double precision not null,
  counted_at timestamptz not null default now()
);

-- What is left of a rate: each count weighs less by the time since then, so that many processes can add to one number.
create function directory.decay(rate double precision, counted_at timestamptz, seconds integer)
returns double precision language sql stable
return rate * exp(-least(extract(epoch from now() - counted_at) / seconds, 100));

-- A booking takes as much as ten other requests, with all that follows from it.
create function directory.weigh(requests double precision, bookings double precision)
returns double precision language sql immutable
return requests + 10 * bookings;
