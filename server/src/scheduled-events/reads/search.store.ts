import { sql } from 'kysely';
import { isAdmin } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { foldForSearch } from '@daybook/contract/folding.data';
import { buildWordPatterns } from '../../platform/text.ts';

export interface FoundEvent {
  readonly id: string;
  readonly title: string;
  readonly starts_at: string;
  readonly invitees: readonly string[];
}

/** Among more events than this with the same words, those that are shown are arbitrary ones. */
const maxCandidates = 200;

/** Events that the actor may read and whose title or people have every word, the nearest to now first. */
export async function findEventsLike(ctx: Ctx, text: string, most: number): Promise<FoundEvent[]> {
  const words = buildWordPatterns(foldForSearch(text));
  if (words.length === 0) return [];
  const hostId = isAdmin(ctx.actor) ? null : ctx.actor.memberId;
  const result = await sql<FoundEvent>`
    select e.id, e.title, e.starts_at, array(
      select i.full_name from invitee i where i.workspace_id = ${ctx.workspaceId} and i.event_id = e.id
      order by i.scheduled_at, i.id limit 3) as invitees
    from scheduled_event e
    where e.workspace_id = ${ctx.workspaceId}
      and e.id in (select events_found(${ctx.workspaceId}, ${hostId}, ${JSON.stringify(words)}::jsonb, ${maxCandidates}))
    order by abs(extract(epoch from e.starts_at - ${ctx.now.toISOString()}::timestamptz)), e.id
    limit ${most}
  `.execute(ctx.db);
  return result.rows;
}
