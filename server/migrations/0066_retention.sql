-- What expires is deleted in batches, oldest first, which each need an index on the time.
create index webhook_delivery_age on webhook_delivery (finished_at) where finished_at is not null;
create index session_age on session (last_seen_at);
