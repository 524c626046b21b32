import { sql } from 'kysely';
import type { Ctx, Runtime } from '../../platform/context.ts';
import { transact } from '../../platform/db/transaction.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';

export async function updateSearch(
  ctx: Ctx,
  objectId: string,
  texts: readonly { readonly id: string; readonly search: string }[],
): Promise<void> {
  await sql`
    update crm_record r set search = x.search
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as x (id uuid, search text)
    where r.workspace_id = ${ctx.workspaceId} and r.object_id = ${objectId} and r.id = x.id and r.search <> x.search
  `.execute(ctx.db);
}

export async function deletePicks(
  ctx: Ctx,
  { attributeId, optionIds }: { readonly attributeId: string; readonly optionIds: readonly number[] },
  recordIds: readonly string[],
): Promise<void> {
  if (recordIds.length === 0) return;
  await sql`
    delete from crm_pick
    where workspace_id = ${ctx.workspaceId} and attribute_id = ${attributeId}
      and value = any (${optionIds.map(String)}::text[]) and record_id = any (${recordIds}::uuid[])
  `.execute(ctx.db);
}

export interface DeletedLink {
  readonly from_id: string;
  readonly to_id: string;
}

export async function deleteLinksOfRelation(
  ctx: Ctx,
  relationId: string,
  limit: number,
): Promise<DeletedLink[]> {
  const result = await sql<DeletedLink>`
    delete from crm_link where ctid = any (array(
      select ctid from crm_link where workspace_id = ${ctx.workspaceId} and relation_id = ${relationId} limit ${limit}))
    returning from_id, to_id
  `.execute(ctx.db);
  return result.rows;
}

/** Returns how many there were, up to the limit. */
export async function deleteRowsOfAttribute(
  ctx: Ctx,
  table: 'crm_pick' | 'crm_unique',
  attributeId: string,
  limit: number,
): Promise<number> {
  const result = await sql`
    delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)}
      where workspace_id = ${ctx.workspaceId} and attribute_id = ${attributeId} limit ${limit}))
  `.execute(ctx.db);
  return Number(result.numAffectedRows ?? 0);
}

/** Whether this build is still the last one. Until the transaction ends, no other can begin and this one not be cancelled. */
export async function lockBuild(ctx: Ctx, attributeId: string, build: string): Promise<boolean> {
  const result = await sql`
    select from crm_attribute
    where workspace_id = ${ctx.workspaceId} and id = ${attributeId} and unique_build = ${build} for share
  `.execute(ctx.db);
  return result.rows.length > 0;
}

/** Deletes keys of an attribute that is not unique and is not becoming so. Returns how many, up to the limit. */
export async function deleteUnclaimed(ctx: Ctx, attributeId: string, limit: number): Promise<number> {
  const unclaimed = await sql`
    select from crm_attribute where workspace_id = ${ctx.workspaceId} and id = ${attributeId}
      and not is_unique and unique_build is null for share
  `.execute(ctx.db);
  return unclaimed.rows.length === 0 ? 0 : deleteRowsOfAttribute(ctx, 'crm_unique', attributeId, limit);
}

interface StaleBuild {
  readonly workspaceId: WorkspaceId;
  readonly objectId: string;
  readonly attributeId: string;
  readonly id: string;
}

/** Of all workspaces: what a process that died has left behind. */
export async function findStaleBuilds(runtime: Runtime): Promise<StaleBuild[]> {
  const result = await transact(runtime.database, '*', (db) =>
    sql<StaleBuild>`
    select workspace_id as "workspaceId", object_id as "objectId", id as "attributeId", unique_build as id
    from crm_attribute where unique_build is not null and unique_build_at < now() - interval '2 hours'
  `.execute(db),
  );
  return result.rows;
}

/** Lets another attribute use the column of a deleted one. */
export async function releaseSlot(ctx: Ctx, attributeId: string): Promise<void> {
  await sql`
    with released as (
      update crm_attribute set slot = null
      where workspace_id = ${ctx.workspaceId} and id = ${attributeId} and is_removed returning object_id)
    update crm_object set revision = gen_random_uuid()
    where workspace_id = ${ctx.workspaceId} and id in (select object_id from released)
  `.execute(ctx.db);
}

export async function deleteObjectRow(ctx: Ctx, objectId: string): Promise<void> {
  await sql`delete from crm_object where workspace_id = ${ctx.workspaceId} and id = ${objectId}`.execute(
    ctx.db,
  );
}

/** Of all workspaces. Returns how many there were, up to the limit. */
export async function deleteOldRecords(runtime: Runtime, before: string, limit: number): Promise<number> {
  const result = await transact(runtime.database, '*', (db) =>
    sql`
    delete from crm_deleted_record where ctid = any (array(
      select ctid from crm_deleted_record where deleted_at <= ${before} order by deleted_at limit ${limit}))
  `.execute(db),
  );
  return Number(result.numAffectedRows ?? 0);
}

/** Of all workspaces. */
export async function findOldObjects(
  runtime: Runtime,
  before: string,
): Promise<{ workspaceId: WorkspaceId; objectId: string }[]> {
  const result = await transact(runtime.database, '*', (db) =>
    sql<{ workspaceId: WorkspaceId; objectId: string }>`
    select workspace_id as "workspaceId", id as "objectId" from crm_object where deleted_at <= ${before}
  `.execute(db),
  );
  return result.rows;
}
