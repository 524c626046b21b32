-- What was imported from another product, by the hash of its id there, so that a second import finds it.
create table import_mapping (
  workspace_id uuid not null references workspace on delete cascade,
  source text not null,
  kind text not null,
  source_hash bytea not null,
  object_id text not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, source, kind, source_hash)
);
call protect('import_mapping');
