-- What earlier migrations left for programs of before, which wrote while those ran (docs/decisions/0118). Databases that were upgraded by the
-- files of before have none of it.
drop trigger if exists note_copy on crm_change;
drop function if exists drop_note_copy();
-- next transaction
drop trigger if exists search_letters on crm_record;
drop function if exists fold_search();
-- next transaction
alter table calendar_busy alter column position drop default;
drop sequence if exists calendar_busy_number;
-- next transaction
drop trigger if exists calendar_name on calendar_copy;
drop function if exists name_copied_calendar();
-- next transaction
drop trigger if exists account_key on calendar_connection;
drop function if exists forget_account_key();
-- next transaction
drop trigger if exists single_use on link;
drop function if exists count_single_use();
