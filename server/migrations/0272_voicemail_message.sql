-- What an agent says on an answering machine.
alter table agent add column voicemail_message text;
