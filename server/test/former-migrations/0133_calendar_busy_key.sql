-- Every table has a key that begins with its workspace. The key takes the place of the index by entry.
alter table calendar_busy add column position integer;
update calendar_busy b set position = n.position
from (select ctid, row_number() over (partition by workspace_id, calendar_id, external_id order by starts_at) as position
  from calendar_busy) n
where b.ctid = n.ctid;
alter table calendar_busy alter column position set not null,
  add primary key (workspace_id, calendar_id, external_id, position);
drop index calendar_busy_entry;
