import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

export interface FavoriteRow {
  readonly id: string;
  readonly kind: 'record' | 'view' | 'page';
  readonly object_id: string | null;
  readonly target_id: string;
}

const isOwn = (ctx: Ctx) => sql`workspace_id = ${ctx.workspaceId} and member_id = ${ctx.actor.memberId}`;

export async function listFavorites(ctx: Ctx): Promise<FavoriteRow[]> {
  const { rows } = await sql<FavoriteRow>`
    select id, kind, object_id, target_id from favorite where ${isOwn(ctx)} order by position, id
  `.execute(ctx.db);
  return rows;
}

/** Until the transaction ends, nobody else changes the list of this user. */
export async function lockFavorites(ctx: Ctx): Promise<FavoriteRow[]> {
  await sql`
    select from member where workspace_id = ${ctx.workspaceId} and id = ${ctx.actor.memberId} for no key update
  `.execute(ctx.db);
  return listFavorites(ctx);
}

export async function insertFavorite(ctx: Ctx, row: FavoriteRow): Promise<void> {
  await sql`
    insert into favorite (workspace_id, id, member_id, kind, object_id, target_id, position)
    select ${ctx.workspaceId}, ${row.id}, ${ctx.actor.memberId}, ${row.kind}, ${row.object_id}, ${row.target_id},
      coalesce(max(position), 0) + 1
    from favorite where ${isOwn(ctx)}
  `.execute(ctx.db);
}

/** All of the user's, in their new order. */
export async function updatePositions(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await sql`
    update favorite f set position = x.place
    from unnest(${ids}::uuid[]) with ordinality as x (id, place)
    where f.workspace_id = ${ctx.workspaceId} and f.member_id = ${ctx.actor.memberId} and f.id = x.id
      and f.position <> x.place
  `.execute(ctx.db);
}

/** False when it is none of theirs. */
export async function deleteFavorite(ctx: Ctx, id: string): Promise<boolean> {
  const { rows } = await sql`delete from favorite where ${isOwn(ctx)} and id = ${id} returning id`.execute(
    ctx.db,
  );
  return rows.length > 0;
}
