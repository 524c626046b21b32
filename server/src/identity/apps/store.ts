import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { ExpiredRows } from '../../platform/db/purge.ts';
import type { App, AppApproval, RegisteredClient } from '../../platform/db/schema.gen.ts';
import { read, transact, type Database } from '../../platform/db/transaction.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';

export interface AppRow extends Selectable<App> {
  readonly creator_email: string | null;
  readonly service_email: string | null;
  readonly service_role: string | null;
  readonly is_approved: boolean;
}

function appRows(ctx: Ctx) {
  return ctx.db
    .selectFrom('app as a')
    .leftJoin('member as c', (join) =>
      join.onRef('c.workspace_id', '=', 'a.workspace_id').onRef('c.id', '=', 'a.creator_id'),
    )
    .leftJoin('member as s', (join) =>
      join.onRef('s.workspace_id', '=', 'a.workspace_id').onRef('s.id', '=', 'a.service_id'),
    )
    .where('a.workspace_id', '=', ctx.workspaceId)
    .selectAll('a')
    .select(['c.email as creator_email', 's.email as service_email', 's.role as service_role'])
    .select(
      sql<boolean>`exists (select from app_approval v where v.workspace_id = a.workspace_id
        and v.client_id = a.id::text and v.is_approved)`.as('is_approved'),
    );
}

/** Apps of one user, or of all. */
export function listApps(
  ctx: Ctx,
  creatorId: string | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<AppRow[]> {
  const all = appRows(ctx).orderBy('a.created_at').orderBy('a.id').limit(limit).offset(offset);
  return (creatorId === undefined ? all : all.where('a.creator_id', '=', creatorId)).execute();
}

export async function countApps(ctx: Ctx, creatorId: string | undefined): Promise<number> {
  const all = ctx.db.selectFrom('app').where('workspace_id', '=', ctx.workspaceId);
  const row = await (creatorId === undefined ? all : all.where('creator_id', '=', creatorId))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export function findApp(ctx: Ctx, id: string): Promise<AppRow | undefined> {
  return appRows(ctx).where('a.id', '=', id).executeTakeFirst();
}

/** Locked, so that of two changes the second sees the first. */
export function lockApp(ctx: Ctx, id: string): Promise<AppRow | undefined> {
  return appRows(ctx).where('a.id', '=', id).forUpdate('a').executeTakeFirst();
}

export function lockCreatedApps(ctx: Ctx, creatorId: string): Promise<AppRow[]> {
  return appRows(ctx).where('a.creator_id', '=', creatorId).orderBy('a.id').forUpdate('a').execute();
}

export async function insertApp(ctx: Ctx, row: Omit<Insertable<App>, 'workspace_id'>): Promise<void> {
  await ctx.db
    .insertInto('app')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .execute();
}

export async function updateApp(ctx: Ctx, id: string, changes: Updateable<App>): Promise<void> {
  await ctx.db
    .updateTable('app')
    .set({ ...changes, updated_at: sql`now()` })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function deleteApp(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.deleteFrom('app').where('workspace_id', '=', ctx.workspaceId).where('id', '=', id).execute();
}

export interface ApprovalRow extends Selectable<AppApproval> {
  readonly requester_email: string | null;
}

function approvalRows(ctx: Ctx) {
  return ctx.db
    .selectFrom('app_approval as v')
    .leftJoin('member as m', (join) =>
      join.onRef('m.workspace_id', '=', 'v.workspace_id').onRef('m.id', '=', 'v.requester_id'),
    )
    .where('v.workspace_id', '=', ctx.workspaceId)
    .selectAll('v')
    .select('m.email as requester_email');
}

/** What waits for an answer comes first. */
export function listApprovals(
  ctx: Ctx,
  { limit, offset }: { limit: number; offset: number },
): Promise<ApprovalRow[]> {
  return approvalRows(ctx)
    .orderBy('v.is_approved')
    .orderBy('v.created_at', 'desc')
    .orderBy('v.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countApprovals(ctx: Ctx): Promise<number> {
  const row = await ctx.db
    .selectFrom('app_approval')
    .where('workspace_id', '=', ctx.workspaceId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export function findApproval(ctx: Ctx, clientId: string): Promise<ApprovalRow | undefined> {
  return approvalRows(ctx).where('v.client_id', '=', clientId).executeTakeFirst();
}

/** An approval stays one when somebody asks for it. */
export async function upsertApproval(
  ctx: Ctx,
  row: Omit<Insertable<AppApproval>, 'workspace_id'>,
): Promise<void> {
  await ctx.db
    .insertInto('app_approval')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'client_id']).doUpdateSet({
        is_approved: sql`app_approval.is_approved or excluded.is_approved`,
        name: row.name,
      }),
    )
    .execute();
}

export async function deleteApproval(ctx: Ctx, which: { id?: string; clientId?: string }): Promise<boolean> {
  const row = await ctx.db
    .deleteFrom('app_approval')
    .where('workspace_id', '=', ctx.workspaceId)
    .where((eb) =>
      which.id === undefined ? eb('client_id', '=', which.clientId ?? '') : eb('id', '=', which.id),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface ClientRow {
  readonly kind: 'app' | 'registered' | 'document';
  readonly client_id: string;
  /** Of an app. */
  readonly workspace_id: WorkspaceId | null;
  readonly name: string;
  readonly url: string | null;
  readonly logo: string | null;
  readonly redirect_uris: string[];
  readonly scopes: string[];
  readonly grant_types: string[];
  readonly secret_hash: Buffer | null;
  readonly service_id: string | null;
  readonly fresh_until: string | null;
}

/** A request names its client and no workspace. */
export function findClientRow(database: Database, clientId: string): Promise<ClientRow | undefined> {
  return read(database, '*', async (db) => {
    const { rows } = await sql<ClientRow>`
      select 'app' as kind, id::text as client_id, workspace_id, name, url, logo, redirect_uris, scopes, grant_types,
        secret_hash, service_id, null::timestamptz as fresh_until
      from app where id::text = ${clientId}
      union all
      select kind, client_id, null, name, url, null, redirect_uris, scopes, array['authorization_code'], secret_hash, null,
        fresh_until
      from registered_client where client_id = ${clientId}
      limit 1`.execute(db);
    return rows[0];
  });
}

/** A document replaces what was read of it before. */
export async function upsertClient(database: Database, row: Insertable<RegisteredClient>): Promise<void> {
  const { name, url, redirect_uris, scopes, fresh_until } = row;
  await transact(database, '*', (db) =>
    db
      .insertInto('registered_client')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('client_id').doUpdateSet({ name, url, redirect_uris, scopes, fresh_until }),
      )
      .execute(),
  );
}

/** Whether so many wait for their first use. */
export function hasPendingClients(database: Database, limit: number, until: Date): Promise<boolean> {
  return read(database, '*', async (db) => {
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from (
        select from registered_client where expires_at < ${until.toISOString()}::timestamptz limit ${limit}) pending`.execute(
      db,
    );
    return (rows[0]?.total ?? 0) >= limit;
  });
}

/** It is used: it stays for as long as its newest token could be. To the day, since a write per token would be too many. */
export async function extendClient(ctx: Ctx, clientId: string, until: Date): Promise<void> {
  await sql`update registered_client set expires_at = ${until.toISOString()}::timestamptz
    where client_id = ${clientId} and expires_at < ${until.toISOString()}::timestamptz - interval '1 day'`.execute(
    ctx.db,
  );
}

export const unusedClients: ExpiredRows = {
  table: 'registered_client',
  rows: sql`select ctid from registered_client where expires_at < now() order by expires_at`,
};
