import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';

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

export async function deletePicksOf(
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

export async function deleteObjectRow(ctx: Ctx, objectId: string): Promise<void> {
  await sql`delete from crm_object where workspace_id = ${ctx.workspaceId} and id = ${objectId}`.execute(
    ctx.db,
  );
}
