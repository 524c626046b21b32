alter table crm_import add column partial integer not null default 0;
alter table crm_import_error add column status text not null default 'failed';
alter table crm_import_error add constraint crm_import_error_status_check
  check (status in ('failed', 'partial')) not valid;
-- next transaction
alter table crm_import_error validate constraint crm_import_error_status_check;
