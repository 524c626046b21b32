-- Public holidays that a user takes off: which, and the days that follow from it for some years.
create table holiday_setting (
  workspace_id uuid not null,
  member_id text not null,
  country text not null,
  region text,
  types text[] not null,
  -- Days on which the user works all the same.
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
