-- While a table has no statistics yet, all its indexes cost the planner the same, and it takes the youngest that fits.
-- For a key of crm_record that was this one: the foreign keys to records, planned when a server was new, then went through
-- a whole object for every row of its first import. With a condition on it, only what is about this time can use it.
drop index crm_record_updated;
create index crm_record_updated on crm_record (workspace_id, object_id, updated_at, id) where updated_at > '-infinity';

-- For the same reason: of the indexes on links the youngest that fits any look-up is now one that fits it well.
drop index crm_link_from, crm_link_to;
create index crm_link_to on crm_link (to_id, to_object_id);
create index crm_link_from on crm_link (from_id, from_object_id);

-- Both are logs that nothing refers to. Whether their workspace is there, the transaction has just been told: row level
-- security lets no other one in. To look it up again for every row was a tenth of what an import costs.
alter table crm_change drop constraint crm_change_workspace_id_fkey;
alter table outbox drop constraint outbox_workspace_id_fkey;

-- The time of a record's last change goes with its version: to be found in another way is no change.
drop trigger touch on crm_record;
create trigger touch before update on crm_record for each row when (new.version <> old.version)
  execute function touch_updated_at();
