-- What an event type's invitees read after booking, and where they are redirected to.
alter table event_type
  add column confirmation_text text,
  add column redirect_url text;
