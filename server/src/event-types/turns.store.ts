import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

/** What an event counts in the round robin of its page: one, or its hours. Kept by weight, so that shares follow from it. */
const countOf = (minutes: number) => sql`(case p.balance when 'minutes' then ${minutes} / 60.0 else 1.0 end)`;

/**
 * Moves a host of a round robin on by one event. Hosts who were not free to take it are moved on to where that host was, so
 * that a host who comes back after an absence takes turns with the others instead of every booking for weeks.
 */
export async function addTurn(
  ctx: Ctx,
  eventTypeId: string,
  { hostId, minutes }: { readonly hostId: string; readonly minutes: number },
  freeHostIds: readonly string[],
): Promise<void> {
  await sql`
    update event_type_host t set
      booked_count = t.booked_count + (t.member_id = ${hostId})::int,
      last_booked_at = case when t.member_id = ${hostId} then now() else t.last_booked_at end,
      turn = case when t.member_id = ${hostId} then t.turn + ${countOf(minutes)} / t.weight else taken.turn end
    from event_type_host taken
    join event_type p on p.workspace_id = taken.workspace_id and p.id = taken.event_type_id
    where taken.workspace_id = ${ctx.workspaceId} and taken.event_type_id = ${eventTypeId}
      and taken.member_id = ${hostId}
      and t.workspace_id = taken.workspace_id and t.event_type_id = taken.event_type_id
      and (t.member_id = ${hostId} or (t.turn < taken.turn and t.member_id <> all (${[...freeHostIds]}::text[])))
  `.execute(ctx.db);
}

/** Gives a host of a round robin the turn back. */
export async function removeTurn(
  ctx: Ctx,
  eventTypeId: string,
  { hostId, minutes }: { readonly hostId: string; readonly minutes: number },
): Promise<void> {
  await sql`
    update event_type_host t set
      booked_count = greatest(0, t.booked_count - 1),
      turn = greatest(0, t.turn - ${countOf(minutes)} / t.weight)
    from event_type p
    where t.workspace_id = ${ctx.workspaceId} and t.event_type_id = ${eventTypeId} and t.member_id = ${hostId}
      and p.workspace_id = t.workspace_id and p.id = t.event_type_id
  `.execute(ctx.db);
}
