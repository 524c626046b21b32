-- Domains from which a workspace sends emails (docs/decisions/0218-sender-addresses.md).
alter table domain drop constraint domain_purpose_check;
alter table domain add constraint domain_purpose_check check (purpose in ('pages', 'sender')) not valid;
alter table domain add column sender_address text;
alter table domain add constraint domain_sender check ((purpose = 'sender') = (sender_address is not null)) not valid;
-- next transaction
alter table domain validate constraint domain_purpose_check;
alter table domain validate constraint domain_sender;

-- next transaction
-- Keys that sign the emails of a sender domain (DKIM). Of several, the newest signs whose record was found.
create table domain_key (
  workspace_id uuid not null,
  domain_id uuid not null,
  selector text not null,
  public_key text not null,
  private_key_sealed bytea not null,
  is_active boolean not null default false,
  created_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, domain_id, selector),
  foreign key (workspace_id, domain_id) references domain on delete cascade
);
call protect('domain_key');
call audit_table('domain_key', 'domain_key', 'selector', '{public_key,private_key_sealed,is_active}');
call live_table('domain_key', '{insert,update,delete}', 'domain', 'domain_id');

-- next transaction
-- The workspace's address from which a message was sent; null for that of the installation.
alter table mail_message add column sender text;
