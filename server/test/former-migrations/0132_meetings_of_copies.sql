-- A calendar makes the meeting of an entry after it has answered: the entry is read again until it is there.
alter table calendar_copy add column awaits_meeting boolean not null default false;
drop index calendar_copy_due;
create index calendar_copy_due on calendar_copy (next_at) where written_seq < wanted_seq or awaits_meeting;
