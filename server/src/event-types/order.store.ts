import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

/** The pages of an owner in their order. Locked: two who move pages at the same time do so one after the other, and neither move is lost. */
export async function lockOrder(ctx: Ctx, ownerId: string): Promise<string[]> {
  await sql`
    select from event_type where workspace_id = ${ctx.workspaceId} and owner_id = ${ownerId} and deleted_at is null
    order by id for no key update
  `.execute(ctx.db);
  const result = await sql<{ id: string }>`
    select id from event_type where workspace_id = ${ctx.workspaceId} and owner_id = ${ownerId} and deleted_at is null
    order by position, created_at, id
  `.execute(ctx.db);
  return result.rows.map(({ id }) => id);
}

/** Writes only the rows whose place is another one. Their version stays: someone may be editing them. */
export async function writeOrder(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await sql`
    update event_type p set position = x.place - 1
    from unnest(${ids}::uuid[]) with ordinality as x (id, place)
    where p.workspace_id = ${ctx.workspaceId} and p.id = x.id and p.position <> x.place - 1
  `.execute(ctx.db);
}
