-- Entries that could not be written again and again: their calendar says so.
create index calendar_copy_failing on calendar_copy (workspace_id, calendar_id) where written_seq < wanted_seq and failures >= 3;
