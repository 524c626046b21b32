import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { type NewRecord, type RecordRow, updateRecords } from '../records/public.ts';

/** Some records after one, held until the transaction ends. */
export async function holdBatch(
  ctx: Ctx,
  objectId: string,
  after: string | null,
  limit: number,
): Promise<RecordRow[]> {
  const from = after ?? '00000000-0000-0000-0000-000000000000';
  const result = await sql<RecordRow>`
    select id, version, data, by_hand, created_at, updated_at from crm_record
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id > ${from}
    order by id limit ${limit} for no key update
  `.execute(ctx.db);
  return result.rows;
}

export async function rewriteSearch(
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

/** Writes held records anew, and forgets picks of options that are gone. */
export async function rewriteRecords(
  ctx: Ctx,
  objectId: string,
  records: readonly NewRecord[],
  gone?: { readonly attributeId: string; readonly optionIds: readonly number[] },
): Promise<void> {
  if (records.length === 0) return;
  const ids = records.map(({ id }) => id);
  await updateRecords(ctx, objectId, records);
  if (!gone) return;
  await sql`
    delete from crm_pick
    where workspace_id = ${ctx.workspaceId} and attribute_id = ${gone.attributeId}
      and value = any (${gone.optionIds.map(String)}::text[]) and record_id = any (${ids}::uuid[])
  `.execute(ctx.db);
}

export async function purgeDefinition(ctx: Ctx, objectId: string): Promise<void> {
  await sql`delete from crm_object where workspace_id = ${ctx.workspaceId} and id = ${objectId}`.execute(
    ctx.db,
  );
}
