-- The time zone of who is called, when the caller knows better than the number.
alter table outbound_call add column time_zone text;
