-- Mail that was sent and came back, as a report in the mailbox of BOUNCES_URL says.
alter table mail_message drop constraint mail_message_status_check;
alter table mail_message add constraint mail_message_status_check
  check (status in ('queued', 'sent', 'kept', 'failed', 'refused', 'bounced')) not valid;
-- next transaction
alter table mail_message validate constraint mail_message_status_check;

-- A report names a message and no workspace.
-- no transaction
create index concurrently mail_message_sent on mail_message (id) where status = 'sent';
create index concurrently mail_message_lost on mail_message (workspace_id, created_at desc) where status in ('failed', 'bounced');
-- next transaction
drop index mail_message_failed;
alter index mail_message_lost rename to mail_message_failed;
