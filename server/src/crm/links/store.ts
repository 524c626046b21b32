import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { anyOf } from '../../platform/db/any-of.ts';
import type { Relation } from '../schema/public.ts';
import type { LinkRow } from './rules.ts';

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
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id = ${anyOf(ids, 'uuid')}
    order by id for key share
  `.execute(ctx.db);
  return result.rows.map((row) => row.id);
}

/** A record and a partner that it is, or is to be, linked with. */
export interface Pair {
  readonly mine: string;
  readonly theirs: string;
}

/** Links records with others, and answers with the pairs that were not linked before and are now. */
export async function insertLinks(ctx: Ctx, relation: Relation, pairs: readonly Pair[]): Promise<Pair[]> {
  if (pairs.length === 0) return [];
  const { mine, theirs } = sides(relation);
  const result = await sql<Pair>`
    insert into crm_link (workspace_id, relation_id, from_object_id, to_object_id, from_single, to_single, ${mine}, ${theirs})
    select ${ctx.workspaceId}, ${relation.id}, ${relation.fromObjectId}, ${relation.toObjectId},
      ${relation.fromSingle}, ${relation.toSingle}, x.mine, x.theirs
    from ${asTable(pairs)} order by x.theirs, x.mine
    on conflict do nothing
    returning ${mine} as mine, ${theirs} as theirs
  `.execute(ctx.db);
  return result.rows;
}

/** Takes the links of these pairs away, and answers with those that were there. */
export async function deleteLinks(ctx: Ctx, relation: Relation, pairs: readonly Pair[]): Promise<Pair[]> {
  if (pairs.length === 0) return [];
  const { mine, theirs } = sides(relation);
  const result = await sql<Pair>`
    delete from crm_link where ctid = any (array(select l.ctid from ${linkedOf(ctx, relation, pairs)}))
    returning ${mine} as mine, ${theirs} as theirs
  `.execute(ctx.db);
  return result.rows;
}

/** Pairs `x` with their links `l`, each looked up by itself: a join would be planned to go through the whole relation. */
function linkedOf(ctx: Ctx, relation: Relation, pairs: readonly Pair[]) {
  const { mine, theirs } = sides(relation);
  return sql`${asTable(pairs)} cross join lateral (
    select ctid from crm_link
    where workspace_id = ${ctx.workspaceId} and relation_id = ${relation.id}
      and ${mine} = x.mine and ${theirs} = x.theirs
    limit 1) l`;
}

function asTable(pairs: readonly Pair[]) {
  const [mine, theirs] = [pairs.map((pair) => pair.mine), pairs.map((pair) => pair.theirs)];
  return sql`unnest(${mine}::uuid[], ${theirs}::uuid[]) as x (mine, theirs)`;
}

/** Of these pairs, those that are linked. */
export async function findLinked(ctx: Ctx, relation: Relation, pairs: readonly Pair[]): Promise<Pair[]> {
  if (pairs.length === 0) return [];
  const result = await sql<Pair>`
    select x.mine, x.theirs from ${linkedOf(ctx, relation, pairs)}
  `.execute(ctx.db);
  return result.rows;
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
    where workspace_id = ${ctx.workspaceId} and relation_id = ${relation.id} and ${mine} = ${anyOf(recordIds, 'uuid')}
    order by created_at, ${theirs}
  `.execute(ctx.db);
  for (const row of result.rows) links.set(row.mine, [...(links.get(row.mine) ?? []), row.theirs]);
  return links;
}

const linkColumns = sql.raw(
  'relation_id, from_object_id, from_id, to_object_id, to_id, from_single, to_single, created_at',
);

/** Takes the links of records away, all or those of some relations. */
export async function takeLinks(
  ctx: Ctx,
  objectId: string,
  recordIds: readonly string[],
  relationIds?: readonly string[],
): Promise<LinkRow[]> {
  const some = relationIds ? sql`relation_id = any (${relationIds}::uuid[])` : sql`true`;
  const taken: LinkRow[] = [];
  for (const side of ['from', 'to']) {
    const result = await sql<LinkRow>`
      delete from crm_link
      where workspace_id = ${ctx.workspaceId} and ${sql.ref(`${side}_object_id`)} = ${objectId}
        and ${sql.ref(`${side}_id`)} = ${anyOf(recordIds, 'uuid')} and ${some}
      returning ${linkColumns}
    `.execute(ctx.db);
    taken.push(...result.rows);
  }
  return taken;
}

/** Puts links there, where both sides have room and both records are; answers with those that are new. */
export async function putLinks(ctx: Ctx, links: readonly LinkRow[]): Promise<LinkRow[]> {
  if (links.length === 0) return [];
  const result = await sql<LinkRow>`
    insert into crm_link (workspace_id, ${linkColumns})
    select ${ctx.workspaceId}, ${linkColumns}
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as x (relation_id uuid, from_object_id uuid, from_id uuid,
      to_object_id uuid, to_id uuid, from_single boolean, to_single boolean, created_at timestamptz)
    where exists (select from crm_record r where r.workspace_id = ${ctx.workspaceId}
        and r.object_id = x.from_object_id and r.id = x.from_id)
      and exists (select from crm_record r where r.workspace_id = ${ctx.workspaceId}
        and r.object_id = x.to_object_id and r.id = x.to_id)
    on conflict do nothing
    returning ${linkColumns}
  `.execute(ctx.db);
  return result.rows;
}

/** Takes links away, and answers with those that were there. */
export async function dropLinks(ctx: Ctx, links: readonly LinkRow[]): Promise<LinkRow[]> {
  const result = await sql<LinkRow>`
    delete from crm_link l
    using jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as x (relation_id uuid, from_id uuid, to_id uuid)
    where l.workspace_id = ${ctx.workspaceId} and l.relation_id = x.relation_id
      and l.from_id = x.from_id and l.to_id = x.to_id
    returning l.*
  `.execute(ctx.db);
  return result.rows;
}

export interface LinkPair {
  readonly recordId: string;
  readonly partnerId: string;
}

/** Links records with partners, and answers with the pairs that were not linked before and are now. */
export async function insertPairs(
  ctx: Ctx,
  relation: Relation,
  pairs: readonly LinkPair[],
): Promise<LinkPair[]> {
  if (pairs.length === 0) return [];
  const [mine, theirs] = relation.side === 'from' ? ['from_id', 'to_id'] : ['to_id', 'from_id'];
  const sorted = pairs.toSorted((a, b) => (a.partnerId < b.partnerId ? -1 : 1));
  const result = await sql<LinkPair>`
    insert into crm_link (workspace_id, relation_id, from_object_id, to_object_id, from_single, to_single,
      ${sql.ref(mine)}, ${sql.ref(theirs)})
    select ${ctx.workspaceId}, ${relation.id}, ${relation.fromObjectId}, ${relation.toObjectId},
      ${relation.fromSingle}, ${relation.toSingle}, x."recordId", x."partnerId"
    from jsonb_to_recordset(${JSON.stringify(sorted)}::jsonb) as x ("recordId" uuid, "partnerId" uuid)
    on conflict do nothing
    returning ${sql.ref(mine)} as "recordId", ${sql.ref(theirs)} as "partnerId"
  `.execute(ctx.db);
  return result.rows;
}
