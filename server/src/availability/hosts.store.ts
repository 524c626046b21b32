import { minuteToMs } from '@daybook/engine/dates';
import type { Range } from '@daybook/engine/ranges';
import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { filterTakenBefore } from './busy-source.store.ts';
import { selectBusyJson, readBusy, type BusyJson } from './busy-sources.store.ts';
import type { HostFacts } from './store.ts';

export type HostHours = Pick<
  HostFacts,
  'id' | 'email' | 'slug' | 'name' | 'timezone' | 'travel' | 'weeklyHours' | 'specialHours' | 'busy'
>;

/** Hosts with the hours of their default schedules and their busy time, in one statement and in the given order. */
export async function loadHosts(ctx: Ctx, hostIds: readonly string[], window: Range): Promise<HostHours[]> {
  const scope = {
    workspaceId: sql`m.workspace_id`,
    hostId: sql`m.id`,
    from: sql`${new Date(minuteToMs(window.start)).toISOString()}::timestamptz`,
    to: sql`${new Date(minuteToMs(window.end)).toISOString()}::timestamptz`,
    now: sql`${ctx.now.toISOString()}::timestamptz`,
    except: sql`''`,
    isTakenBefore: filterTakenBefore(undefined),
  };
  const result = await sql<Omit<HostHours, 'busy'> & { busy: BusyJson }>`
    select m.id, m.email, m.slug, m.first_name || ' ' || m.last_name as name,
      coalesce(s.timezone, m.timezone) as timezone, coalesce(s.travel, '[]') as travel, coalesce(s.weekly_hours, '{}') as "weeklyHours",
      coalesce(s.special_hours, '{}') as "specialHours", ${selectBusyJson(scope, sql`null::uuid`)} as busy
    from member m
    left join schedule s on s.workspace_id = m.workspace_id and s.member_id = m.id and s.is_default
    where m.workspace_id = ${ctx.workspaceId} and m.id = any (${[...hostIds]}::text[])
    order by array_position(${[...hostIds]}::text[], m.id)
  `.execute(ctx.db);
  return result.rows.map((row) => ({ ...row, busy: readBusy(row.busy) }));
}
