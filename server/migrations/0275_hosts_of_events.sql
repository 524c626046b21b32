-- The hosts of an event, for deleting it: without an index, each deletion reads the hosts of all.
-- no transaction
create index concurrently event_host_booked_event_id on event_host (workspace_id, booked_event_id) where booked_event_id is not null;
