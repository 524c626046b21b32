-- From where an upload of a visitor comes, as a hash, and for which page: each may only take a part of what all may (docs/decisions/0142).
alter table file_content
  add column visitor_hash bytea,
  add column event_type_id uuid;

-- A password is asked for when the address is confirmed: whoever typed it first may be somebody else.
alter table sign_up alter column password_hash drop not null;
