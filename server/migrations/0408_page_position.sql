-- The place of an event type among those of its owner. Pages that nobody has moved are equal, and are listed oldest first.
alter table event_type add column position integer not null default 0;
-- A page that only moves keeps its version, so that those who edit it can save.
drop trigger touch on event_type;
create trigger touch before update on event_type for each row when (old.position = new.position)
  execute function touch_updated_at();
