-- Entries of timelines refer to notes. A copy of the text would outlive the note, and reach those who may not read it.
select set_config('daybook.workspace', '*', true);
update crm_change set detail = detail - 'note' where kind = 'note.created';
select set_config('daybook.workspace', '', true);
