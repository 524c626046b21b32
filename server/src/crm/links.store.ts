import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { Relation } from './definitions.ts';

/** A link is one row whichever side asks; these say which of its columns are ours and which the partner's. */
function sides({ side }: Relation) {
  return side === 'from'
    ? { mine: sql.ref('from_id'), theirs: sql.ref('to_id') }
    : { mine: sql.ref('to_id'), theirs: sql.ref('from_id') };
}

/** Which of these records are there; held, so that none is deleted before it has been linked. */
export async function holdRecords(ctx: Ctx, objectId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const result = await sql<{ id: string }>`
    select id from crm_record
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id = any (${ids}::uuid[])
    order by id for key share
  `.execute(ctx.db);
  return result.rows.map((row) => row.id);
}

/** Links a record with others, and answers with those it was not linked with before and is now. */
export async function insertLinks(
  ctx: Ctx,
  relation: Relation,
  recordId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { theirs } = sides(relation);
  const [from, to] =
    relation.side === 'from' ? [sql`${recordId}::uuid`, sql`x`] : [sql`x`, sql`${recordId}::uuid`];
  const result = await sql<{ id: string }>`
    insert into crm_link (workspace_id, relation_id, from_object_id, from_id, to_object_id, to_id, from_single, to_single)
    select ${ctx.workspaceId}, ${relation.id}, ${relation.fromObjectId}, ${from}, ${relation.toObjectId}, ${to},
      ${relation.fromSingle}, ${relation.toSingle}
    from unnest(${ids.toSorted()}::uuid[]) x
    on conflict do nothing
    returning ${theirs} as id
  `.execute(ctx.db);
  return result.rows.map((row) => row.id);
}

/** Of these, the ones that a record is linked with. */
export async function findLinked(
  ctx: Ctx,
  relation: Relation,
  recordId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { mine, theirs } = sides(relation);
  const result = await sql<{ id: string }>`
    select ${theirs} as id from crm_link
    where workspace_id = ${ctx.workspaceId} and relation_id = ${relation.id} and ${mine} = ${recordId}
      and ${theirs} = any (${ids}::uuid[])
  `.execute(ctx.db);
  return result.rows.map((row) => row.id);
}

export async function deleteLinks(
  ctx: Ctx,
  relation: Relation,
  recordId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { mine, theirs } = sides(relation);
  const result = await sql<{ id: string }>`
    delete from crm_link
    where workspace_id = ${ctx.workspaceId} and relation_id = ${relation.id} and ${mine} = ${recordId}
      and ${theirs} = any (${ids}::uuid[])
    returning ${theirs} as id
  `.execute(ctx.db);
  return result.rows.map((row) => row.id);
}

/** The partners of some records by one relation, oldest link first. One query for a page of records. */
export async function linksOf(
  ctx: Ctx,
  relation: Relation,
  recordIds: readonly string[],
): Promise<Map<string, string[]>> {
  const links = new Map<string, string[]>();
  if (recordIds.length === 0) return links;
  const { mine, theirs } = sides(relation);
  const result = await sql<{ mine: string; theirs: string }>`
    select ${mine} as mine, ${theirs} as theirs from crm_link
    where workspace_id = ${ctx.workspaceId} and relation_id = ${relation.id} and ${mine} = any (${recordIds}::uuid[])
    order by created_at, ${theirs}
  `.execute(ctx.db);
  for (const row of result.rows) links.set(row.mine, [...(links.get(row.mine) ?? []), row.theirs]);
  return links;
}
