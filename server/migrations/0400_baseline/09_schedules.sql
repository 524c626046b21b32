-- The working hours of users.
create table schedule (
  workspace_id uuid not null,
  id text not null,
  member_id text not null,
  title text not null,
  is_default boolean not null,
  timezone text not null,
  -- {"Mon": [["09:00","17:00"]], ...} with all seven days, and {"2026-12-24": [], ...}
  weekly_hours jsonb not null,
  special_hours jsonb not null default '{}',
  -- Time zones on other dates: [{ startDate, endDate, timezone }], in order, without overlaps.
  travel json not null default '[]',
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
create unique index schedule_default on schedule (workspace_id, member_id) where is_default;
create index schedule_member on schedule (workspace_id, member_id, created_at, id);
call protect('schedule');
call audit_table('schedule', 'schedule');
