-- Which sync reads the calendars now. One that lost its lease, or whose lease was taken from it, writes nothing any more.
alter table calendar_connection add column lease_id uuid;
drop trigger audit on calendar_connection;
call audit_table('calendar_connection', 'calendar_connection', 'id',
  '{state,error,failing_since,failures,mailed_at,synced_at,next_sync_at,leased_until,lease_id,notified_at,refreshing_until,secret_sealed,listed_at,account_key}');
