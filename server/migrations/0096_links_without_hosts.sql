-- A collective link names who is met together. Once one of them has left the team of the page, it can't be booked any more.
alter table link add column has_lost_host boolean not null default false;
