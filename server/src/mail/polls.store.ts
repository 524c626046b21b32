import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';

/** How the letters about a poll look, by its page. */
export interface PollPage {
  readonly organization: string;
  readonly logo: string | null;
  readonly color: string;
}

export async function findPollPages(
  ctx: Ctx,
  eventTypeIds: readonly string[],
): Promise<ReadonlyMap<string, PollPage>> {
  const { rows } = await sql<PollPage & { id: string }>`
    select p.id, w.name as organization, w.logo, p.color
    from event_type p join workspace w on w.workspace_id = p.workspace_id
    where p.workspace_id = ${ctx.workspaceId} and p.id = ${matchAny(eventTypeIds, 'uuid')}
  `.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, row]));
}
