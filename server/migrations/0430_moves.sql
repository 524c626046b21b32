-- For moving a workspace between cells while it is used (docs/decisions/0207). Without a directory, nothing reads or writes this.

-- Workspaces of which this database has rows, although another cell owns them or is about to. Jobs of the platform pass over them.
create table workspace_move (
  workspace_id uuid primary key,
  -- The other cell: where the workspace comes from or goes to.
  cell text not null,
  -- `arriving`: being copied from another cell, which owns it. `leaving`: being copied to another cell; this one owns it.
  -- `left`: the other cell owns it, and the rows here are deleted after a day.
  state text not null check (state in ('arriving', 'leaving', 'left')),
  changed_at timestamptz not null default now()
);
call protect('workspace_move');

-- The audit log of a workspace need not say in which cell it is.
drop trigger audit on workspace;
call audit_table('workspace', 'organization', 'workspace_id', '{moved_to}');

-- As before, but work across workspaces doesn't see those in `daybook.hidden`. int4eq() instead of `=` for the reason of texteq().
create or replace function workspace_visible(row_workspace uuid) returns boolean
language sql stable parallel safe
return texteq(row_workspace::text, current_setting('daybook.workspace', true))
  or (texteq(current_setting('daybook.workspace', true), '*')
    and int4eq(strpos(coalesce(current_setting('daybook.hidden', true), ''), row_workspace::text), 0));

-- The mover has this lock while it lives, and a writer shares the lock of its workspace until its transaction ends. So the mover
-- freezes a workspace by taking the latter alone, and a mover that dies freezes nothing.
create function mover_lock(workspace uuid) returns bigint language sql immutable
return hashtextextended('mover ' || workspace, 0);
create function workspace_lock(workspace uuid) returns bigint language sql immutable
return hashtextextended('workspace ' || workspace, 0);
create function platform_lock() returns bigint language sql immutable
return hashtextextended('all workspaces', 0);

-- Part of the beginning of a transaction that may write, in a cell. Volatile, so that the second statement sees what was committed
-- before the lock was taken.
create function enter_workspace(wanted uuid) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock_shared(workspace_lock(wanted)) then
    raise exception 'The workspace % is moving to another cell.', wanted using errcode = 'DB503';
  end if;
  perform require_owned_workspace(wanted);
end $$;

-- The same for work across workspaces: it passes over those that are elsewhere, and over those whose mover lives.
create function hide_workspaces() returns void language plpgsql as $$
begin
  perform set_config('daybook.hidden', coalesce((
    select string_agg(workspace_id::text, ' ') from workspace_move
    where state <> 'leaving' or not pg_try_advisory_xact_lock_shared(mover_lock(workspace_id))), ''), true);
end $$;
create function enter_all_workspaces() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(platform_lock());
  perform hide_workspaces();
end $$;

-- For what was begun before and has to be recorded: waits while a workspace is frozen, then passes over those that have left.
create function hide_left_workspaces() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(workspace_lock(workspace_id)) from workspace_move where state = 'leaving';
  perform set_config('daybook.hidden', coalesce((
    select string_agg(workspace_id::text, ' ') from workspace_move where state <> 'leaving'), ''), true);
end $$;
