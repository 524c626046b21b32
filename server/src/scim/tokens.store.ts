import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

export interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly creator_email: string | null;
  readonly last_used_at: string | null;
  readonly created_at: string;
}

const rows = (ctx: Ctx) => sql`
  select t.id, t.name, t.prefix, c.email as creator_email, t.last_used_at, t.created_at
  from scim_token t left join member c on c.workspace_id = t.workspace_id and c.id = t.creator_id
  where t.workspace_id = ${ctx.workspaceId} and t.revoked_at is null`;

export async function listTokens(
  ctx: Ctx,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<TokenRow[]> {
  const found =
    await sql<TokenRow>`${rows(ctx)} order by t.created_at, t.id limit ${limit} offset ${offset}`.execute(
      ctx.db,
    );
  return found.rows;
}

export async function countTokens(ctx: Ctx): Promise<number> {
  const found = await sql<{ total: number }>`
    select count(*)::int as total from scim_token
    where workspace_id = ${ctx.workspaceId} and revoked_at is null`.execute(ctx.db);
  return found.rows[0]?.total ?? 0;
}

export async function findToken(ctx: Ctx, id: string): Promise<TokenRow | undefined> {
  const found = await sql<TokenRow>`${rows(ctx)} and t.id = ${id}`.execute(ctx.db);
  return found.rows[0];
}

interface NewToken {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly secretHash: Buffer;
}

export async function insertToken(ctx: Ctx, { id, name, prefix, secretHash }: NewToken): Promise<void> {
  await ctx.db
    .insertInto('scim_token')
    .values({ workspace_id: ctx.workspaceId, id, name, prefix, creator_id: ctx.actor.memberId || null })
    .execute();
  await ctx.db
    .insertInto('scim_secret')
    .values({ secret_hash: secretHash, workspace_id: ctx.workspaceId, token_id: id })
    .execute();
}

/** By id, or all that a user created. Returns how many there were. */
export async function revokeTokens(
  ctx: Ctx,
  which: { readonly id: string } | { readonly creatorId: string },
): Promise<number> {
  const condition = 'id' in which ? sql`id = ${which.id}` : sql`creator_id = ${which.creatorId}`;
  const revoked = await sql`
    with revoked as (
      update scim_token set revoked_at = ${ctx.now.toISOString()}::timestamptz
      where workspace_id = ${ctx.workspaceId} and revoked_at is null and ${condition} returning id
    ), closed as (
      delete from scim_secret where workspace_id = ${ctx.workspaceId} and token_id in (select id from revoked)
    )
    select id from revoked`.execute(ctx.db);
  return revoked.rows.length;
}

export async function releaseTokens(ctx: Ctx, creatorId: string): Promise<void> {
  await sql`update scim_token set creator_id = null
    where workspace_id = ${ctx.workspaceId} and creator_id = ${creatorId}`.execute(ctx.db);
}
