import { sql } from 'kysely';
import type { BusySource } from './busy-source.store.ts';

/** What the host's own calendars have. Of those up to a day long, none that began a day before the window reaches into it. */
export const calendarBusy: BusySource = {
  kind: 'calendar',
  label: null,
  effect: 'busy',
  isPlain: true,
  select: ({ workspaceId, hostId, from, to, isTakenBefore }) => sql`
    select b.calendar_id::text as id, b.starts_at, b.ends_at, b.starts_at as busy_from, b.ends_at as busy_to,
      null::uuid as event_type_id
    from (select ${from} - interval '1 day' as day_before offset 0) window_start
    join calendar_busy b on b.workspace_id = ${workspaceId} and b.member_id = ${hostId} and not b.is_long
      and b.starts_at > window_start.day_before and b.starts_at < ${to} ${isTakenBefore(sql`b.seen_at`)}
    union all
    select b.calendar_id::text, b.starts_at, b.ends_at, b.starts_at, b.ends_at, null::uuid
    from calendar_busy b
    where b.workspace_id = ${workspaceId} and b.member_id = ${hostId} and b.is_long
      and b.ends_at > ${from} and b.starts_at < ${to} ${isTakenBefore(sql`b.seen_at`)}`,
};
