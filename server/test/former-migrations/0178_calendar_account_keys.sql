-- The key of an account was its address, which for a feed is a secret: it is a keyed hash now, and stands in no log.
drop trigger audit on calendar_connection;
-- The server's key is not here: the hash is computed when its owner connects something (calendars/connect.ts).
update calendar_connection set account_key = 'unknown ' || id where provider in ('caldav', 'ics');
call audit_table('calendar_connection', 'calendar_connection', 'id',
  '{state,error,failing_since,failures,mailed_at,synced_at,next_sync_at,leased_until,notified_at,refreshing_until,secret_sealed,listed_at,account_key}');

select set_config('daybook.may_change_audit', 'on', true);
update audit_entry set before = before - 'account_key', after = after - 'account_key'
where object_type = 'calendar_connection' and (before ? 'account_key' or after ? 'account_key');
select set_config('daybook.may_change_audit', '', true);
