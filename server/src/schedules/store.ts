import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { SpecialHours, Trip, WeeklyHours } from './rules.ts';

export type ScheduleRow = Awaited<ReturnType<typeof findSchedule>> & object;
export type PageRow = Awaited<ReturnType<typeof listPages>>[number];

/** One of a user's schedules: the one with this id, or the default one. */
export type ScheduleSelection = { readonly id: string } | 'default';

interface Fields {
  readonly title: string;
  readonly timezone: string;
  readonly is_default: boolean;
  readonly weekly_hours: WeeklyHours;
  readonly special_hours: SpecialHours;
  readonly travel: readonly Trip[];
}

function schedules(ctx: Ctx) {
  return ctx.db
    .selectFrom('schedule')
    .innerJoin('member', (join) =>
      join
        .onRef('member.workspace_id', '=', 'schedule.workspace_id')
        .onRef('member.id', '=', 'schedule.member_id'),
    )
    .where('schedule.workspace_id', '=', ctx.workspaceId)
    .select((eb) => [
      'schedule.id',
      'schedule.member_id',
      'schedule.title',
      'schedule.is_default',
      'schedule.timezone',
      eb.ref('schedule.weekly_hours').$castTo<WeeklyHours>().as('weekly_hours'),
      eb.ref('schedule.special_hours').$castTo<SpecialHours>().as('special_hours'),
      eb.ref('schedule.travel').$castTo<Trip[]>().as('travel'),
      'schedule.created_at',
      'schedule.updated_at',
      'member.email',
    ]);
}

function schedulesOf(ctx: Ctx, memberId: string) {
  return schedules(ctx).where('schedule.member_id', '=', memberId);
}

export function listSchedules(ctx: Ctx, memberId: string, page: { limit: number; offset: number }) {
  return schedulesOf(ctx, memberId)
    .orderBy('schedule.created_at')
    .orderBy('schedule.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countSchedules(ctx: Ctx, memberId: string): Promise<number> {
  const row = await ctx.db
    .selectFrom('schedule')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('member_id', '=', memberId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

function one(ctx: Ctx, memberId: string, which: ScheduleSelection) {
  const all = schedulesOf(ctx, memberId);
  return which === 'default'
    ? all.where('schedule.is_default', '=', true)
    : all.where('schedule.id', '=', which.id);
}

export function findSchedule(ctx: Ctx, memberId: string, which: ScheduleSelection) {
  return one(ctx, memberId, which).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export function lockSchedule(ctx: Ctx, memberId: string, which: ScheduleSelection) {
  return one(ctx, memberId, which).forUpdate('schedule').executeTakeFirst();
}

export async function findScheduleOwner(ctx: Ctx, id: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('schedule')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .select('member_id')
    .executeTakeFirst();
  return row?.member_id;
}

/** Changes of one user's schedules wait for each other, so that exactly one stays the default. */
export async function lockOwner(ctx: Ctx, memberId: string): Promise<void> {
  await ctx.db
    .selectFrom('member')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', memberId)
    .select('id')
    .forNoKeyUpdate()
    .execute();
}

export async function clearDefault(ctx: Ctx, memberId: string): Promise<void> {
  await ctx.db
    .updateTable('schedule')
    .set({ is_default: false })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('member_id', '=', memberId)
    .where('is_default', '=', true)
    .execute();
}

export async function insertSchedule(
  ctx: Ctx,
  row: Fields & { id: string; member_id: string },
): Promise<ScheduleRow> {
  const { id } = row;
  await ctx.db
    .insertInto('schedule')
    .values({ ...row, ...asJson(row), workspace_id: ctx.workspaceId })
    .execute();
  return schedules(ctx).where('schedule.id', '=', id).executeTakeFirstOrThrow();
}

export async function updateSchedule(ctx: Ctx, id: string, fields: Fields): Promise<ScheduleRow> {
  await ctx.db
    .updateTable('schedule')
    .set({ ...fields, ...asJson(fields) })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
  return schedules(ctx).where('schedule.id', '=', id).executeTakeFirstOrThrow();
}

function asJson({ weekly_hours, special_hours, travel }: Fields) {
  return {
    weekly_hours: JSON.stringify(weekly_hours),
    // The generated type of a JSON column with a default takes no text.
    special_hours: sql<never>`${JSON.stringify(special_hours)}`,
    travel: sql<never>`${JSON.stringify(travel)}`,
  };
}

export async function deleteSchedule(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('schedule')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Whether a page that is not deleted names this schedule, for all hosts or for one. */
export async function isUsed(ctx: Ctx, id: string): Promise<boolean> {
  const result = await sql`
    select 1 from event_type p
    where p.workspace_id = ${ctx.workspaceId} and p.deleted_at is null and (p.schedule_id = ${id} or exists (
      select from event_type_host h
      where h.workspace_id = p.workspace_id and h.event_type_id = p.id and h.schedule_id = ${id}))
    limit 1
  `.execute(ctx.db);
  return result.rows.length > 0;
}

/**
 * The pages that use these schedules, for all of them at once: pages that name the schedule, for all hosts or
 * for one, and for a default one those that its user hosts and that name none. A union, because each part has an index.
 */
export function listPages(ctx: Ctx, scheduleIds: readonly string[]) {
  const used = ctx.db
    .selectFrom('event_type')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('schedule_id', '=', sql<string>`any (${scheduleIds})`)
    .select(['id', sql<string>`schedule_id`.as('used_schedule_id')])
    .unionAll(
      ctx.db
        .selectFrom('event_type_host')
        .where('workspace_id', '=', ctx.workspaceId)
        .where('schedule_id', '=', sql<string>`any (${scheduleIds})`)
        .select(['event_type_id as id', sql<string>`schedule_id`.as('used_schedule_id')]),
    )
    .unionAll(
      ctx.db
        .selectFrom('schedule')
        .innerJoin('event_type_host as host', (join) =>
          join
            .onRef('host.workspace_id', '=', 'schedule.workspace_id')
            .onRef('host.member_id', '=', 'schedule.member_id'),
        )
        .innerJoin('event_type', (join) =>
          join
            .onRef('event_type.workspace_id', '=', 'host.workspace_id')
            .onRef('event_type.id', '=', 'host.event_type_id'),
        )
        .where('schedule.workspace_id', '=', ctx.workspaceId)
        .where('schedule.id', '=', sql<string>`any (${scheduleIds})`)
        .where('schedule.is_default', '=', true)
        .where('event_type.schedule_id', 'is', null)
        .where('host.schedule_id', 'is', null)
        .select(['event_type.id', 'schedule.id as used_schedule_id']),
    );
  return ctx.db
    .selectFrom(used.as('used'))
    .innerJoin('event_type as page', (join) =>
      join.onRef('page.id', '=', 'used.id').on('page.workspace_id', '=', ctx.workspaceId),
    )
    .leftJoin('member', (join) =>
      join
        .onRef('member.workspace_id', '=', 'page.workspace_id')
        .onRef('member.id', '=', 'page.owner_member_id'),
    )
    .leftJoin('team', (join) =>
      join.onRef('team.workspace_id', '=', 'page.workspace_id').onRef('team.id', '=', 'page.owner_team_id'),
    )
    .where('page.deleted_at', 'is', null)
    .select([
      'used.used_schedule_id',
      'page.id',
      'page.title',
      'page.slug',
      sql<string>`coalesce(member.slug, team.slug)`.as('owner_slug'),
      sql<boolean>`page.owner_team_id is not null`.as('is_team'),
    ])
    .orderBy('page.title')
    .orderBy('page.id')
    .execute();
}
