-- 0021_holds made this column a generated one before, and lets a trigger fill it now: databases of both are the same from here on.
-- The constraint says what the expression of the generated column said.
alter table event_host alter column booked_event_id drop expression if exists;
create or replace function fill_booked_event() returns trigger language plpgsql as $$
begin
  new.booked_event_id := case when new.hold_id is null then new.event_id end;
  return new;
end $$;
create or replace trigger booked_event before insert or update on event_host
  for each row execute function fill_booked_event();

-- A backup of a generated column does not hold it.
-- batches of event_host
update event_host set booked_event_id = event_id where hold_id is null and booked_event_id is null and :batch;
-- next transaction
alter table event_host add constraint event_host_booked_event
  check (booked_event_id is not distinct from case when hold_id is null then event_id end) not valid;
-- next transaction
alter table event_host validate constraint event_host_booked_event;
