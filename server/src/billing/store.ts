import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

/** Locks the workspace. False when a report of the same time or a later one was taken. */
export async function takeReportedAt(ctx: Ctx, at: string): Promise<boolean> {
  const { rows } = await sql`
    update workspace set plan_reported_at = ${at}::timestamptz
    where workspace_id = ${ctx.workspaceId} and (plan_reported_at is null or plan_reported_at < ${at}::timestamptz)
    returning workspace_id
  `.execute(ctx.db);
  return rows.length > 0;
}
