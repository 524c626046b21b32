import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

/** Whether the calendars of an account can be asked while somebody books. */

/** For all calendars together: a booking waits for it. */
export const answerMs = 4_000;

interface Answer {
  readonly leaseId: string | null;
  /** Null when there was none. */
  readonly isPrompt: boolean | null;
}

/** Ends the lease of a sync for a booking. If there was no answer, or is one again, the next sync on time comes at once and says so. */
export async function recordAnswer(
  ctx: Ctx,
  connectionId: string,
  { leaseId, isPrompt }: Answer,
): Promise<void> {
  const now = ctx.now.toISOString();
  await sql`
    update calendar_connection set lease_id = null, leased_until = null,
      unreachable_since = case when ${isPrompt}::boolean is null then coalesce(unreachable_since, ${now}::timestamptz)
        when ${isPrompt}::boolean then null else unreachable_since end,
      next_sync_at = case when (${isPrompt}::boolean is null) = (state = 'ok') then least(next_sync_at, ${now}::timestamptz)
        else next_sync_at end
    where workspace_id = ${ctx.workspaceId} and id = ${connectionId} and lease_id = ${leaseId}`.execute(
    ctx.db,
  );
}

/** Their answers did not come in time, whatever they will be. */
export async function markUnanswered(ctx: Ctx, connectionIds: readonly string[]): Promise<void> {
  await sql`
    update calendar_connection set unreachable_since = coalesce(unreachable_since, ${ctx.now.toISOString()}::timestamptz)
    where workspace_id = ${ctx.workspaceId} and id = any (${[...connectionIds]}::uuid[])`.execute(ctx.db);
}
