-- A dry run takes each of its batches back. What they would have made unique is remembered until it is over, so that a
-- later batch finds it.
create table crm_import_key (
  workspace_id uuid not null,
  import_id uuid not null,
  attribute_id uuid not null,
  key_norm text collate "C" not null,
  record_id uuid not null,
  row_number integer not null,
  primary key (workspace_id, import_id, attribute_id, key_norm),
  foreign key (workspace_id, import_id) references crm_import on delete cascade
);
call protect('crm_import_key');
