-- The log of messages, newest first.
-- no transaction
create index concurrently mail_message_log on mail_message (workspace_id, created_at desc, id desc);
create index concurrently mail_message_recipient on mail_message (workspace_id, lower(to_email), created_at desc);
