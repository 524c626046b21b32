-- Records that someone said are different, so that they are not suggested as duplicates of each other again. Only ids: a record that
-- is restored is still another one.
create table crm_different (
  workspace_id uuid not null,
  object_id uuid not null,
  one_id uuid not null,
  other_id uuid not null check (one_id < other_id),
  primary key (workspace_id, object_id, one_id, other_id),
  foreign key (workspace_id, object_id) references crm_object on delete cascade
);
call protect('crm_different');
