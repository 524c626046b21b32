-- Whoever the CRM says is in charge of an invitee comes first among the hosts of a round robin.
alter table event_type add column owner_first boolean not null default false;
