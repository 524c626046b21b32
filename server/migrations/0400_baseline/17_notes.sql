-- Internal notes about an event.
create table note (
  workspace_id uuid not null,
  id integer not null,
  public_id text not null,
  event_id text not null,
  -- The author, and who edited it last.
  member_id text not null,
  editor_id text,
  note text not null,
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, public_id),
  foreign key (workspace_id, event_id) references scheduled_event on delete cascade,
  foreign key (workspace_id, member_id) references member,
  foreign key (workspace_id, editor_id) references member
);
create index note_event on note (workspace_id, event_id, id);
call protect('note');
call live_table('note', '{insert,update,delete}', 'note', 'event_id');
