import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';

export async function listActiveHosts(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('member')
    .where('workspace_id', '=', ctx.workspaceId)
    .where(sql<boolean>`id = ${matchAny(ids, 'text')}`)
    .where('is_active', '=', true)
    .select('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Names and addresses of an event's people, for its search text. */
export async function listEventPeople(
  ctx: Ctx,
  eventId: string,
  hostIds: readonly string[],
): Promise<string[]> {
  const result = await sql<{ person: string }>`
    select full_name || ' ' || email as person from invitee
    where workspace_id = ${ctx.workspaceId} and event_id = ${eventId}
    union all
    select first_name || ' ' || last_name from member
    where workspace_id = ${ctx.workspaceId} and id = any (${hostIds})
  `.execute(ctx.db);
  return result.rows.map((row) => row.person);
}
