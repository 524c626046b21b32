import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { Problem } from '../../platform/problems.ts';

/** Undoes what was written when it is refused, so that the transaction can go on without it. */
export async function tryOrUndo<T>(ctx: Ctx, work: () => Promise<T>): Promise<T | Problem> {
  await sql`savepoint occurrence`.execute(ctx.db);
  try {
    const result = await work();
    await sql`release savepoint occurrence`.execute(ctx.db);
    return result;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await sql`rollback to savepoint occurrence`.execute(ctx.db);
    return error;
  }
}

/** Says of each booking of a new series which of them it is. */
export async function numberSeries(ctx: Ctx, seriesId: string): Promise<void> {
  await sql`
    update invitee i set series_index = n.index, series_count = n.count
    from (
      select o.id, row_number() over (order by e.starts_at) as index, count(*) over () as count
      from invitee o join scheduled_event e on e.workspace_id = o.workspace_id and e.id = o.event_id
      where o.workspace_id = ${ctx.workspaceId} and o.series_id = ${seriesId}) n
    where i.workspace_id = ${ctx.workspaceId} and i.id = n.id
  `.execute(ctx.db);
}
