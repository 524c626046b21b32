-- When users are away. Whole days are kept as dates: the user's time zone on those days turns them into instants.
create table absence (
  workspace_id uuid not null,
  id uuid not null,
  member_id text not null,
  kind text not null check (kind in ('out_of_office', 'vacation', 'sick', 'parental', 'training', 'travel', 'other')),
  starts_on date,
  ends_on date,
  starts_at timestamptz,
  ends_at timestamptz,
  note text,
  -- Shown on the user's public pages.
  message text,
  replacement_id text,
  -- Bounds that contain it in any time zone.
  reaches_from timestamptz not null
    generated always as (coalesce(starts_at, (starts_on - 1)::timestamp at time zone 'UTC')) stored,
  reaches_to timestamptz not null
    generated always as (coalesce(ends_at, (ends_on + 2)::timestamp at time zone 'UTC')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references member on delete cascade,
  foreign key (workspace_id, replacement_id) references member,
  check (num_nonnulls(starts_on, ends_on, starts_at, ends_at) = 2),
  check (starts_on <= ends_on or starts_at < ends_at)
);
create index absence_member on absence (workspace_id, member_id, reaches_to);
create index absence_replacement on absence (workspace_id, replacement_id);
call protect('absence');
call availability_table('absence', 'member_id');
-- The audit log records that the reason was changed, but not the reason.
create trigger audit after insert or update or delete on absence for each row
  execute function audit('absence', 'id', '{reaches_from,reaches_to}', '{kind,note}');

-- Which public holidays a user takes off.
create table holiday_setting (
  workspace_id uuid not null,
  member_id text not null,
  country text not null,
  region text,
  types text[] not null,
  -- Holidays on which the user works.
  worked_on date[] not null,
  computed_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, member_id),
  foreign key (workspace_id, member_id) references member on delete cascade
);
create index holiday_setting_age on holiday_setting (computed_at);
call protect('holiday_setting');
call audit_table('holiday_setting', 'holidays', 'member_id', '{computed_at}');

-- The days that follow from it, for some years.
create table holiday (
  workspace_id uuid not null,
  member_id text not null,
  date date not null,
  name text not null,
  type text not null,
  is_off boolean not null,
  primary key (workspace_id, member_id, date),
  foreign key (workspace_id, member_id) references holiday_setting on delete cascade
);
call protect('holiday');
call availability_table('holiday', 'member_id');
