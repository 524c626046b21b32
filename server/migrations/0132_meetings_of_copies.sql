-- A calendar makes the meeting of an entry after it has answered: the entry is read again until it is there.
alter table calendar_copy add column awaits_meeting boolean not null default false;
-- no transaction
create index concurrently calendar_copy_wanted on calendar_copy (next_at) where written_seq < wanted_seq or awaits_meeting;
-- next transaction
drop index calendar_copy_due;
alter index calendar_copy_wanted rename to calendar_copy_due;
