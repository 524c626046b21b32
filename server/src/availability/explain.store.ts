import { sql } from 'kysely';
import { isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';

/** A schedule that decides when a page can be booked, with its title for everyone who can read it. */
export interface ScheduleRow {
  readonly id: string;
  readonly label: string | null;
  readonly memberId: string;
  readonly isDefault: boolean;
  /** The page names it, so that it stands for those of all hosts. */
  readonly isOfPage: boolean;
  /** The host follows it on this page. */
  readonly isOfHost: boolean;
}

/** The schedule that a page names, those that its hosts follow there, and their default ones. */
export async function listSchedules(
  { db, workspaceId, actor }: Ctx,
  eventTypeId: string,
  hostIds: readonly string[],
): Promise<ScheduleRow[]> {
  const result = await sql<ScheduleRow>`
    select s.id, case when ${isAdmin(actor)} or s.member_id = ${actor.memberId} then s.title end as label,
      s.member_id as "memberId", s.is_default as "isDefault", s.id is not distinct from p.schedule_id as "isOfPage",
      h.schedule_id is not null as "isOfHost"
    from event_type p
    join schedule s on s.workspace_id = p.workspace_id
      and (s.id = p.schedule_id or s.id = any (${ofHosts(workspaceId, eventTypeId)}) or (s.is_default and s.member_id = any (${[...hostIds]}::text[])))
    left join event_type_host h on h.workspace_id = s.workspace_id and h.event_type_id = p.id and h.schedule_id = s.id
    where p.workspace_id = ${workspaceId} and p.id = ${eventTypeId}
  `.execute(db);
  return result.rows;
}

const ofHosts = (workspaceId: string, eventTypeId: string) => sql`array(
  select schedule_id from event_type_host where workspace_id = ${workspaceId} and event_type_id = ${eventTypeId})`;

/** What events and calendars are called, by id, as far as the actor may read them. */
export async function findNames({ db, workspaceId, actor }: Ctx, ids: Ids): Promise<Map<string, string>> {
  if (ids.events.length + ids.calendars.length + ids.holidays.length === 0) return new Map();
  const result = await sql<{ id: string; name: string }>`
    select e.id, e.title as name from scheduled_event e
    where e.workspace_id = ${workspaceId} and e.id = any (${[...ids.events]}::text[])
      and (${isAdmin(actor)} or exists (select from event_host h
        where h.workspace_id = e.workspace_id and h.event_id = e.id and h.host_id = ${actor.memberId}))
    union all
    select h.date::text, min(h.name) from holiday h
    where h.workspace_id = ${workspaceId} and h.date = any (${[...ids.holidays]}::date[])
      and h.member_id = any (${[...ids.hosts]}::text[])
    group by h.date
    union all
    select c.id::text, c.name from calendar c
    where c.workspace_id = ${workspaceId} and c.id = any (${[...ids.calendars]}::uuid[])
      and (${isAdmin(actor)} or c.member_id = ${actor.memberId})
  `.execute(db);
  return new Map(result.rows.map(({ id, name }) => [id, name]));
}

interface Ids {
  readonly events: readonly string[];
  readonly calendars: readonly string[];
  /** Dates, of whichever of the hosts. */
  readonly holidays: readonly string[];
  readonly hosts: readonly string[];
}

/** Whether the actor hosts the page, owns it, belongs to its team, or is an admin. */
export async function canReadPage({ db, workspaceId, actor }: Ctx, eventTypeId: string): Promise<boolean> {
  if (isAdmin(actor)) return true;
  const result = await sql`
    select from event_type p
    where p.workspace_id = ${workspaceId} and p.id = ${eventTypeId} and (p.owner_member_id = ${actor.memberId}
      or exists (select from event_type_host h
        where h.workspace_id = p.workspace_id and h.event_type_id = p.id and h.member_id = ${actor.memberId})
      or exists (select from team_membership t
        where t.workspace_id = p.workspace_id and t.team_id = p.owner_team_id and t.member_id = ${actor.memberId}))
  `.execute(db);
  return result.rows.length > 0;
}
