-- Series of bookings (docs/decisions/0105): a page may allow them, and each of their bookings says which of them it is.
alter table event_type add column recurrence jsonb;

alter table invitee
  add column series_id text,
  add column series_index integer,
  add column series_count integer;
create index invitee_series on invitee (workspace_id, series_id) where series_id is not null;
