-- What was entered in a calendar outlives its connection, so that it is recognised when that calendar is connected again, or read
-- by somebody else. Without a calendar, nothing is written or removed. The trigger is for programs that do not write what the provider
-- calls the calendar, and fills the rows that there are; 0276 drops it.
alter table calendar_copy
  alter column calendar_id drop not null,
  -- What the provider calls the calendar.
  add column calendar_external_id text;
create function name_copied_calendar() returns trigger language plpgsql as $$
begin
  new.calendar_external_id := (
    select k.external_id from calendar k where k.workspace_id = new.workspace_id and k.id = new.calendar_id);
  return new;
end $$;
create trigger calendar_name before insert or update on calendar_copy for each row when (new.calendar_external_id is null)
  execute function name_copied_calendar();
-- batches of calendar_copy
update calendar_copy set calendar_external_id = null where calendar_external_id is null and :batch;
-- next transaction
alter table calendar_copy
  add constraint calendar_copy_named check (calendar_external_id is not null) not valid,
  drop constraint calendar_copy_workspace_id_calendar_id_fkey,
  add constraint calendar_copy_workspace_id_calendar_id_fkey
    foreign key (workspace_id, calendar_id) references calendar on delete set null (calendar_id) not valid;
-- next transaction
alter table calendar_copy validate constraint calendar_copy_named;
alter table calendar_copy validate constraint calendar_copy_workspace_id_calendar_id_fkey;
-- next transaction
alter table calendar_copy alter column calendar_external_id set not null;
alter table calendar_copy drop constraint calendar_copy_named;

-- Entries are looked for in all calendars of a workspace.
-- no transaction
create index concurrently calendar_copy_wanted on calendar_copy (next_at)
  where calendar_id is not null and (written_seq < wanted_seq or awaits_meeting);
create index concurrently calendar_copy_external on calendar_copy (workspace_id, external_id);
-- next transaction
drop index calendar_copy_due;
alter index calendar_copy_wanted rename to calendar_copy_due;
