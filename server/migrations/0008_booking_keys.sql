-- Global: an invitee comes to their own page without a workspace. The key that opens it is stored hashed.
create table invitee_key (
  invitee_id text primary key,
  key_hash bytea not null,
  workspace_id uuid not null references workspace on delete cascade,
  foreign key (workspace_id, invitee_id) references invitee on delete cascade
);
create index invitee_key_invitee on invitee_key (workspace_id, invitee_id);

select set_config('daybook.workspace', '*', true);
insert into invitee_key select id, key_hash, workspace_id from invitee;
select set_config('daybook.workspace', '', true);
