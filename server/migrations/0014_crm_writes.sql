-- While a table has no statistics yet, all its indexes cost the planner the same, and it takes the youngest that fits.
-- For a key of crm_record that was this one: the foreign keys to records, planned when a server was new, then went through
-- a whole object for every row of its first import. With a condition on it, only what is about this time can use it.
drop index crm_record_updated;
create index crm_record_updated on crm_record (workspace_id, object_id, updated_at, id) where updated_at > '-infinity';

-- Both are logs that nothing refers to. Whether their workspace is there, the transaction has just been told: row level
-- security lets no other one in. To look it up again for every row was a tenth of what an import costs.
alter table crm_change drop constraint crm_change_workspace_id_fkey;
alter table outbox drop constraint outbox_workspace_id_fkey;
