-- How many minutes before an event its invitees are reminded.
alter table event_type add column reminders integer[] not null default '{1440}';

-- A language tag, as the invitee's browser or the booking said.
alter table invitee add column language text not null default 'en';

-- Mail to be sent, written together with its cause. What it says is sealed, since it holds the key of an invitee's page.
create table mail_message (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  -- What the message is about, for whom and in which state: the same is never written twice.
  dedupe_key text not null,
  kind text not null,
  event_id text,
  -- Of a host, so that one who no longer hosts the event can be told.
  member_id text,
  to_email text not null,
  content_sealed bytea not null,
  -- kept: there is no mail server, so it waits in the local outbox to be read there
  status text not null default 'queued' check (status in ('queued', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  -- When it is tried next. Whoever tries moves it ahead first, so that nobody else does at the same time.
  due_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, dedupe_key)
);
create index mail_message_due on mail_message (due_at) where status = 'queued';
create index mail_message_event on mail_message (workspace_id, event_id) where event_id is not null;
create index mail_message_age on mail_message (created_at);
call protect('mail_message');
