-- How far a host is in a round robin: every booking moves them on by one over their weight, and a host who could not have
-- taken it is moved on to where the others are. Other weights count from now on, and who was away does not catch up.
alter table event_type_host add column turn double precision not null default 0;
update event_type_host set turn = booked_count::float8 / weight;
