import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

export interface BusyTimeRow {
  readonly starts_at: string;
  readonly ends_at: string;
  readonly kind: 'event' | 'calendar' | 'out_of_office';
  readonly label: string;
}

/** Events and entries of calendars that overlap the range. */
export async function listBusy(
  ctx: Ctx,
  memberId: string,
  { start, end }: { readonly start: string; readonly end: string },
): Promise<BusyTimeRow[]> {
  const { rows } = await sql<BusyTimeRow>`
    select h.starts_at, h.ends_at, 'event' as kind, e.title as label
    from event_host h
    join scheduled_event e on e.workspace_id = h.workspace_id and e.id = h.event_id
    where h.workspace_id = ${ctx.workspaceId} and h.host_id = ${memberId} and h.blocking and h.hold_id is null
      and h.starts_at < ${end} and h.ends_at > ${start}
    union all
    select b.starts_at, b.ends_at, case when b.is_out_of_office then 'out_of_office' else 'calendar' end, c.name
    from calendar_busy b
    join calendar c on c.workspace_id = b.workspace_id and c.id = b.calendar_id
    where b.workspace_id = ${ctx.workspaceId} and b.member_id = ${memberId}
      and b.starts_at < ${end} and b.ends_at > ${start}
    `.execute(ctx.db);
  return rows;
}
