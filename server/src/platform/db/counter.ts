import { sql } from 'kysely';
import type { Ctx } from '../context.ts';

/** The next integer id of its kind in this workspace. The counter's row is locked until the transaction ends. */
export async function allocateId(ctx: Ctx, name: string): Promise<number> {
  const row = await ctx.db
    .insertInto('counter')
    .values({ workspace_id: ctx.workspaceId, name, value: 1 })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'name']).doUpdateSet({ value: sql<number>`counter.value + 1` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}
