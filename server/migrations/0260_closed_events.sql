-- Events that nobody else can join although they are groups: those of polls, whose invitees were chosen (docs/decisions/0119). A page may become
-- a group page later, and offers seats of its groups then.
alter table scheduled_event add column is_closed boolean not null default false;

-- Those that there are.
-- batches of poll
update scheduled_event set is_closed = true
where (workspace_id, id) in (select workspace_id, event_id from poll where event_id is not null and :batch);
