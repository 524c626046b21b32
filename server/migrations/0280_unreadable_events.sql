-- Which events of an entry can not be read, and since when: the calendar and the list of what needs attention name them.
alter table calendar_entry add column unreadable jsonb not null default '[]', add column unreadable_since timestamptz;
-- Before, folded lines were lost, and lengths and zones misread: everything is read again.
-- batches of calendar_entry
update calendar_entry set etag = null where :batch and etag is not null;
-- next transaction
update calendar set cursor = null where cursor is not null;
