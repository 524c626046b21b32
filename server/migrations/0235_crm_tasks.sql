-- What somebody is to do, about records of the CRM, an event, or nothing of these. docs/decisions/0109-tasks.md says more.
create table crm_task (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  title text not null,
  note text,
  -- Due on a day, or at an instant; both as they are meant in this zone.
  due_on date,
  due_at timestamptz,
  timezone text,
  -- The instant, or the end of the day: it is overdue from here on.
  deadline timestamptz,
  -- When its owner is mailed; null once that was done, and where nothing is to be mailed.
  remind_at timestamptz,
  owner_id text,
  creator_id text,
  event_id text,
  done_at timestamptz,
  done_by text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, owner_id) references member,
  foreign key (workspace_id, creator_id) references member,
  foreign key (workspace_id, done_by) references member,
  foreign key (workspace_id, event_id) references scheduled_event on delete set null (event_id),
  check (due_on is null or due_at is null),
  check ((deadline is null) = (due_on is null and due_at is null) and (deadline is null) = (timezone is null))
);
create index crm_task_owner on crm_task (workspace_id, owner_id, coalesce(deadline, '9999-12-31 00:00:00+00'), id)
  where done_at is null;
create index crm_task_open on crm_task (workspace_id, coalesce(deadline, '9999-12-31 00:00:00+00'), id)
  where done_at is null;
create index crm_task_done on crm_task (workspace_id, done_at desc, id desc) where done_at is not null;
create index crm_task_event on crm_task (workspace_id, event_id) where event_id is not null;
create index crm_task_remind on crm_task (remind_at) where remind_at is not null;
call protect('crm_task');
-- Who changed whose task, without what it says.
call audit_table('crm_task', 'task', 'id', '{title,note,deadline,remind_at}');
call live_table('crm_task', '{update}', 'task', 'id');

create table crm_task_record (
  workspace_id uuid not null,
  task_id uuid not null,
  object_id uuid not null,
  record_id uuid not null,
  primary key (workspace_id, task_id, object_id, record_id),
  foreign key (workspace_id, task_id) references crm_task on delete cascade,
  foreign key (workspace_id, object_id, record_id) references crm_record on delete cascade
);
create index crm_task_record_of on crm_task_record (workspace_id, object_id, record_id);
call protect('crm_task_record');
call live_table('crm_task_record', '{insert,delete}', 'task', 'task_id');

-- The rows of crm_task and crm_task_record that were deleted with a record.
alter table crm_deleted_record
  add column tasks jsonb not null default '[]',
  add column task_records jsonb not null default '[]';
