-- Global: a browser that was sent to the identity provider. Valid once, in the same browser.
create table oidc_request (
  state_hash bytea primary key,
  browser_hash bytea not null,
  verifier_sealed bytea not null,
  nonce text not null,
  invitation_sealed bytea,
  expires_at timestamptz not null
);
create index oidc_request_end on oidc_request (expires_at);

-- Global: links subjects of the identity provider to users. Addresses may change; subjects do not.
create table oidc_subject (
  issuer text not null,
  subject text not null,
  workspace_id uuid not null references workspace on delete cascade,
  member_id text not null,
  primary key (issuer, subject, workspace_id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
create unique index oidc_subject_member on oidc_subject (workspace_id, member_id, issuer);
