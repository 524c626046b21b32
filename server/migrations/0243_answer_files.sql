-- Files that visitors give as answers. docs/decisions/0110-files.md says more.
alter table file
  -- The page for which a visitor sent it.
  add column event_type_id uuid,
  -- What a booking names it by, once. Until then it expires with its content.
  add column token_hash bytea,
  -- Who booked with it, in lower case.
  add column email text,
  add foreign key (workspace_id, event_type_id) references event_type on delete set null (event_type_id);
create index file_token on file (workspace_id, token_hash) where token_hash is not null;
create index file_email on file (workspace_id, email) where email is not null;
