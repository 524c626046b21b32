import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';
import type { Relation } from '../schema/public.ts';
import type { LinkRow } from './rules.ts';
import { findSurvivors } from './survivors.store.ts';

/** Two records that are linked, or are to be: one of this side of the relation, and its partner. */
export interface Pair {
  readonly recordId: string;
  readonly partnerId: string;
}

/** A link is one row for both sides. These are its columns as one side sees them. */
function sides({ side }: Pick<Relation, 'side'>) {
  return side === 'from'
    ? { record: sql.ref('from_id'), partner: sql.ref('to_id') }
    : { record: sql.ref('to_id'), partner: sql.ref('from_id') };
}

/**
 * Locks these records so that none is deleted before it is linked. Returns the id of each record that exists, by the id that was
 * given: of a record that was merged, its survivor.
 */
export function lockPartners(
  ctx: Ctx,
  objectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return existingIds(ctx, objectId, ids, sql`for key share`);
}

/** The same without a lock. */
export function findExisting(
  ctx: Ctx,
  objectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return existingIds(ctx, objectId, ids, sql``);
}

async function existingIds(
  ctx: Ctx,
  objectId: string,
  ids: readonly string[],
  lock: RawBuilder<unknown>,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const find = async (wanted: readonly string[]) => {
    const result = await sql<{ id: string }>`
      select id from crm_record
      where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id = ${matchAny(wanted, 'uuid')}
      order by id ${lock}
    `.execute(ctx.db);
    return new Set(result.rows.map((row) => row.id));
  };
  const existing = await find(ids);
  const merged = ids.filter((id) => !existing.has(id));
  if (merged.length === 0) return new Map(ids.map((id) => [id, id]));
  const survivors = await findSurvivors(ctx, objectId, merged);
  for (const id of survivors.size === 0 ? [] : await find([...survivors.values()])) existing.add(id);
  const pairs = ids.map((id) => [id, survivors.get(id) ?? id] as const);
  return new Map(pairs.filter(([, id]) => existing.has(id)));
}

/** Locks partners whose links are to be removed, so that two transactions can't each remove one of the last two. */
export async function lockUnlinked(ctx: Ctx, objectId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    select id from crm_record
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id = ${matchAny(ids, 'uuid')}
    order by id for no key update
  `.execute(ctx.db);
}

/** Links pairs where both sides have room, earlier pairs first. Returns those that were not linked before. */
export async function insertLinks(ctx: Ctx, relation: Relation, pairs: readonly Pair[]): Promise<Pair[]> {
  if (pairs.length === 0) return [];
  const { record, partner } = sides(relation);
  const result = await sql<Pair>`
    insert into crm_link (workspace_id, relation_id, from_object_id, to_object_id, from_single, to_single, ${record}, ${partner})
    select ${ctx.workspaceId}, ${relation.id}, ${relation.fromObjectId}, ${relation.toObjectId},
      ${relation.fromSingle}, ${relation.toSingle}, x.record_id, x.partner_id
    from ${asTable(pairs)} order by x.partner_id, x.place
    on conflict do nothing
    returning ${record} as "recordId", ${partner} as "partnerId"
  `.execute(ctx.db);
  return result.rows;
}

/** Unlinks pairs. Returns those that were linked. */
export async function deleteLinks(ctx: Ctx, relation: Relation, pairs: readonly Pair[]): Promise<Pair[]> {
  if (pairs.length === 0) return [];
  const { record, partner } = sides(relation);
  const result = await sql<Pair>`
    delete from crm_link where ctid = any (array(select l.ctid from ${linksOfPairs(ctx, relation, pairs)}))
    returning ${record} as "recordId", ${partner} as "partnerId"
  `.execute(ctx.db);
  return result.rows;
}

/** Of these pairs, those that are linked. */
export async function findLinks(ctx: Ctx, relation: Relation, pairs: readonly Pair[]): Promise<Pair[]> {
  if (pairs.length === 0) return [];
  const result = await sql<Pair>`
    select x.record_id as "recordId", x.partner_id as "partnerId" from ${linksOfPairs(ctx, relation, pairs)}
  `.execute(ctx.db);
  return result.rows;
}

/** Pairs `x` with their links `l`. A lateral join, since a plain join would be planned as a scan of the whole relation. */
function linksOfPairs(ctx: Ctx, relation: Relation, pairs: readonly Pair[]) {
  const { record, partner } = sides(relation);
  return sql`${asTable(pairs)} cross join lateral (
    select ctid from crm_link
    where workspace_id = ${ctx.workspaceId} and relation_id = ${relation.id}
      and ${record} = x.record_id and ${partner} = x.partner_id
    limit 1) l`;
}

function asTable(pairs: readonly Pair[]) {
  const recordIds = pairs.map(({ recordId }) => recordId);
  const partnerIds = pairs.map(({ partnerId }) => partnerId);
  return sql`unnest(${recordIds}::uuid[], ${partnerIds}::uuid[]) with ordinality as x (record_id, partner_id, place)`;
}

/** The partners of records by one relation, oldest link first, in one query for all of them. */
export async function findPartners(
  ctx: Ctx,
  relation: Pick<Relation, 'id' | 'side'>,
  recordIds: readonly string[],
): Promise<Map<string, string[]>> {
  const partners = new Map<string, string[]>();
  if (recordIds.length === 0) return partners;
  const { record, partner } = sides(relation);
  const result = await sql<Pair>`
    select ${record} as "recordId", ${partner} as "partnerId" from crm_link
    where workspace_id = ${ctx.workspaceId} and relation_id = ${relation.id} and ${record} = ${matchAny(recordIds, 'uuid')}
    order by created_at, ${partner}
  `.execute(ctx.db);
  for (const { recordId, partnerId } of result.rows) {
    partners.set(recordId, [...(partners.get(recordId) ?? []), partnerId]);
  }
  return partners;
}

const linkColumns = sql.raw(
  'relation_id, from_object_id, from_id, to_object_id, to_id, from_single, to_single, created_at',
);

/** Deletes all links of records, or those of some relations. Returns them. */
export async function deleteRecordLinks(
  ctx: Ctx,
  objectId: string,
  recordIds: readonly string[],
  relationIds?: readonly string[],
): Promise<LinkRow[]> {
  const ofRelations = relationIds ? sql`relation_id = any (${relationIds}::uuid[])` : sql`true`;
  const deleted: LinkRow[] = [];
  for (const side of ['from', 'to']) {
    const result = await sql<LinkRow>`
      delete from crm_link
      where workspace_id = ${ctx.workspaceId} and ${sql.ref(`${side}_object_id`)} = ${objectId}
        and ${sql.ref(`${side}_id`)} = ${matchAny(recordIds, 'uuid')} and ${ofRelations}
      returning ${linkColumns}
    `.execute(ctx.db);
    deleted.push(...result.rows);
  }
  return deleted;
}

/**
 * Inserts rows that were deleted before, where both records exist and have room. Both are locked first, as by `lockPartners`:
 * one that is deleted meanwhile would break the foreign key. Returns those that are new.
 */
export async function insertLinkRows(ctx: Ctx, links: readonly LinkRow[]): Promise<LinkRow[]> {
  if (links.length === 0) return [];
  const result = await sql<LinkRow>`
    with x as (
      select * from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as x (relation_id uuid, from_object_id uuid,
        from_id uuid, to_object_id uuid, to_id uuid, from_single boolean, to_single boolean, created_at timestamptz)
    ), held as materialized (
      select r.object_id, r.id from crm_record r
      where r.workspace_id = ${ctx.workspaceId} and (r.object_id, r.id) in (
        select from_object_id, from_id from x union select to_object_id, to_id from x)
      order by r.id for key share of r
    )
    insert into crm_link (workspace_id, ${linkColumns})
    select ${ctx.workspaceId}, ${linkColumns} from x
    where (from_object_id, from_id) in (select * from held) and (to_object_id, to_id) in (select * from held)
    on conflict do nothing
    returning ${linkColumns}
  `.execute(ctx.db);
  return result.rows;
}

/** Deletes these rows. Returns those that existed. */
export async function deleteLinkRows(ctx: Ctx, links: readonly LinkRow[]): Promise<LinkRow[]> {
  const result = await sql<LinkRow>`
    delete from crm_link l
    using jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as x (relation_id uuid, from_id uuid, to_id uuid)
    where l.workspace_id = ${ctx.workspaceId} and l.relation_id = x.relation_id
      and l.from_id = x.from_id and l.to_id = x.to_id
    returning l.*
  `.execute(ctx.db);
  return result.rows;
}
