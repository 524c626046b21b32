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

alter table workspace add column blocked_addresses text[] not null default '{}';

-- A link that may be used so often; null: as often as somebody has it. The trigger is for programs that only know links of one use; 0276
-- drops it.
alter table link
  add column max_uses integer,
  add column uses integer not null default 0,
  add constraint link_max_uses_check check (max_uses > 0) not valid;
create function count_single_use() returns trigger language plpgsql as $$
begin
  new.max_uses := 1;
  new.uses := case when new.used_at is null then 0 else 1 end;
  return new;
end $$;
create trigger single_use before insert or update on link for each row when (new.kind = 'single_use')
  execute function count_single_use();
-- batches of link
update link set max_uses = 1 where kind = 'single_use' and max_uses is null and :batch;
-- next transaction
alter table link validate constraint link_max_uses_check;
