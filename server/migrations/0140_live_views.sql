-- A saved view stands above the list of its records, and is read again with them. Its own id is none of a record.
call live_table('crm_view', '{insert,update,delete}', 'crm_record', '', 'object_id');
