-- When this host's calendars elsewhere had last been read as the time was taken; null without any.
alter table event_host add column calendars_read_at timestamptz;

-- Whether a host has calendars to ask is part of every page's facts.
create index calendar_read on calendar (workspace_id, member_id) where is_read;
