import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { HostTimeZones } from '../platform/zones.ts';

/** When somebody works. */
export interface HoursRow extends HostTimeZones {
  readonly id: string;
  readonly name: string;
  readonly weeklyHours: Record<string, [string, string][]>;
  readonly specialHours: Record<string, [string, string][]>;
}

/** The hours of users on a page: of the schedule that they follow there, else of the page's, else of their own. */
export async function listHours(ctx: Ctx, pageId: string, memberIds: readonly string[]): Promise<HoursRow[]> {
  const { rows } = await sql<HoursRow>`
    select m.id, m.first_name || ' ' || m.last_name as name, coalesce(s.timezone, m.timezone) as timezone,
      coalesce(s.travel, '[]') as travel, coalesce(s.weekly_hours, '{}') as "weeklyHours",
      coalesce(s.special_hours, '{}') as "specialHours"
    from member m
    join event_type p on p.workspace_id = m.workspace_id and p.id = ${pageId}
    left join event_type_host h on h.workspace_id = m.workspace_id and h.event_type_id = p.id and h.member_id = m.id
    left join schedule s on s.workspace_id = m.workspace_id and case
      when coalesce(h.schedule_id, p.schedule_id) is null then s.member_id = m.id and s.is_default
      else s.id = coalesce(h.schedule_id, p.schedule_id) end
    where m.workspace_id = ${ctx.workspaceId} and m.id = any (${[...memberIds]}::text[])`.execute(ctx.db);
  return rows;
}
