import { sql } from 'kysely';
import type { Ctx, Runtime } from '../../platform/context.ts';
import { purgeExpired } from '../../platform/db/purge.ts';
import { queryOne, type Database } from '../../platform/db/transaction.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';

export interface CatcherRow {
  readonly id: string;
  readonly member_id: string;
  readonly created_at: string;
  readonly expires_at: string;
}

export async function countCatchers(ctx: Ctx): Promise<number> {
  const row = await ctx.db
    .selectFrom('webhook_catcher')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('expires_at', '>', sql<string>`now()`)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export async function insertCatcher(
  ctx: Ctx,
  { id, tokenHash, hours }: { readonly id: string; readonly tokenHash: Buffer; readonly hours: number },
): Promise<CatcherRow> {
  const row = await ctx.db
    .insertInto('webhook_catcher')
    .values({
      workspace_id: ctx.workspaceId,
      id,
      member_id: ctx.actor.memberId,
      expires_at: sql<string>`now() + make_interval(hours => ${hours})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('catcher_token')
    .values({ token_hash: tokenHash, workspace_id: ctx.workspaceId, catcher_id: id })
    .execute();
  return row;
}

export function findCatcher(ctx: Ctx, id: string): Promise<CatcherRow | undefined> {
  return ctx.db
    .selectFrom('webhook_catcher')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .where('expires_at', '>', sql<string>`now()`)
    .selectAll()
    .executeTakeFirst();
}

export async function deleteMemberCatchers(
  ctx: Ctx,
  { memberId }: { readonly memberId: string },
): Promise<void> {
  await ctx.db
    .deleteFrom('webhook_catcher')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('member_id', '=', memberId)
    .execute();
}

/** Its token and what it caught go with it. */
export async function deleteCatcherRow(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('webhook_catcher')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function findWorkspaceByToken(
  { database }: Runtime,
  tokenHash: Buffer,
): Promise<WorkspaceId | undefined> {
  const row = await queryOne<{ workspace_id: WorkspaceId }>(database, {
    name: 'workspace of catcher',
    text: 'select workspace_id from catcher_token where token_hash = $1',
    values: [tokenHash],
  });
  return row?.workspace_id;
}

/** Undefined when it has ended. */
export function findByToken(ctx: Ctx, tokenHash: Buffer): Promise<{ readonly id: string } | undefined> {
  return ctx.db
    .selectFrom('catcher_token as t')
    .innerJoin('webhook_catcher as c', (join) =>
      join.onRef('c.workspace_id', '=', 't.workspace_id').onRef('c.id', '=', 't.catcher_id'),
    )
    .where('t.workspace_id', '=', ctx.workspaceId)
    .where('t.token_hash', '=', tokenHash)
    .where('c.expires_at', '>', sql<string>`now()`)
    .select('c.id')
    .executeTakeFirst();
}

/** Beyond the newest, requests are dropped. */
export async function insertCaught(
  ctx: Ctx,
  { id, catcherId, sealed }: { readonly id: string; readonly catcherId: string; readonly sealed: Buffer },
  most: number,
): Promise<void> {
  await ctx.db
    .insertInto('caught_request')
    .values({ workspace_id: ctx.workspaceId, id, catcher_id: catcherId, content_sealed: sealed })
    .execute();
  await sql`
    delete from caught_request where workspace_id = ${ctx.workspaceId} and id in (
      select id from caught_request where workspace_id = ${ctx.workspaceId} and catcher_id = ${catcherId}
      order by received_at desc, id desc offset ${most})
  `.execute(ctx.db);
}

export interface CaughtRow {
  readonly id: string;
  readonly received_at: string;
  readonly content_sealed: Buffer;
}

function caughtBy(ctx: Ctx, catcherId: string) {
  return ctx.db
    .selectFrom('caught_request')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('catcher_id', '=', catcherId);
}

export function listCaught(
  ctx: Ctx,
  catcherId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<CaughtRow[]> {
  return caughtBy(ctx, catcherId)
    .select(['id', 'received_at', 'content_sealed'])
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countCaught(ctx: Ctx, catcherId: string): Promise<number> {
  const row = await caughtBy(ctx, catcherId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export async function deleteCaught(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('caught_request').where('workspace_id', '=', ctx.workspaceId).execute();
}

export function deleteOldCatchers(database: Database): Promise<void> {
  const rows = sql`select ctid from webhook_catcher where expires_at < now() order by expires_at`;
  return purgeExpired(database, [{ table: 'webhook_catcher', rows }]);
}
