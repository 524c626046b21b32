-- What users who are neither owner nor admin may do with the records of an object.
alter table crm_object add column user_permission text not null default 'write'
  check (user_permission in ('none', 'read', 'own', 'write'));

-- Who changed a note last. Its author stays its author.
alter table crm_note add column editor_id text,
  add constraint crm_note_workspace_id_editor_id_fkey foreign key (workspace_id, editor_id) references member not valid;
alter table note add column editor_id text,
  add constraint note_workspace_id_editor_id_fkey foreign key (workspace_id, editor_id) references member not valid;
-- next transaction
alter table crm_note validate constraint crm_note_workspace_id_editor_id_fkey;
alter table note validate constraint note_workspace_id_editor_id_fkey;

-- The id of a merged record leads to its survivor.
-- no transaction
create index concurrently crm_merge_merged on crm_merge (workspace_id, merged_id) where undone_at is null;
