-- When the calendars of a connection were last looked for: its owner makes new ones, and renames others.
alter table calendar_connection add column listed_at timestamptz;
drop trigger audit on calendar_connection;
call audit_table('calendar_connection', 'calendar_connection', 'id',
  '{state,error,failing_since,failures,mailed_at,synced_at,next_sync_at,leased_until,notified_at,refreshing_until,secret_sealed,listed_at}');
