-- A workspace that was created as a demo, until its owner empties it. `steps` counts the steps of its history that were filled in.
create table demo (
  workspace_id uuid primary key references workspace on delete cascade,
  steps integer not null default 0 check (steps >= 0)
);
call protect('demo');
