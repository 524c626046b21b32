-- Mail that was sent and came back, as a report in the mailbox of BOUNCES_URL says.
alter table mail_message drop constraint mail_message_status_check;
alter table mail_message add constraint mail_message_status_check
  check (status in ('queued', 'sent', 'kept', 'failed', 'refused', 'bounced'));
-- A report names a message and no workspace.
create index mail_message_sent on mail_message (id) where status = 'sent';
drop index mail_message_failed;
create index mail_message_failed on mail_message (workspace_id, created_at desc) where status in ('failed', 'bounced');
