-- When users are away. Whole days are kept as dates: where the user is on them decides what instants they are.
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
  -- Surely around it, in whatever zone the dates are.
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
-- Why somebody is away is nothing to keep in a log for a year.
call audit_table('absence', 'absence', 'id', '{kind,note,reaches_from,reaches_to}');
