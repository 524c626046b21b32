-- `name+anything@` is the mailbox of `name@` (docs/decisions/0094): limits on bookings of an address count both. Few addresses have a plus sign, so
-- that the indexes are small; the others are found by those on the address itself.
-- no transaction
create index concurrently invitee_mailbox on invitee (workspace_id, regexp_replace(lower(email), '^([^@+]+)\+[^@]*@', '\1@'), event_id)
  where email like '%+%';
create index concurrently booking_request_mailbox on booking_request (workspace_id, regexp_replace(lower(email), '^([^@+]+)\+[^@]*@', '\1@'))
  where email like '%+%';
create index concurrently waitlist_entry_mailbox on waitlist_entry (workspace_id, regexp_replace(lower(email), '^([^@+]+)\+[^@]*@', '\1@'))
  where email like '%+%';
