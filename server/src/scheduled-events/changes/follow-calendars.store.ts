import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';

/** The time of an event that a change in a calendar may still reschedule or cancel, locked until the transaction ends. */
export async function lockOpenEvent(
  ctx: Ctx,
  id: string,
): Promise<{ readonly startsAt: string; readonly endsAt: string } | undefined> {
  const { rows } = await sql<{ startsAt: string; endsAt: string }>`
    select starts_at as "startsAt", ends_at as "endsAt" from scheduled_event
    where workspace_id = ${ctx.workspaceId} and id = ${id} and status = 'confirmed'
      and ends_at > ${ctx.now.toISOString()}
    for update`.execute(ctx.db);
  return rows[0];
}
