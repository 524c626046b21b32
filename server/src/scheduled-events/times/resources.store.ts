import { sql } from 'kysely';
import { selectRoomCapacity } from '../../availability/public.ts';
import type { Ctx } from '../../platform/context.ts';
import type { HostTime } from './host-times.store.ts';

/**
 * Takes a resource for a time. The database refuses what overlaps, and waits for a transaction that is about to take it. The transaction that makes the
 * resource inactive or deletes it is waited for as well, and then it is not taken any more.
 */
export async function insertResourceTime(
  ctx: Ctx,
  time: HostTime,
  resourceId: string,
  position: number,
): Promise<boolean> {
  const result = await sql`
    insert into event_resource (workspace_id, event_id, resource_id, position, busy_from, busy_to, hold_id, taken_at)
    select r.workspace_id, ${time.event_id}, r.id, ${position}::int, ${time.busy_from}::timestamptz, ${time.busy_to}::timestamptz,
      ${time.hold_id ?? null}, ${ctx.now.toISOString()}::timestamptz
    from resource r
    where r.workspace_id = ${ctx.workspaceId} and r.id = ${resourceId}::uuid and r.is_active and r.deleted_at is null
    for key share
    on conflict do nothing
    returning resource_id
  `.execute(ctx.db);
  return result.rows.length > 0;
}

/** Gives up the resources of an event that moves, and answers with what they were. */
export async function dropResources(ctx: Ctx, eventId: string): Promise<string[]> {
  const rows = await ctx.db
    .deleteFrom('event_resource')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('event_id', '=', eventId)
    .returning('resource_id')
    .execute();
  return rows.map((row) => row.resource_id);
}

/** Frees the resources, and keeps which they were: for an event that is cancelled. */
export async function releaseResources(ctx: Ctx, eventId: string): Promise<void> {
  await ctx.db
    .updateTable('event_resource')
    .set({ blocking: false })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('event_id', '=', eventId)
    .execute();
}

/** How many people the smallest resource of an event is for; null where none of them says so. */
export async function findRoom(ctx: Ctx, eventId: string): Promise<number | null> {
  const { rows } = await sql<{ room: number | null }>`
    select ${selectRoomCapacity(sql`e`)} as room from scheduled_event e
    where e.workspace_id = ${ctx.workspaceId} and e.id = ${eventId}
  `.execute(ctx.db);
  return rows[0]?.room ?? null;
}
