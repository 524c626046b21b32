import { sql } from 'kysely';
import type { Ctx, Runtime } from '../../platform/context.ts';
import { transact } from '../../platform/db/transaction.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';

/** The zone of an active user; undefined when there is none. */
export async function findActiveZone(ctx: Ctx, memberId: string): Promise<string | undefined> {
  const { rows } = await sql<{ timezone: string }>`
    select timezone from member where workspace_id = ${ctx.workspaceId} and id = ${memberId} and is_active
  `.execute(ctx.db);
  return rows[0]?.timezone;
}

export async function findWorkspaceZone(ctx: Ctx): Promise<string> {
  const { rows } = await sql<{ timezone: string }>`
    select timezone from workspace where workspace_id = ${ctx.workspaceId}`.execute(ctx.db);
  return rows[0]?.timezone ?? 'UTC';
}

/** Whether there is such an event, as far as the actor may know of it. */
export async function isKnownEvent(ctx: Ctx, id: string, isAll: boolean): Promise<boolean> {
  const { rows } = await sql`
    select from scheduled_event e where e.workspace_id = ${ctx.workspaceId} and e.id = ${id} and (${isAll} or exists (
      select from event_host h
      where h.workspace_id = e.workspace_id and h.event_id = e.id and h.host_id = ${ctx.actor.memberId}))
  `.execute(ctx.db);
  return rows.length > 0;
}

/** A reminder reaches the new owner, and nobody where there is none. */
export async function reassignOpenTasks(ctx: Ctx, memberId: string, heirId: string | null): Promise<void> {
  await sql`
    update crm_task set owner_id = ${heirId}, remind_at = case when ${heirId}::text is not null then remind_at end
    where workspace_id = ${ctx.workspaceId} and owner_id = ${memberId} and done_at is null
  `.execute(ctx.db);
}

export interface DueTask {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
}

/** Of all workspaces, the longest due first. */
export async function findRemindable({ database, clock }: Runtime, limit: number): Promise<DueTask[]> {
  const { rows } = await transact(database, '*', (db) =>
    sql<DueTask>`
      select workspace_id as "workspaceId", id from crm_task
      where remind_at <= ${clock.now().toISOString()} order by remind_at limit ${limit}
    `.execute(db),
  );
  return rows;
}

/** True for one of those who try it at once. */
export async function clearReminder(ctx: Ctx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update crm_task set remind_at = null
    where workspace_id = ${ctx.workspaceId} and id = ${id} and remind_at <= ${ctx.now.toISOString()} returning id
  `.execute(ctx.db);
  return rows.length > 0;
}
