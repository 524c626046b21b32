-- Every table has a key that begins with its workspace. The key takes the place of the index by entry. Numbers of rows of before are not
-- those within their entry, which nobody needs. The default is for programs that write none; 0276 drops it.
alter table calendar_busy add column position integer;
create sequence calendar_busy_number as integer;
grant usage on sequence calendar_busy_number to public;
alter table calendar_busy alter column position set default nextval('calendar_busy_number');
-- batches of calendar_busy
update calendar_busy set position = default where position is null and :batch;
-- next transaction
alter table calendar_busy add constraint calendar_busy_numbered check (position is not null) not valid;
-- next transaction
alter table calendar_busy validate constraint calendar_busy_numbered;
-- no transaction
create unique index concurrently calendar_busy_key on calendar_busy (workspace_id, calendar_id, external_id, position);
-- next transaction
alter table calendar_busy alter column position set not null;
alter table calendar_busy drop constraint calendar_busy_numbered,
  add constraint calendar_busy_pkey primary key using index calendar_busy_key;
drop index calendar_busy_entry;
