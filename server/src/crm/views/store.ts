import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';

export interface ViewFields {
  readonly name: string;
  readonly kind: 'table' | 'board';
  readonly is_shared: boolean;
  readonly filter: Readonly<Record<string, unknown>> | null;
  readonly sort: readonly string[];
  readonly columns: readonly {
    readonly key: string;
    readonly width: number | null;
    readonly isPinned: boolean;
  }[];
  readonly group_by: string | null;
  readonly position: number;
}

export interface ViewRow extends ViewFields {
  readonly id: string;
  readonly member_id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Those that the actor sees: their own, and what is shared. */
const seen = (ctx: Ctx, objectId: string) => sql`workspace_id = ${ctx.workspaceId} and object_id = ${objectId}
  and (is_shared or member_id = ${ctx.actor.memberId})`;

export async function listViews(
  ctx: Ctx,
  objectId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<ViewRow[]> {
  const result = await sql<ViewRow>`
    select * from crm_view where ${seen(ctx, objectId)} order by position, id limit ${limit} offset ${offset}
  `.execute(ctx.db);
  return result.rows;
}

export async function countViews(ctx: Ctx, objectId: string): Promise<number> {
  const result = await sql<{ total: number }>`
    select count(*) as total from crm_view where ${seen(ctx, objectId)}
  `.execute(ctx.db);
  return result.rows[0]?.total ?? 0;
}

/** The names of those of these views that the actor sees, by id. */
export async function nameViews(
  ctx: Ctx,
  { id: objectId }: { readonly id: string },
  ids: readonly string[],
): Promise<Map<string, { readonly id: string; readonly title: string }>> {
  if (ids.length === 0) return new Map();
  const result = await sql<{ id: string; title: string }>`
    select id, name as title from crm_view where ${seen(ctx, objectId)} and id = ${matchAny(ids, 'uuid')}
  `.execute(ctx.db);
  return new Map(result.rows.map((row) => [row.id, row]));
}

export async function countOwnViews(ctx: Ctx, objectId: string): Promise<number> {
  const result = await sql<{ total: number }>`
    select count(*) as total from crm_view where workspace_id = ${ctx.workspaceId} and object_id = ${objectId}
      and member_id = ${ctx.actor.memberId}
  `.execute(ctx.db);
  return result.rows[0]?.total ?? 0;
}

export async function lockView(ctx: Ctx, objectId: string, id: string): Promise<ViewRow | undefined> {
  const result = await sql<ViewRow>`
    select * from crm_view where ${seen(ctx, objectId)} and id = ${id} for update
  `.execute(ctx.db);
  return result.rows[0];
}

/** All views of the object in their order, also those of others. Locked: of two who move views at the same time, neither move is lost. */
export async function lockOrder(ctx: Ctx, objectId: string): Promise<string[]> {
  await sql`
    select from crm_view where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} order by id for update
  `.execute(ctx.db);
  const result = await sql<{ id: string }>`
    select id from crm_view where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} order by position, id
  `.execute(ctx.db);
  return result.rows.map(({ id }) => id);
}

export async function writeOrder(ctx: Ctx, objectId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update crm_view v set position = x.place - 1 from unnest(${ids}::uuid[]) with ordinality as x (id, place)
    where v.workspace_id = ${ctx.workspaceId} and v.object_id = ${objectId} and v.id = x.id
      and v.position <> x.place - 1
  `.execute(ctx.db);
}

export async function hasView(ctx: Ctx, objectId: string, id: string): Promise<boolean> {
  const result = await sql`select from crm_view where ${seen(ctx, objectId)} and id = ${id}`.execute(ctx.db);
  return result.rows.length > 0;
}

/** Without a position it comes after all others that the actor sees. */
export async function insertView(
  ctx: Ctx,
  objectId: string,
  id: string,
  view: Omit<ViewFields, 'position'> & { readonly position?: number },
): Promise<ViewRow> {
  const result = await sql<ViewRow>`
    insert into crm_view (workspace_id, object_id, id, member_id, name, kind, is_shared, filter, sort, columns, group_by, position)
    values (${ctx.workspaceId}, ${objectId}, ${id}, ${ctx.actor.memberId}, ${view.name}, ${view.kind}, ${view.is_shared},
      ${json(view.filter)}, ${view.sort}::text[], ${json(view.columns)}, ${view.group_by},
      coalesce(${view.position ?? null}::integer,
        (select coalesce(max(position) + 1, 0) from crm_view where ${seen(ctx, objectId)})))
    returning *
  `.execute(ctx.db);
  return result.rows[0] as ViewRow;
}

export async function updateView(
  ctx: Ctx,
  objectId: string,
  id: string,
  changes: Partial<ViewFields>,
): Promise<ViewRow> {
  const { filter, columns, ...plain } = changes;
  const sets = [
    sql`updated_at = now()`,
    ...Object.entries(plain).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    ...(filter === undefined ? [] : [sql`filter = ${json(filter)}`]),
    ...(columns === undefined ? [] : [sql`columns = ${json(columns)}`]),
  ];
  const result = await sql<ViewRow>`
    update crm_view set ${sql.join(sets)}
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id = ${id} returning *
  `.execute(ctx.db);
  return result.rows[0] as ViewRow;
}

const json = (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::jsonb`;

export async function deleteView(ctx: Ctx, objectId: string, id: string): Promise<void> {
  await sql`
    delete from crm_view where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id = ${id}
  `.execute(ctx.db);
}
