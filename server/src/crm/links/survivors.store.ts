import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';

/** The records into which others were merged, by the ids of those, however often a survivor itself was merged since. */
export async function findSurvivors(
  ctx: Ctx,
  objectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const result = await sql<{ mergedId: string; id: string }>`
    with recursive survivor (merged_id, id, depth) as (
      select x, x, 0 from unnest(${ids}::uuid[]) x
      union all
      select s.merged_id, m.survivor_id, s.depth + 1 from survivor s join crm_merge m
        on m.workspace_id = ${ctx.workspaceId} and m.object_id = ${objectId} and m.merged_id = s.id and m.undone_at is null
      where s.depth < 100
    )
    select distinct on (merged_id) merged_id as "mergedId", id from survivor where depth > 0
    order by merged_id, depth desc
  `.execute(ctx.db);
  return new Map(result.rows.map(({ mergedId, id }) => [mergedId, id]));
}
