import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';

interface EventAbout {
  readonly eventTypeId: string;
  readonly teamId: string | null;
  readonly hostIds: string[];
}

/** What filters of webhooks look at, by event. */
export async function findEventsAbout(ctx: Ctx, ids: readonly string[]): Promise<Map<string, EventAbout>> {
  const result = await sql<EventAbout & { id: string }>`
    select e.id, e.event_type_id as "eventTypeId", e.team_id as "teamId",
      array(select h.host_id from event_host h where h.workspace_id = e.workspace_id and h.event_id = e.id) as "hostIds"
    from scheduled_event e where e.workspace_id = ${ctx.workspaceId} and e.id = ${matchAny(ids, 'text')}
  `.execute(ctx.db);
  return new Map(result.rows.map(({ id, ...about }) => [id, about]));
}
