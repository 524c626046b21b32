import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';
import type { CompanySummary } from './view.ts';

/** The company of each of these people who has one. */
export async function findCompanies(
  ctx: Ctx,
  relationId: string,
  personIds: readonly string[],
): Promise<Map<string, CompanySummary>> {
  const result = await sql<{ person_id: string; id: string; name: string | null; domain: string | null }>`
    select l.from_id as person_id, c.id, c.data ->> 'name' as name, c.data ->> 'domain' as domain
    from crm_link l
    join crm_record c on c.workspace_id = l.workspace_id and c.object_id = l.to_object_id and c.id = l.to_id
    where l.workspace_id = ${ctx.workspaceId} and l.relation_id = ${relationId} and l.from_id = ${matchAny(personIds, 'uuid')}
  `.execute(ctx.db);
  return new Map(result.rows.map(({ person_id: personId, ...company }) => [personId, company]));
}
