-- Checking a new unique attribute is work of the system, which the log need not name.
drop trigger audit on crm_attribute;
drop trigger audit_change on crm_attribute;
create trigger audit after insert on crm_attribute for each row when (not new.is_standard)
  execute function audit('crm_attribute', 'id', '{slot,position,unique_build,unique_build_at}');
create trigger audit_change after update or delete on crm_attribute for each row
  execute function audit('crm_attribute', 'id', '{slot,position,unique_build,unique_build_at}');
