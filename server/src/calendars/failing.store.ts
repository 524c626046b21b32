import { sql } from 'kysely';
import { isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Unreadable } from './store.ts';

interface FailingConnection {
  readonly id: string;
  readonly account: string;
  readonly error: string | null;
  readonly needsSignIn: boolean;
  /** Why bookings could not be entered there again and again, while it can be read. */
  readonly writeError: string | null;
  readonly failingSince: string;
}

/**
 * Those whose owner was mailed, since a server may be away for a minute, and those that do not take bookings: the actor's own, to
 * owners and admins all.
 */
export async function listFailingConnections(
  { db, workspaceId, actor }: Ctx,
  limit: number,
): Promise<FailingConnection[]> {
  const { rows } = await sql<FailingConnection>`
    select c.id, c.account, c.error, c.state = 'needs_sign_in' as "needsSignIn", unwritten.error as "writeError",
      coalesce(c.failing_since, unwritten.since) as "failingSince"
    from calendar_connection c
    join member m on m.workspace_id = c.workspace_id and m.id = c.member_id and m.is_active
    left join lateral (
      select p.error, e.updated_at as since
      from calendar k
      join calendar_copy p on p.workspace_id = k.workspace_id and p.calendar_id = k.id
        and p.written_seq < p.wanted_seq and p.failures >= 3
      join scheduled_event e on e.workspace_id = p.workspace_id and e.id = p.event_id
      where c.mailed_at is null and k.workspace_id = c.workspace_id and k.connection_id = c.id
      order by e.updated_at limit 1) unwritten on true
    where c.workspace_id = ${workspaceId} and (c.mailed_at is not null or unwritten.error is not null)
      and (${isAdmin(actor)} or c.member_id = ${actor.memberId})
    order by "failingSince" desc, c.id limit ${limit}`.execute(db);
  return rows;
}

interface UnreadableCalendar {
  readonly id: string;
  readonly name: string;
  readonly account: string;
  readonly unreadable: Unreadable;
  readonly since: string;
}

/** Calendars with events that can't be read: the actor's own, to owners and admins all. */
export async function listUnreadableCalendars(
  { db, workspaceId, actor }: Ctx,
  limit: number,
): Promise<UnreadableCalendar[]> {
  const { rows } = await sql<UnreadableCalendar>`
    select k.id, k.name, c.account, min(e.unreadable_since) as since, json_build_object('count', count(*),
      'first', (array_agg(u order by u ->> 'date'))[:3]) as unreadable
    from calendar_entry e
    cross join jsonb_array_elements(e.unreadable) u
    join calendar k on k.workspace_id = e.workspace_id and k.id = e.calendar_id
    join calendar_connection c on c.workspace_id = k.workspace_id and c.id = k.connection_id
    join member m on m.workspace_id = c.workspace_id and m.id = c.member_id and m.is_active
    where e.workspace_id = ${workspaceId} and e.is_given_up and (${isAdmin(actor)} or c.member_id = ${actor.memberId})
    group by k.id, k.name, c.account
    order by since desc, k.id limit ${limit}`.execute(db);
  return rows;
}
