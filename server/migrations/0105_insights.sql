-- Bookings and cancellations of a time, for what counts them by day, week and month.
-- no transaction
create index concurrently invitee_scheduled on invitee (workspace_id, scheduled_at) include (event_id);
create index concurrently invitee_cancelled on invitee (workspace_id, cancelled_at) include (event_id) where cancelled_at is not null;
