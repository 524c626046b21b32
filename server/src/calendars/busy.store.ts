import { sql } from 'kysely';
import { selectUnreachableCalendars } from '../availability/public.ts';
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

export interface ReadConnection {
  readonly id: string;
  readonly memberId: string;
}

export async function listReadConnections(ctx: Ctx, memberIds: readonly string[]): Promise<ReadConnection[]> {
  const { rows } = await sql<ReadConnection>`
    select distinct connection_id as id, member_id as "memberId" from calendar
    where workspace_id = ${ctx.workspaceId} and member_id = any (${[...memberIds]}::text[]) and is_read`.execute(
    ctx.db,
  );
  return rows;
}

interface CheckRow {
  readonly memberId: string;
  readonly isBusy: boolean;
  /** By the rule that also decides whether times of this host are listed. */
  readonly isUnreachable: boolean;
  /** When the one was read whose last time is longest ago; null when one was never read. */
  readonly readAt: string | null;
}

/** How users with calendars stand in a range of time, some of which have just been read. */
export async function listChecks(
  ctx: Ctx,
  memberIds: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
  answered: readonly string[],
): Promise<CheckRow[]> {
  const now = sql`${ctx.now.toISOString()}::timestamptz`;
  const { rows } = await sql<CheckRow>`
    select k.member_id as "memberId",
      case when bool_and(read.at is not null) then min(read.at) end as "readAt",
      exists (${selectUnreachableCalendars({ workspaceId: sql`${ctx.workspaceId}`, hostId: sql`k.member_id`, now })}) as "isUnreachable",
      exists (select from calendar_busy b where b.workspace_id = ${ctx.workspaceId} and b.member_id = k.member_id
        and b.starts_at < ${to} and b.ends_at > ${from}) as "isBusy"
    from calendar k
    cross join lateral (
      select case when k.connection_id = any (${[...answered]}::uuid[]) then ${now} else k.synced_at end as at) read
    where k.workspace_id = ${ctx.workspaceId} and k.member_id = any (${[...memberIds]}::text[]) and k.is_read
    group by k.member_id`.execute(ctx.db);
  return rows;
}
