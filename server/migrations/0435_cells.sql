-- For an installation of several cells (docs/decisions/0205). Without a directory, nothing reads or writes this.

-- The cell that owns the workspace now; null for this one.
alter table workspace add column moved_to text;

-- In the transaction that claims or releases a name: while the row can still be committed, a row with the same key waits for it, and
-- afterwards nobody can commit it. So the reconciler knows that a transaction has ended.
create table name_reservation (
  workspace_id uuid not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index name_reservation_age on name_reservation (created_at);
call protect('name_reservation');

-- Part of the beginning of a transaction in a cell, and of the lookup of a token: refuses a workspace that belongs to another cell.
create function require_owned_workspace(wanted uuid) returns void language plpgsql stable as $$
declare
  before text := current_setting('daybook.workspace', true);
  is_owned boolean;
begin
  perform set_config('daybook.workspace', '*', true);
  is_owned := not exists (select from workspace where workspace_id = wanted and moved_to is not null);
  perform set_config('daybook.workspace', coalesce(before, ''), true);
  if not is_owned then
    raise exception 'The workspace % belongs to another cell.', wanted using errcode = 'DB421';
  end if;
end $$;
