-- What was entered in a calendar outlives its connection, so that it is recognised when that calendar is connected again, or read
-- by somebody else. Without a calendar, nothing is written or removed.
alter table calendar_copy
  alter column calendar_id drop not null,
  -- What the provider calls the calendar.
  add column calendar_external_id text;
update calendar_copy c set calendar_external_id = k.external_id
from calendar k where k.workspace_id = c.workspace_id and k.id = c.calendar_id;
alter table calendar_copy
  alter column calendar_external_id set not null,
  drop constraint calendar_copy_workspace_id_calendar_id_fkey,
  add foreign key (workspace_id, calendar_id) references calendar on delete set null (calendar_id);
drop index calendar_copy_due;
create index calendar_copy_due on calendar_copy (next_at)
  where calendar_id is not null and (written_seq < wanted_seq or awaits_meeting);
-- Entries are looked for in all calendars of a workspace.
create index calendar_copy_external on calendar_copy (workspace_id, external_id);
