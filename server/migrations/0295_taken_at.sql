-- When a time was taken, or first seen in a calendar: a start that was listed shortly before can be booked while it is free
-- (docs/decisions/0136). What is there already was taken long ago.
alter table event_host add column taken_at timestamptz not null default 'epoch';
alter table event_host alter column taken_at set default now();
-- next transaction
alter table event_resource add column taken_at timestamptz not null default 'epoch';
alter table event_resource alter column taken_at set default now();
-- next transaction
alter table calendar_busy add column seen_at timestamptz not null default 'epoch';
alter table calendar_busy alter column seen_at set default now();
