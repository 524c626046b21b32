-- Who wants no more invitations as a guest: a keyed hash of the address, over all workspaces.
create table mail_refusal (
  address_hash bytea primary key,
  refused_at timestamptz not null default now()
);

-- refused: written for a guest who wants none, and never sent
alter table mail_message drop constraint mail_message_status_check;
alter table mail_message add constraint mail_message_status_check
  check (status in ('queued', 'sent', 'kept', 'failed', 'refused'));
