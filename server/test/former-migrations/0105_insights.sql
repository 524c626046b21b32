-- Bookings and cancellations of a time, for what counts them by day, week and month.
create index invitee_scheduled on invitee (workspace_id, scheduled_at) include (event_id);
create index invitee_cancelled on invitee (workspace_id, cancelled_at) include (event_id) where cancelled_at is not null;
