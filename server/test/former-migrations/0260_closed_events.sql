-- Events that nobody else can join although they are groups: those of polls, whose invitees were chosen (docs/decisions/0119). A page may become
-- a group page later, and offers seats of its groups then.
alter table scheduled_event add column is_closed boolean not null default false;

-- Those that there are, of all workspaces.
select set_config('daybook.workspace', '*', true);
update scheduled_event e set is_closed = true
from poll p where p.workspace_id = e.workspace_id and p.event_id = e.id;
select set_config('daybook.workspace', '', true);
