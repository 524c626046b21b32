-- What a user is told, and whether they have read it. It refers to the note, so that nothing of it outlives the note.
create table notification (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  kind text not null,
  -- Who wrote the note; null for an automation.
  actor_id text,
  note_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  primary key (workspace_id, id),
  -- However often a note is edited, a user is told of a kind once.
  unique (workspace_id, note_id, member_id, kind),
  foreign key (workspace_id, member_id) references member on delete cascade,
  foreign key (workspace_id, actor_id) references member on delete cascade,
  foreign key (workspace_id, note_id) references crm_note on delete cascade
);
create index notification_member on notification (workspace_id, member_id, created_at);
create index notification_actor on notification (workspace_id, actor_id);
create index notification_age on notification (created_at);
call protect('notification');
call live_table('notification', '{insert,update,delete}', 'notification', 'member_id');

-- Kinds that a user changed. Without a row, they are emailed.
create table notification_setting (
  workspace_id uuid not null,
  member_id text not null,
  kind text not null,
  email boolean not null,
  primary key (workspace_id, member_id, kind),
  foreign key (workspace_id, member_id) references member on delete cascade
);
call protect('notification_setting');
call live_table('notification_setting', '{insert,update}', 'notification', 'member_id');
