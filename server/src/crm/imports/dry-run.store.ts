import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Claim } from '../records/public.ts';
import type { UniqueKey } from '../values/public.ts';

/** A key that a dry run would have claimed, and the row it was for. */
export interface DryRunKey extends Claim {
  readonly row: number;
}

/** Which of these keys earlier batches would have claimed. */
export async function findDryRunKeys(
  ctx: Ctx,
  importId: string,
  keys: readonly UniqueKey[],
): Promise<DryRunKey[]> {
  if (keys.length === 0) return [];
  const result = await sql<DryRunKey>`
    select k.attribute_id as "attributeId", k.key_norm as key, k.record_id as "recordId", k.row_number as row
    from crm_import_key k
    join (select distinct * from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as y ("attributeId" uuid, key text)) x
      on k.attribute_id = x."attributeId" and k.key_norm = x.key
    where k.workspace_id = ${ctx.workspaceId} and k.import_id = ${importId}
  `.execute(ctx.db);
  return result.rows;
}

/** Without keys that a real record has. */
export async function insertDryRunKeys(
  ctx: Ctx,
  importId: string,
  keys: readonly DryRunKey[],
): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    insert into crm_import_key (workspace_id, import_id, attribute_id, key_norm, record_id, row_number)
    select ${ctx.workspaceId}, ${importId}, x."attributeId", x.key, x."recordId", x.row
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
      as x ("attributeId" uuid, key text, "recordId" uuid, row integer)
    where not exists (select from crm_unique u where u.workspace_id = ${ctx.workspaceId}
      and u.attribute_id = x."attributeId" and u.key_norm = x.key)
    on conflict do nothing
  `.execute(ctx.db);
}
