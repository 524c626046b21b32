-- A person was erased: the invitee keeps the place in the event, and nothing that says who it was.
alter table invitee add column erased_at timestamptz;

-- A number of somebody who was erased is still not called: its keyed hash is kept instead.
alter table do_not_call
  alter column phone_number drop not null,
  add column number_hash bytea,
  add constraint do_not_call_check check (num_nonnulls(phone_number, number_hash) = 1) not valid;

-- For how many days a workspace keeps things. Null: invitees stay.
alter table workspace
  add column mail_days integer not null default 90 check (mail_days between 1 and 90),
  add column delivery_days integer not null default 30 check (delivery_days between 1 and 30),
  add column invitee_days integer check (invitee_days between 1 and 3650);
-- next transaction
alter table do_not_call validate constraint do_not_call_check;
-- no transaction
create unique index concurrently do_not_call_hash on do_not_call (workspace_id, number_hash) where number_hash is not null;
