-- Its rule is broken or recurs too often, so that it makes nobody busy: the calendar says so.
alter table calendar_entry add column is_given_up boolean not null default false;
-- no transaction
create index concurrently calendar_entry_given_up on calendar_entry (workspace_id, calendar_id) where is_given_up;
