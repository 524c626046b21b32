alter table crm_import drop constraint crm_import_status_check;
alter table crm_import add constraint crm_import_status_check
  check (status in ('uploading', 'pending', 'running', 'completed', 'failed', 'cancelled', 'undoing', 'undone')) not valid;
-- next transaction
alter table crm_import validate constraint crm_import_status_check;
