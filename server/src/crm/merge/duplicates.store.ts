import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Attribute } from '../schema/public.ts';

export interface Group {
  readonly value: string;
  readonly ids: string[];
}

export const maxScanned = 50_000;
const maxGroups = 100;
const maxIds = 20;

/**
 * Records with the same value, among the first by the attribute's index, or by id if it has none. Left out are those of which each
 * differs from all others.
 */
export async function findGroups(
  ctx: Ctx,
  objectId: string,
  attribute: Attribute,
  by: 'value' | 'first label',
): Promise<Group[]> {
  const raw = attribute.slot ? sql.ref(attribute.slot) : sql`rest ->> ${sql.lit(attribute.id)}`;
  const value = by === 'value' ? raw : sql`split_part(${raw}, '.', 1)`;
  const order = attribute.slot ? sql`${raw}, id` : sql`id`;
  const result = await sql<Group>`
    select value, ids from (
      select value, count(*) as size, (array_agg(id order by id))[1:${sql.lit(maxIds)}] as ids
      from (
        select ${value} as value, id from crm_record
        where workspace_id = ${ctx.workspaceId} and object_id = ${objectId}
          and ${attribute.slot ? sql`${raw} is not null` : sql`true`}
        order by ${order} limit ${maxScanned}
      ) scanned
      where value <> ''
      group by value having count(*) > 1
    ) alike
    where cardinality(ids) * (cardinality(ids) - 1) / 2 > (
      select count(*) from crm_different d
      where d.workspace_id = ${ctx.workspaceId} and d.object_id = ${objectId}
        and d.one_id = any (ids) and d.other_id = any (ids))
    order by size desc, value limit ${maxGroups}
  `.execute(ctx.db);
  return result.rows;
}

export interface Pair {
  readonly oneId: string;
  readonly otherId: string;
}

/** The pairs among these records that are different. */
export async function listDifferent(ctx: Ctx, objectId: string, ids: readonly string[]): Promise<Pair[]> {
  const result = await sql<Pair>`
    select one_id as "oneId", other_id as "otherId" from crm_different
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId}
      and one_id = any (${ids}::uuid[]) and other_id = any (${ids}::uuid[])
  `.execute(ctx.db);
  return result.rows;
}

export async function insertDifferent(ctx: Ctx, objectId: string, ids: readonly string[]): Promise<void> {
  await sql`
    insert into crm_different (workspace_id, object_id, one_id, other_id)
    select ${ctx.workspaceId}, ${objectId}, one, other
    from unnest(${ids}::uuid[]) one join unnest(${ids}::uuid[]) other on one < other
    on conflict do nothing
  `.execute(ctx.db);
}

export async function deleteDifferent(ctx: Ctx, objectId: string, ids: readonly string[]): Promise<void> {
  await sql`
    delete from crm_different
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId}
      and one_id = any (${ids}::uuid[]) and other_id = any (${ids}::uuid[])
  `.execute(ctx.db);
}
