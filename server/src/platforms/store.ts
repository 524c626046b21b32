import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { read, type Database } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';

export interface ManagedWorkspace {
  readonly workspace_id: WorkspaceId;
  readonly external_id: string;
  readonly name: string;
  readonly timezone: string;
  readonly is_suspended: boolean;
  readonly created_at: string;
}

interface Selection {
  readonly id?: string | undefined;
  readonly externalId?: string | undefined;
  readonly limit?: number;
  readonly offset?: number;
}

/** Workspaces of a platform, which is in none of them. */
export function listWorkspaces(
  database: Database,
  clientId: string,
  { id, externalId, limit = 1, offset = 0 }: Selection,
): Promise<ManagedWorkspace[]> {
  return read(database, '*', async (db) => {
    const { rows } = await sql<ManagedWorkspace>`
      select p.workspace_id, p.external_id, w.name, w.timezone, p.suspended_at is not null as is_suspended, p.created_at
      from platform_workspace p join workspace w on w.workspace_id = p.workspace_id
      where p.client_id = ${clientId} and ${selecting({ id, externalId })}
      order by p.created_at, p.workspace_id limit ${limit} offset ${offset}`.execute(db);
    return rows;
  });
}

export function countWorkspaces(
  database: Database,
  clientId: string,
  externalId: string | undefined,
): Promise<number> {
  return read(database, '*', async (db) => {
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from platform_workspace p
      where p.client_id = ${clientId} and ${selecting({ externalId })}`.execute(db);
    return rows[0]?.total ?? 0;
  });
}

const selecting = ({ id, externalId }: Selection) => sql<boolean>`
  (${id ?? null}::uuid is null or p.workspace_id = ${id ?? null}::uuid)
  and (${externalId ?? null}::text is null or p.external_id = ${externalId ?? null}::text)`;

/** False if another workspace of the platform has the ID, or got it just now. */
export async function insertWorkspace(ctx: Ctx, clientId: string, externalId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into platform_workspace (workspace_id, client_id, external_id)
    values (${ctx.workspaceId}, ${clientId}, ${externalId})
    on conflict (client_id, external_id) do nothing returning workspace_id`.execute(ctx.db);
  return rows.length > 0;
}

/** False if it is so already. */
export async function setSuspended(ctx: Ctx, isSuspended: boolean): Promise<boolean> {
  const { rows } = await sql`
    update platform_workspace set suspended_at = case when ${isSuspended}::boolean then ${ctx.now.toISOString()}::timestamptz end
    where workspace_id = ${ctx.workspaceId} and (suspended_at is not null) <> ${isSuspended}::boolean
    returning workspace_id`.execute(ctx.db);
  return rows.length > 0;
}

export interface ManagedUser {
  readonly member_id: string;
  readonly external_id: string;
}

export function listUsers(
  ctx: Ctx,
  { id, externalId, limit = 1, offset = 0 }: Selection,
): Promise<ManagedUser[]> {
  return users(ctx, { id, externalId })
    .innerJoin('member as m', (join) =>
      join.onRef('m.workspace_id', '=', 'u.workspace_id').onRef('m.id', '=', 'u.member_id'),
    )
    .select(['u.member_id', 'u.external_id'])
    .orderBy('m.created_at')
    .orderBy('m.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countUsers(ctx: Ctx, externalId: string | undefined): Promise<number> {
  const { total } = await users(ctx, { externalId })
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function users(ctx: Ctx, { id, externalId }: Selection) {
  const all = ctx.db.selectFrom('platform_user as u').where('u.workspace_id', '=', ctx.workspaceId);
  const byId = id === undefined ? all : all.where('u.member_id', '=', id);
  return externalId === undefined ? byId : byId.where('u.external_id', '=', externalId);
}

/** False if another user of the workspace has the ID, or got it just now. */
export async function insertUser(ctx: Ctx, memberId: string, externalId: string): Promise<boolean> {
  const row = await ctx.db
    .insertInto('platform_user')
    .values({ workspace_id: ctx.workspaceId, member_id: memberId, external_id: externalId })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'external_id']).doNothing())
    .returning('member_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function upsertPlatform(ctx: Ctx, appId: string, origins: readonly string[]): Promise<void> {
  const embed_origins = [...origins];
  await ctx.db
    .insertInto('platform')
    .values({ workspace_id: ctx.workspaceId, app_id: appId, embed_origins })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'app_id']).doUpdateSet({ embed_origins }))
    .execute();
}

export async function deletePlatform(ctx: Ctx, appId: string): Promise<void> {
  await ctx.db
    .deleteFrom('platform')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('app_id', '=', appId)
    .execute();
}

export interface PlatformRow {
  readonly app_id: string;
  readonly name: string;
  readonly embed_origins: string[];
  readonly workspaces: number;
}

/** For the operator. */
export function listPlatforms(database: Database): Promise<PlatformRow[]> {
  return read(database, '*', async (db) => {
    const { rows } = await sql<PlatformRow>`
      select p.app_id, a.name, p.embed_origins,
        (select count(*)::int from platform_workspace w where w.client_id = p.app_id::text) as workspaces
      from platform p join app a on a.workspace_id = p.workspace_id and a.id = p.app_id
      order by p.created_at, p.app_id`.execute(db);
    return rows;
  });
}
