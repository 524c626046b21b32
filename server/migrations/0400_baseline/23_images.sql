-- Pictures of users and teams, and the logos of workspaces. The content of each was checked before it was stored.
create table image (
  workspace_id uuid not null references workspace on delete cascade,
  -- Of the user or team; of the workspace itself for its logo.
  owner_id text not null,
  -- A hash of the content with the extension of its type: the last part of its URL, and what its owner's row refers to.
  name text not null,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  -- Compressed already.
  bytes bytea not null check (octet_length(bytes) <= 2097152),
  created_at timestamptz not null default now(),
  primary key (workspace_id, owner_id),
  unique (workspace_id, name)
);
alter table image alter column bytes set storage external;
call protect('image');

-- Global: the URL of a picture doesn't name a workspace.
create table image_address (
  name text primary key,
  workspace_id uuid not null references workspace on delete cascade,
  foreign key (workspace_id, name) references image (workspace_id, name) on delete cascade
);
