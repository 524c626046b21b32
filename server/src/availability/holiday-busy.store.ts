import { sql } from 'kysely';
import type { BusySource } from './busy-source.store.ts';

/** Public holidays that the host takes off, as whole days. They are found by their date, which is their id as well. */
export const holidayBusy: BusySource = {
  kind: 'holiday',
  label: null,
  effect: 'busy',
  unit: 'days',
  select: ({ workspaceId, hostId, from, to }) => sql`
    select h.date::text as id, midnight.at as starts_at, midnight.next as ends_at, midnight.at as busy_from,
      midnight.next as busy_to, null::uuid as event_type_id
    from holiday h cross join lateral (
      select h.date::timestamp at time zone 'UTC' as at, (h.date + 1)::timestamp at time zone 'UTC' as next) midnight
    where h.workspace_id = ${workspaceId} and h.member_id = ${hostId} and h.is_off
      and h.date between ((${from}) at time zone 'UTC')::date - 1 and ((${to}) at time zone 'UTC')::date + 1`,
};
