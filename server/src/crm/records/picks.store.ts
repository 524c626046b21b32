import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { PickedItem } from '../values/public.ts';

interface RecordPick extends PickedItem {
  readonly recordId: string;
}

export async function insertPicks(ctx: Ctx, objectId: string, picks: readonly RecordPick[]): Promise<void> {
  if (picks.length === 0) return;
  await sql`
    insert into crm_pick (workspace_id, attribute_id, value, object_id, record_id)
    select ${ctx.workspaceId}, x."attributeId", x.value, ${objectId}, x."recordId"
    from jsonb_to_recordset(${JSON.stringify(picks)}::jsonb) as x ("attributeId" uuid, value text, "recordId" uuid)
    on conflict do nothing
  `.execute(ctx.db);
}

/** Deletes all picks of these attributes of these records. */
export async function deletePicks(
  ctx: Ctx,
  objectId: string,
  lists: readonly Omit<RecordPick, 'value'>[],
): Promise<void> {
  if (lists.length === 0) return;
  await sql`
    delete from crm_pick p
    using jsonb_to_recordset(${JSON.stringify(lists)}::jsonb) as x ("recordId" uuid, "attributeId" uuid)
    where p.workspace_id = ${ctx.workspaceId} and p.object_id = ${objectId}
      and p.record_id = x."recordId" and p.attribute_id = x."attributeId"
  `.execute(ctx.db);
}
