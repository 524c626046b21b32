import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Diff } from '../history/public.ts';

/** The last batch that has not been undone, by its transaction id. */
export async function findLastBatch(ctx: Ctx, importId: string): Promise<number | undefined> {
  const result = await sql<{ tx: number }>`
    select tx from crm_import_batch where workspace_id = ${ctx.workspaceId} and import_id = ${importId}
    order by tx desc limit 1
  `.execute(ctx.db);
  return result.rows[0]?.tx;
}

export interface BatchChange {
  readonly record_id: string;
  readonly kind: 'record.created' | 'record.updated';
  readonly diff: Diff;
  readonly is_changed_since: boolean;
}

/** The changes of a batch, latest first, and whether their record was changed since, other than by clearing options. */
export async function findBatchChanges(
  ctx: Ctx,
  importId: string,
  objectId: string,
  tx: number,
): Promise<BatchChange[]> {
  const result = await sql<BatchChange>`
    select c.record_id, c.kind, c.diff, exists (
      select from crm_change o
      where o.workspace_id = ${ctx.workspaceId} and o.record_id = c.record_id and o.happened_at > c.happened_at
        and o.detail ->> 'importId' is distinct from ${importId}
        and o.detail -> 'clearedOptionIds' is null) as is_changed_since
    from crm_change c
    where c.workspace_id = ${ctx.workspaceId} and c.tx = ${tx} and c.object_id = ${objectId}
      and c.detail ->> 'importId' = ${importId}
    order by c.happened_at desc, c.id desc
  `.execute(ctx.db);
  return result.rows;
}

/** Marks a batch as undone. */
export async function deleteBatch(ctx: Ctx, importId: string, tx: number, kept: number): Promise<void> {
  await sql`
    with deleted as (
      delete from crm_import_batch
      where workspace_id = ${ctx.workspaceId} and import_id = ${importId} and tx = ${tx}
    )
    update crm_import set kept = kept + ${kept}, leased_until = now() + interval '20 seconds'
    where workspace_id = ${ctx.workspaceId} and id = ${importId}
  `.execute(ctx.db);
}
