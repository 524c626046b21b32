-- Global: whether the trunk of this installation takes its calls. One row, of the trunk that was used last.
create table call_line (
  is_only boolean primary key default true check (is_only),
  -- A keyed hash of its settings: with others, calls are tried again.
  trunk bytea not null,
  paused_at timestamptz,
  error text,
  -- While paused: when one call is tried.
  probe_at timestamptz,
  -- When the trunk last took a call.
  proven_at timestamptz,
  check ((paused_at is null) = (probe_at is null) and (paused_at is null) = (error is null))
);

-- The trunk refused the server and not the number: such an attempt does not count.
alter table call_attempt add column is_line_refused boolean not null default false;
