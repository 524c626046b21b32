-- An entry that its calendar has, or may have, and that could not be read: what was known of it stays, and it is asked for again.
alter table calendar_entry add column is_unread boolean not null default false;
-- no transaction
create index concurrently calendar_entry_unread on calendar_entry (workspace_id, calendar_id) where is_unread;
-- next transaction
-- Since when the calendars of an account can not be asked, or not within the time that a booking waits.
alter table calendar_connection add column unreachable_since timestamptz;
drop trigger audit on calendar_connection;
call audit_table('calendar_connection', 'calendar_connection', 'id',
  '{state,error,failing_since,failures,mailed_at,synced_at,next_sync_at,leased_until,lease_id,notified_at,refreshing_until,secret_sealed,listed_at,account_key,unreachable_since}');
-- next transaction
-- batches of calendar_connection
update calendar_connection set unreachable_since = failing_since where state <> 'ok' and :batch;
