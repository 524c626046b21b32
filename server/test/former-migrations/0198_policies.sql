-- What a page, a link and a workspace allow: when invitees may still cancel or move, how much may be booked in a month, for how many
-- minutes, and by one invitee; in which zone its times are shown; how often a link may be used; whose bookings are refused.
alter table event_type
  add column cancellation_notice integer not null default 0,
  add column rescheduling_notice integer not null default 0,
  add column monthly_limit integer,
  add column daily_minutes integer,
  add column weekly_minutes integer,
  add column monthly_minutes integer,
  add column invitee_limit jsonb,
  add column locked_timezone text;

-- A link that may be used so often; null: as often as somebody has it.
alter table link
  add column max_uses integer check (max_uses > 0),
  add column uses integer not null default 0;
update link set max_uses = 1, uses = case when used_at is null then 0 else 1 end where kind = 'single_use';

alter table workspace add column blocked_addresses text[] not null default '{}';

