-- Where each workspace lives, and the names that are unique over all cells. Small on purpose: nothing of a workspace stands here
-- that a visitor couldn't know, except hashes.

create table directory.cell (
  name text primary key,
  -- Where routers reach it.
  url text not null,
  region text not null,
  -- A closed cell gets no new workspaces.
  state text not null default 'open' check (state in ('open', 'closed'))
);

create table directory.workspace_cell (
  workspace_id uuid primary key,
  -- The last characters of the workspace's tokens, links and keys.
  code text not null unique,
  cell text not null references directory.cell,
  -- `moved`: the former cell still has a copy.
  state text not null default 'active' check (state in ('active', 'moving', 'moved')),
  -- Grows with each change, which names the version it expects.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- When all names and secrets from before the directory had been told; null while they are being told.
  joined_at timestamptz
);
create index workspace_cell_cell on directory.workspace_cell (cell, workspace_id);

-- Slugs as they are; email addresses, subjects and secrets by their hash.
create table directory.name (
  kind text not null check (kind in ('slug', 'form', 'email', 'subject', 'secret')),
  value text not null,
  workspace_id uuid not null references directory.workspace_cell on delete cascade,
  -- The transaction that is claiming or releasing the name; null once it is settled.
  reservation uuid,
  reserved_at timestamptz not null default now(),
  primary key (kind, value, workspace_id)
);
create unique index name_is_unique on directory.name (kind, value) where kind in ('slug', 'form');
create index name_workspace on directory.name (workspace_id);
create index name_reservation on directory.name (reservation) where reservation is not null;
