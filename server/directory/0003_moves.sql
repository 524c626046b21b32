-- The last move of a workspace between cells, and how far it has come (docs/decisions/0207).
create table directory.move (
  workspace_id uuid primary key references directory.workspace_cell on delete cascade,
  from_cell text not null references directory.cell,
  to_cell text not null references directory.cell,
  -- Written before each step is begun.
  step text not null default 'copy' check (step in ('copy', 'follow', 'drain', 'freeze', 'open', 'done')),
  -- Of `workspace_cell`, which the switch expects.
  version integer not null,
  -- Tables that have been copied, and the oldest transaction of the source whose changes are still to be copied.
  copied text[] not null default '{}',
  base text,
  started_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- For how long writes were refused.
  frozen_ms integer
);
