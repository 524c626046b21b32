-- Entries of timelines refer to notes. A copy of the text would outlive the note, and reach those who may not read it. The trigger is for
-- programs that still write such copies; 0276 drops it.
create function drop_note_copy() returns trigger language plpgsql as $$
begin
  new.detail := new.detail - 'note';
  return new;
end $$;
create trigger note_copy before insert on crm_change for each row when (new.kind = 'note.created')
  execute function drop_note_copy();
-- batches of crm_change
update crm_change set detail = detail - 'note' where kind = 'note.created' and detail ? 'note' and :batch;
