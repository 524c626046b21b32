import { sql, type RawBuilder } from 'kysely';
import type { BusyScope, BusySource } from './busy-source.store.ts';

/** What was read of a calendar that does not answer counts for so long, unless the workspace demands an answer. */
const trustedMinutes = 15;

/**
 * Calendars of a host that can't be asked, and of which nothing is known that may be trusted: a booking would be refused. Where the workspace
 * demands an answer, an entry that could not be read is missing as well.
 */
export function selectUnreachableCalendars({
  workspaceId,
  hostId,
  now,
}: Pick<BusyScope, 'workspaceId' | 'hostId' | 'now'>): RawBuilder<unknown> {
  return sql`
    select k.id from calendar k
    join calendar_connection c on c.workspace_id = k.workspace_id and c.id = k.connection_id
    join workspace w on w.workspace_id = k.workspace_id
    where k.workspace_id = ${workspaceId} and k.member_id = ${hostId} and k.is_read
      and (c.unreachable_since is not null and (w.require_calendar_answer or k.synced_at is null
          or k.synced_at < ${now} - make_interval(mins => ${trustedMinutes}))
        or w.require_calendar_answer and exists (select from calendar_entry e
          where e.workspace_id = k.workspace_id and e.calendar_id = k.id and e.is_unread))`;
}

/** All time of a host whose calendars can't be asked. Bookings leave it out: they ask. */
export const unreachableBusy: BusySource = {
  kind: 'unreachable_calendar',
  label: null,
  effect: 'busy',
  isAskedAtBooking: true,
  select: ({ workspaceId, hostId, from, to, now }) => sql`
    select u.id::text as id, ${from} as starts_at, ${to} as ends_at, ${from} as busy_from, ${to} as busy_to,
      null::uuid as event_type_id
    from (${selectUnreachableCalendars({ workspaceId, hostId, now })}) u`,
};
