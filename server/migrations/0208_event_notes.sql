-- What a host says about one event, to everybody who takes part.
alter table scheduled_event add column notes text;
