import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

/**
 * Moves a host of a round robin on by one booking. Hosts who were not free to take it are moved on to where that host was, so
 * that whoever comes back after an absence takes turns with the others instead of every booking for weeks.
 */
export async function addTurn(
  ctx: Ctx,
  eventTypeId: string,
  hostId: string,
  freeHostIds: readonly string[],
): Promise<void> {
  await sql`
    update event_type_host t set
      booked_count = t.booked_count + (t.member_id = ${hostId})::int,
      last_booked_at = case when t.member_id = ${hostId} then now() else t.last_booked_at end,
      turn = case when t.member_id = ${hostId} then t.turn + 1.0 / t.weight else taken.turn end
    from event_type_host taken
    where taken.workspace_id = ${ctx.workspaceId} and taken.event_type_id = ${eventTypeId}
      and taken.member_id = ${hostId}
      and t.workspace_id = taken.workspace_id and t.event_type_id = taken.event_type_id
      and (t.member_id = ${hostId} or (t.turn < taken.turn and t.member_id <> all (${[...freeHostIds]}::text[])))
  `.execute(ctx.db);
}

/** Gives a host of a round robin the turn back. */
export async function removeTurn(ctx: Ctx, eventTypeId: string, hostId: string): Promise<void> {
  await ctx.db
    .updateTable('event_type_host')
    .set({
      booked_count: sql<number>`greatest(0, booked_count - 1)`,
      turn: sql<number>`greatest(0, turn - 1.0 / weight)`,
    })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('event_type_id', '=', eventTypeId)
    .where('member_id', '=', hostId)
    .execute();
}
