import type { ViewList } from '@daybook/contract/lists.data';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';

export interface SavedViewFields {
  readonly name: string;
  readonly is_shared: boolean;
  readonly filters: Readonly<Record<string, string>>;
  readonly position: number;
}

export interface SavedViewRow extends SavedViewFields {
  readonly id: string;
  readonly member_id: string;
  readonly list: ViewList;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Those that the actor sees: their own, and what is shared. */
const seen = (ctx: Ctx) => sql`workspace_id = ${ctx.workspaceId}
  and (is_shared or member_id = ${ctx.actor.memberId})`;

export async function listSavedViews(
  ctx: Ctx,
  list: ViewList,
  { limit, offset }: { limit: number; offset: number },
): Promise<SavedViewRow[]> {
  const result = await sql<SavedViewRow>`
    select * from saved_view where ${seen(ctx)} and list = ${list} order by position, id
    limit ${limit} offset ${offset}
  `.execute(ctx.db);
  return result.rows;
}

export async function countSavedViews(ctx: Ctx, list: ViewList): Promise<number> {
  const result = await sql<{ total: number }>`
    select count(*) as total from saved_view where ${seen(ctx)} and list = ${list}
  `.execute(ctx.db);
  return result.rows[0]?.total ?? 0;
}

export async function countOwnSavedViews(ctx: Ctx, list: ViewList): Promise<number> {
  const result = await sql<{ total: number }>`
    select count(*) as total from saved_view where workspace_id = ${ctx.workspaceId}
      and member_id = ${ctx.actor.memberId} and list = ${list}
  `.execute(ctx.db);
  return result.rows[0]?.total ?? 0;
}

export async function lockSavedView(ctx: Ctx, id: string): Promise<SavedViewRow | undefined> {
  const result = await sql<SavedViewRow>`
    select * from saved_view where ${seen(ctx)} and id = ${id} for update
  `.execute(ctx.db);
  return result.rows[0];
}

/** Without a position it comes after all others of the list that the actor sees. */
export async function insertSavedView(
  ctx: Ctx,
  id: string,
  view: Omit<SavedViewFields, 'position'> & { readonly position?: number; readonly list: ViewList },
): Promise<SavedViewRow> {
  const result = await sql<SavedViewRow>`
    insert into saved_view (workspace_id, id, member_id, list, name, is_shared, filters, position)
    values (${ctx.workspaceId}, ${id}, ${ctx.actor.memberId}, ${view.list}, ${view.name}, ${view.is_shared},
      ${JSON.stringify(view.filters)}::jsonb,
      coalesce(${view.position ?? null}::integer,
        (select coalesce(max(position) + 1, 0) from saved_view where ${seen(ctx)} and list = ${view.list})))
    returning *
  `.execute(ctx.db);
  return result.rows[0] as SavedViewRow;
}

export async function updateSavedView(
  ctx: Ctx,
  id: string,
  { filters, ...plain }: Partial<SavedViewFields>,
): Promise<SavedViewRow> {
  const sets = [
    sql`updated_at = now()`,
    ...Object.entries(plain).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    ...(filters === undefined ? [] : [sql`filters = ${JSON.stringify(filters)}::jsonb`]),
  ];
  const result = await sql<SavedViewRow>`
    update saved_view set ${sql.join(sets)} where workspace_id = ${ctx.workspaceId} and id = ${id} returning *
  `.execute(ctx.db);
  return result.rows[0] as SavedViewRow;
}

export async function deleteSavedView(ctx: Ctx, id: string): Promise<void> {
  await sql`delete from saved_view where workspace_id = ${ctx.workspaceId} and id = ${id}`.execute(ctx.db);
}
