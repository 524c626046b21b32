-- What users keep within reach, in their order. Only ids: names and permissions are those of the moment when the list is read, and
-- a record that is restored is a favorite again.
create table favorite (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  kind text not null check (kind in ('record', 'view', 'page')),
  -- Of a record or view.
  object_id uuid,
  target_id uuid not null,
  position integer not null,
  primary key (workspace_id, id),
  unique (workspace_id, member_id, kind, target_id),
  foreign key (workspace_id, member_id) references member on delete cascade,
  foreign key (workspace_id, object_id) references crm_object on delete cascade
);
create index favorite_object on favorite (workspace_id, object_id);
call protect('favorite');
call live_table('favorite', '{insert,update,delete}', 'favorite', 'member_id');
