import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';

/** Whose the pages of teams are, for filters of webhooks. */
export async function findTeamsOfPages(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await sql<{ id: string; teamId: string | null }>`
    select id, owner_team_id as "teamId" from event_type
    where workspace_id = ${ctx.workspaceId} and id = ${matchAny(ids, 'uuid')}
  `.execute(ctx.db);
  return new Map(rows.map(({ id, teamId }) => [id, teamId]));
}
