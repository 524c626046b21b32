import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

export interface HostSettings {
  readonly member_id: string;
  readonly weight: number;
  readonly priority: number;
  readonly daily_limit: number | null;
  readonly weekly_limit: number | null;
  /** Of the host, for this page. */
  readonly schedule_id: string | null;
}

export interface QuestionSettings {
  readonly id: number;
  readonly question: string;
  readonly type: string;
  readonly is_required: boolean;
  readonly is_active: boolean;
  readonly options: readonly string[] | null;
}

/**
 * Makes these the page's hosts, in this order. Hosts who stay keep what was counted of them; those who join begin where
 * the least booked of them stands, or a round robin would give them everything until they had caught up.
 */
export async function setHosts(ctx: Ctx, pageId: string, hosts: readonly HostSettings[]): Promise<void> {
  await ctx.db
    .deleteFrom('event_type_host')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('event_type_id', '=', pageId)
    .where('member_id', '!=', sql<string>`all(${hosts.map((host) => host.member_id)}::text[])`)
    .execute();
  const rows = JSON.stringify(hosts.map((host, position) => ({ ...host, position })));
  await sql`
    insert into event_type_host
      (workspace_id, event_type_id, member_id, position, weight, priority, daily_limit, weekly_limit, schedule_id, booked_count, turn)
    select ${ctx.workspaceId}::uuid, ${pageId}::uuid, member_id, position, weight, priority, daily_limit, weekly_limit, schedule_id,
      coalesce((select floor(min(booked_count::numeric / stays.weight) * host.weight) from event_type_host stays
        where stays.workspace_id = ${ctx.workspaceId} and stays.event_type_id = ${pageId}), 0),
      coalesce((select min(turn) from event_type_host stays
        where stays.workspace_id = ${ctx.workspaceId} and stays.event_type_id = ${pageId}), 0)
    from jsonb_to_recordset(${rows}::jsonb) as host
      (member_id text, position integer, weight integer, priority integer, daily_limit integer, weekly_limit integer,
       schedule_id text)
    on conflict (workspace_id, event_type_id, member_id) do update set
      position = excluded.position, weight = excluded.weight, priority = excluded.priority,
      daily_limit = excluded.daily_limit, weekly_limit = excluded.weekly_limit, schedule_id = excluded.schedule_id`.execute(
    ctx.db,
  );
}

/** What was counted in bookings says nothing in minutes. */
export async function resetTurns(ctx: Ctx, pageId: string): Promise<void> {
  await ctx.db
    .updateTable('event_type_host')
    .set({ turn: 0 })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('event_type_id', '=', pageId)
    .execute();
}

/** Makes these the page's questions, in this order. Ids are the page's own or new ones. */
export async function setQuestions(
  ctx: Ctx,
  pageId: string,
  questions: readonly QuestionSettings[],
): Promise<void> {
  await ctx.db
    .deleteFrom('question')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('event_type_id', '=', pageId)
    .where('id', '!=', sql<number>`all(${questions.map((question) => question.id)}::integer[])`)
    .execute();
  const rows = JSON.stringify(questions.map((question, index) => ({ ...question, position: index + 1 })));
  await sql`
    insert into question (workspace_id, id, event_type_id, position, question, type, is_required, is_active, options)
    select ${ctx.workspaceId}::uuid, id, ${pageId}::uuid, position, question, type, is_required, is_active, options
    from jsonb_to_recordset(${rows}::jsonb) as given
      (id integer, position integer, question text, type text, is_required boolean, is_active boolean, options text[])
    on conflict (workspace_id, id) do update set
      position = excluded.position, question = excluded.question, type = excluded.type,
      is_required = excluded.is_required, is_active = excluded.is_active, options = excluded.options`.execute(
    ctx.db,
  );
}

/** Deleted pages no longer name a schedule, so that it can be deleted. */
export async function clearFromDeletedPages(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('event_type_host')
    .set({ schedule_id: null })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('schedule_id', '=', id)
    .execute();
  await ctx.db
    .updateTable('event_type')
    .set({ schedule_id: null })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('schedule_id', '=', id)
    .where('deleted_at', 'is not', null)
    .execute();
}
