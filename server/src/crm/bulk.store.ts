import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { anyOf } from '../platform/db/any-of.ts';
import type { Relation } from './definitions.ts';
import type { RecordRow } from './records.store.ts';

/** Records held until the transaction ends, in one order whoever holds them. */
export async function lockRecords(ctx: Ctx, objectId: string, ids: readonly string[]): Promise<RecordRow[]> {
  if (ids.length === 0) return [];
  const result = await sql<RecordRow>`
    select id, version, data, by_hand, created_at, updated_at from crm_record
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id = ${anyOf(ids, 'uuid')}
    order by id for no key update
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

/** Forgets what records have picked of these attributes. */
export async function dropPicksOf(
  ctx: Ctx,
  objectId: string,
  picks: readonly { readonly recordId: string; readonly attributeId: string }[],
): Promise<void> {
  if (picks.length === 0) return;
  await sql`
    delete from crm_pick p
    using jsonb_to_recordset(${JSON.stringify(picks)}::jsonb) as x ("recordId" uuid, "attributeId" uuid)
    where p.workspace_id = ${ctx.workspaceId} and p.object_id = ${objectId}
      and p.record_id = x."recordId" and p.attribute_id = x."attributeId"
  `.execute(ctx.db);
}

/** Runs a part of a transaction that may come to nothing by itself: `keep` decides when it is over. */
export async function inSavepoint<T>(
  ctx: Ctx,
  work: () => Promise<T>,
  keep: (result: T) => boolean = () => true,
): Promise<T> {
  await sql`savepoint part`.execute(ctx.db);
  try {
    const result = await work();
    if (!keep(result)) await sql`rollback to savepoint part`.execute(ctx.db);
    await sql`release savepoint part`.execute(ctx.db);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(ctx.db);
    await sql`release savepoint part`.execute(ctx.db);
    throw error;
  }
}
