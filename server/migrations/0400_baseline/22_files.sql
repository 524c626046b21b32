-- Files on records of the CRM, and files that visitors give as answers (docs/decisions/0110-files.md).

-- The bytes of a file, or of an upload that may become one.
create table file_content (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  -- Of an upload: its maximum, so that simultaneous uploads never exceed the quota together.
  size_bytes bigint not null check (size_bytes >= 0),
  -- Where it is in the bucket, or is being copied to; null while it is only here.
  object_key text,
  -- It is in the bucket, and nowhere else.
  is_moved boolean not null default false check (not is_moved or object_key is not null),
  -- Of a visitor's upload: a hash of the network address, and the page. Each may only take a part of what all may (docs/decisions/0142).
  visitor_hash bytea,
  event_type_id uuid,
  -- When an unused upload is deleted; null for a file.
  expires_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id)
);
create index file_content_expired on file_content (expires_at) where expires_at is not null;
create index file_content_unmoved on file_content (created_at) where not is_moved and expires_at is null;
call protect('file_content');

create table file_chunk (
  workspace_id uuid not null,
  content_id uuid not null,
  number integer not null,
  -- Most files are compressed already.
  bytes bytea not null,
  primary key (workspace_id, content_id, number),
  foreign key (workspace_id, content_id) references file_content on delete cascade
);
alter table file_chunk alter column bytes set storage external;
call protect('file_chunk');

create table file (
  workspace_id uuid not null,
  -- That of its content.
  id uuid not null,
  name text not null,
  type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  -- The record that it is on. No reference: it stays with a deleted record as long as that can be restored.
  object_id uuid,
  record_id uuid,
  -- Of a visitor: the page, the token by which a booking names it once, and the address that was booked with, in lower case.
  event_type_id uuid,
  token_hash bytea,
  email text,
  creator_id text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, id) references file_content on delete cascade,
  foreign key (workspace_id, creator_id) references member,
  foreign key (workspace_id, event_type_id) references event_type on delete set null (event_type_id),
  check ((object_id is null) = (record_id is null))
);
create index file_record on file (workspace_id, object_id, record_id, id) where record_id is not null;
create index file_token on file (workspace_id, token_hash) where token_hash is not null;
create index file_email on file (workspace_id, email) where email is not null;
call protect('file');
-- Who added and deleted a file, without its name.
create trigger audit after insert on file for each row when (new.record_id is not null)
  execute function audit('file', 'id', '{name,sha256}');
create trigger audit_delete after delete on file for each row when (old.record_id is not null)
  execute function audit('file', 'id', '{name,sha256}');

create function live_files() returns trigger language plpgsql as $$
begin
  insert into live_change (workspace_id, kind, object_id, crm_object_id)
  select distinct workspace_id, 'crm_record', record_id::text, object_id from changed where record_id is not null;
  return null;
end $$;
create trigger live_insert after insert on file referencing new table as changed
  for each statement execute function live_files();
create trigger live_update after update on file referencing new table as changed
  for each statement execute function live_files();
create trigger live_delete after delete on file referencing old table as changed
  for each statement execute function live_files();

-- The content is deleted with its file, whatever deletes that.
create function delete_file_content() returns trigger language plpgsql as $$
begin
  delete from file_content c using removed r where c.workspace_id = r.workspace_id and c.id = r.id;
  return null;
end $$;
create trigger content after delete on file referencing old table as removed
  for each statement execute function delete_file_content();

-- Files are deleted with the record when it is deleted for good: without a copy from which it could be restored, or with that copy.
create function delete_files_of_records() returns trigger language plpgsql as $$
begin
  delete from file f using removed r
  where f.workspace_id = r.workspace_id and f.object_id = r.object_id and f.record_id = r.id
    and not exists (select from crm_record k where k.workspace_id = r.workspace_id and k.object_id = r.object_id and k.id = r.id)
    and not exists (select from crm_deleted_record d
      where d.workspace_id = r.workspace_id and d.object_id = r.object_id and d.id = r.id);
  return null;
end $$;
create trigger files after delete on crm_record referencing old table as removed
  for each statement execute function delete_files_of_records();
create trigger files after delete on crm_deleted_record referencing old table as removed
  for each statement execute function delete_files_of_records();

-- How much storage a workspace uses. A transaction that adds to it holds the row until its end.
create table file_usage (
  workspace_id uuid primary key references workspace on delete cascade,
  size_bytes bigint not null
);
call protect('file_usage');

-- Objects of the bucket that nothing refers to any more.
create table file_removal (
  -- No reference: a workspace that is deleted leaves objects behind.
  workspace_id uuid not null,
  object_key text not null,
  -- Later than any copy that was in progress when the file was deleted.
  due_at timestamptz not null default now() + interval '1 hour',
  primary key (workspace_id, object_key)
);
create index file_removal_due on file_removal (due_at);
call protect('file_removal');

create function add_file_usage() returns trigger language plpgsql as $$
begin
  insert into file_usage as u (workspace_id, size_bytes)
  select workspace_id, sum(size_bytes) from added group by workspace_id order by workspace_id
  on conflict (workspace_id) do update set size_bytes = u.size_bytes + excluded.size_bytes;
  return null;
end $$;
create function change_file_usage() returns trigger language plpgsql as $$
begin
  update file_usage u set size_bytes = u.size_bytes + d.size_bytes from (
    select n.workspace_id, sum(n.size_bytes - o.size_bytes) as size_bytes
    from added n join removed o using (workspace_id, id) group by n.workspace_id having sum(n.size_bytes - o.size_bytes) <> 0) d
  where u.workspace_id = d.workspace_id;
  return null;
end $$;
create function remove_file_usage() returns trigger language plpgsql as $$
begin
  update file_usage u set size_bytes = u.size_bytes - d.size_bytes from (
    select workspace_id, sum(size_bytes) as size_bytes from removed group by workspace_id) d
  where u.workspace_id = d.workspace_id;
  insert into file_removal (workspace_id, object_key)
  select workspace_id, object_key from removed where object_key is not null on conflict do nothing;
  return null;
end $$;
create trigger usage_insert after insert on file_content referencing new table as added
  for each statement execute function add_file_usage();
create trigger usage_update after update on file_content referencing new table as added old table as removed
  for each statement execute function change_file_usage();
create trigger usage_delete after delete on file_content referencing old table as removed
  for each statement execute function remove_file_usage();
