import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { read, type Database } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import type { HostTimeZones } from '../platform/zones.ts';
import type { HolidayDay, HolidayType } from './holiday-data.ts';

interface Setting {
  readonly country: string;
  readonly region: string | null;
  readonly types: readonly string[];
  readonly workedOn: string[];
}

export async function findSetting(ctx: Ctx, memberId: string): Promise<Setting | undefined> {
  const { rows } = await sql<Setting>`
    select country, region, types, worked_on::text[] as "workedOn" from holiday_setting
    where workspace_id = ${ctx.workspaceId} and member_id = ${memberId}`.execute(ctx.db);
  return rows[0];
}

export async function listDays(
  ctx: Ctx,
  memberId: string,
  from: string,
): Promise<{ date: string; name: string; type: HolidayType; isOff: boolean }[]> {
  const { rows } = await sql<{ date: string; name: string; type: HolidayType; isOff: boolean }>`
    select date::text, name, type, is_off as "isOff" from holiday
    where workspace_id = ${ctx.workspaceId} and member_id = ${memberId} and date >= ${from}
    order by date`.execute(ctx.db);
  return rows;
}

export async function upsertSetting(
  ctx: Ctx,
  memberId: string,
  { country, region, types, workedOn }: Setting,
): Promise<void> {
  await sql`
    insert into holiday_setting (workspace_id, member_id, country, region, types, worked_on, computed_at)
    values (${ctx.workspaceId}, ${memberId}, ${country}, ${region}, ${[...types]}, ${workedOn}::date[], ${ctx.now})
    on conflict (workspace_id, member_id) do update set country = excluded.country, region = excluded.region,
      types = excluded.types, worked_on = excluded.worked_on, computed_at = excluded.computed_at`.execute(
    ctx.db,
  );
}

export async function replaceDays(ctx: Ctx, memberId: string, days: readonly HolidayDay[]): Promise<void> {
  await sql`delete from holiday where workspace_id = ${ctx.workspaceId} and member_id = ${memberId}`.execute(
    ctx.db,
  );
  await sql`
    insert into holiday (workspace_id, member_id, date, name, type, is_off)
    select s.workspace_id, s.member_id, d.date, d.name, d.type, d.date <> all (s.worked_on)
    from holiday_setting s, json_to_recordset(${JSON.stringify(days)}::json) as d (date date, name text, type text)
    where s.workspace_id = ${ctx.workspaceId} and s.member_id = ${memberId}`.execute(ctx.db);
}

export async function deleteSetting(ctx: Ctx, memberId: string): Promise<void> {
  await sql`
    delete from holiday_setting where workspace_id = ${ctx.workspaceId} and member_id = ${memberId}`.execute(
    ctx.db,
  );
}

export interface DueHolidayUpdate {
  readonly workspaceId: WorkspaceId;
  readonly memberId: string;
  readonly country: string;
  readonly region: string | null;
  readonly types: readonly string[];
  readonly language: string;
  readonly updatedAt: string;
}

/** Settings whose days were worked out before that, in all workspaces. */
export async function listDue(database: Database, before: Date, limit: number): Promise<DueHolidayUpdate[]> {
  const { rows } = await read(database, '*', (db) =>
    sql<DueHolidayUpdate>`
      select s.workspace_id as "workspaceId", s.member_id as "memberId", s.country, s.region, s.types, m.language,
        s.updated_at as "updatedAt"
      from holiday_setting s join member m on m.workspace_id = s.workspace_id and m.id = s.member_id
      where s.computed_at < ${before} order by s.computed_at limit ${limit}`.execute(db),
  );
  return rows;
}

/** False when the setting was changed meanwhile: then its days are new. */
export async function markComputed(ctx: Ctx, { memberId, updatedAt }: DueHolidayUpdate): Promise<boolean> {
  const { rows } = await sql`
    update holiday_setting set computed_at = ${ctx.now}
    where workspace_id = ${ctx.workspaceId} and member_id = ${memberId} and updated_at = ${updatedAt}
    returning member_id`.execute(ctx.db);
  return rows.length > 0;
}

export interface OffDay extends HostTimeZones {
  readonly date: string;
  readonly name: string;
}

/** Days off of a user that may overlap a time, with the zone whose days they are. */
export async function listOffDays(
  ctx: Ctx,
  memberId: string,
  { start, end }: { readonly start: string; readonly end: string },
): Promise<OffDay[]> {
  const { rows } = await sql<OffDay>`
    select h.date::text, h.name, coalesce(s.timezone, m.timezone) as timezone, coalesce(s.travel, '[]') as travel
    from holiday h
    join member m on m.workspace_id = h.workspace_id and m.id = h.member_id
    left join schedule s on s.workspace_id = h.workspace_id and s.member_id = h.member_id and s.is_default
    where h.workspace_id = ${ctx.workspaceId} and h.member_id = ${memberId} and h.is_off
      and h.date between (${start}::timestamptz at time zone 'UTC')::date - 1
        and (${end}::timestamptz at time zone 'UTC')::date + 1
    order by h.date`.execute(ctx.db);
  return rows;
}
