-- Workspaces of a cell in which the operator lets nothing change (docs/decisions/0207). Without a directory, nothing reads this.
alter table workspace add column frozen_at timestamptz;
create index workspace_frozen on workspace (workspace_id) where frozen_at is not null;

-- As before, and refuses a frozen workspace.
create or replace function enter_workspace(wanted uuid) returns void language plpgsql as $$
declare
  before text := current_setting('daybook.workspace', true);
  is_frozen boolean;
begin
  if not pg_try_advisory_xact_lock_shared(workspace_lock(wanted)) then
    raise exception 'The workspace % is moving to another cell.', wanted using errcode = 'DB503';
  end if;
  perform require_owned_workspace(wanted);
  perform set_config('daybook.workspace', '*', true);
  is_frozen := exists (select from workspace where workspace_id = wanted and frozen_at is not null);
  perform set_config('daybook.workspace', coalesce(before, ''), true);
  if is_frozen then
    raise exception 'The workspace % is frozen.', wanted using errcode = 'DB503';
  end if;
end $$;

-- As before, and passes over frozen workspaces.
create or replace function hide_workspaces() returns void language plpgsql as $$
begin
  perform set_config('daybook.hidden', coalesce((
    select string_agg(hidden.id::text, ' ') from (
      select workspace_id from workspace_move
      where state <> 'leaving' or not pg_try_advisory_xact_lock_shared(mover_lock(workspace_id))
      union select workspace_id from workspace where frozen_at is not null) as hidden (id)), ''), true);
end $$;
