-- Notes can be pinned. A comment is a note in a thread: its first comment, which names itself.
alter table crm_note add column pinned_at timestamptz;
alter table crm_note add column thread_id uuid;
-- Pinning a note, or merging its record, does not change what it says.
drop trigger touch on crm_note;
create trigger touch before update of note on crm_note for each row execute function touch_updated_at();
alter table crm_note add constraint crm_note_thread
  foreign key (workspace_id, thread_id) references crm_note on delete cascade deferrable initially deferred not valid;
-- next transaction
alter table crm_note validate constraint crm_note_thread;
-- no transaction
create index concurrently crm_note_of_thread on crm_note (workspace_id, thread_id, created_at) where thread_id is not null;
