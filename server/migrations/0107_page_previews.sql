-- Changes of a page that are not saved, so that it can be looked at with them. Kept for minutes.
create table page_preview (
  workspace_id uuid not null,
  id uuid not null,
  event_type_id uuid not null,
  member_id text not null,
  -- As the contract has them.
  changes jsonb not null,
  expires_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, event_type_id) references event_type on delete cascade,
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index page_preview_page on page_preview (workspace_id, event_type_id, member_id, expires_at);
create index page_preview_member on page_preview (workspace_id, member_id);
create index page_preview_age on page_preview (workspace_id, expires_at);
call protect('page_preview');
