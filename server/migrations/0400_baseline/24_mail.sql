-- Email to be sent, written together with its cause. The content is sealed, since it holds the key of an invitee's page.
create table mail_message (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  -- What the message is about, for whom and in which state: the same is never written twice.
  dedupe_key text not null,
  kind text not null,
  event_id text,
  -- Of a host, so that a former host of the event can be informed.
  member_id text,
  to_email text not null,
  content_sealed bytea not null,
  -- kept: there is no mail server, so it waits in the local outbox. refused: for a guest who unsubscribed, and never sent.
  -- bounced: it was sent and came back, as a report in the mailbox of BOUNCES_URL says.
  status text not null default 'queued' check (status in ('queued', 'sent', 'kept', 'failed', 'refused', 'bounced')),
  attempts integer not null default 0,
  -- When it is tried next. A process that tries postpones it first, so that no other does at the same time.
  due_at timestamptz not null default now(),
  last_error text,
  sent_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, dedupe_key)
);
create index mail_message_due on mail_message (due_at) where status = 'queued';
create index mail_message_event on mail_message (workspace_id, event_id) where event_id is not null;
create index mail_message_age on mail_message (created_at);
create index mail_message_log on mail_message (workspace_id, created_at desc, id desc);
create index mail_message_recipient on mail_message (workspace_id, lower(to_email), created_at desc);
-- For what needs attention.
create index mail_message_failed on mail_message (workspace_id, created_at desc) where status in ('failed', 'bounced');
-- A bounce report names a message and no workspace.
create index mail_message_sent on mail_message (id) where status = 'sent';
call protect('mail_message');

-- Global: who unsubscribed, as a keyed hash of the address.
create table mail_refusal (
  address_hash bytea primary key,
  refused_at timestamptz not null default now()
);
