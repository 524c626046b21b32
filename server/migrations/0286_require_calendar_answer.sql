-- A workspace may refuse a booking when a calendar of the host does not answer, instead of trusting what was last read.
alter table workspace add column require_calendar_answer boolean not null default false;
