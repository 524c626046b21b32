import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { ApiToken, Workspace } from '../platform/db/schema.gen.ts';
import { read, type Database } from '../platform/db/transaction.ts';

export type TokenRow = Selectable<ApiToken> & { email: string; role: string; creator_email: string | null };
export type WorkspaceRow = Selectable<Workspace>;

function liveTokens(ctx: Ctx) {
  return ctx.db
    .selectFrom('api_token as t')
    .innerJoin('member as m', (join) =>
      join.onRef('m.workspace_id', '=', 't.workspace_id').onRef('m.id', '=', 't.member_id'),
    )
    .leftJoin('member as c', (join) =>
      join.onRef('c.workspace_id', '=', 't.workspace_id').onRef('c.id', '=', 't.creator_id'),
    )
    .where('t.workspace_id', '=', ctx.workspaceId)
    .where('t.revoked_at', 'is', null);
}

function tokenRows(ctx: Ctx) {
  return liveTokens(ctx)
    .selectAll('t')
    .select(['m.email', 'm.role', 'c.email as creator_email'])
    .orderBy('t.created_at')
    .orderBy('t.id');
}

/** Tokens of one user, or of all users. */
export function listTokens(ctx: Ctx, memberId: string | undefined, page: { limit: number; offset: number }) {
  const all = tokenRows(ctx).limit(page.limit).offset(page.offset);
  return (memberId === undefined ? all : all.where('t.member_id', '=', memberId)).execute();
}

/** Tokens of a user, and those of others that they created or whose secret they replaced. */
export function listTokensMadeBy(ctx: Ctx, memberId: string, limit: number): Promise<TokenRow[]> {
  return tokenRows(ctx)
    .where((eb) => eb.or([eb('t.member_id', '=', memberId), eb('t.creator_id', '=', memberId)]))
    .limit(limit)
    .execute();
}

export async function countTokens(ctx: Ctx, memberId: string | undefined): Promise<number> {
  const all = liveTokens(ctx);
  const row = await (memberId === undefined ? all : all.where('t.member_id', '=', memberId))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export function findToken(ctx: Ctx, id: string): Promise<TokenRow | undefined> {
  return tokenById(ctx, id).executeTakeFirst();
}

/** Locked, so that of two requests that revoke it the second finds none. */
export function lockToken(ctx: Ctx, id: string): Promise<TokenRow | undefined> {
  return tokenById(ctx, id).forUpdate('t').executeTakeFirst();
}

const tokenById = (ctx: Ctx, id: string) => tokenRows(ctx).where('t.id', '=', id);

export async function insertToken(ctx: Ctx, row: Omit<Insertable<ApiToken>, 'workspace_id'>): Promise<void> {
  await ctx.db
    .insertInto('api_token')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .execute();
}

export async function updateToken(ctx: Ctx, id: string, changes: Updateable<ApiToken>): Promise<void> {
  await ctx.db
    .updateTable('api_token')
    .set(changes)
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Replaces the secret of a token. */
export async function setCredential(ctx: Ctx, tokenId: string, secretHash: Buffer): Promise<void> {
  await deleteTokenCredential(ctx, tokenId);
  await ctx.db
    .insertInto('credential')
    .values({ secret_hash: secretHash, workspace_id: ctx.workspaceId, token_id: tokenId })
    .execute();
}

/** Tokens to revoke, each with those that were created with it, and so on. */
interface TokenSelection {
  readonly ids?: readonly string[];
  readonly memberId?: string;
  /** Who created them, or last replaced their secrets. */
  readonly creatorId?: string;
  /** Only those of others. */
  readonly exceptOf?: string;
  readonly keep?: readonly string[];
}

export async function revokeTokens(
  ctx: Ctx,
  { ids = [], memberId = '', creatorId = '', exceptOf = '', keep = [] }: TokenSelection,
): Promise<readonly { readonly name: string; readonly memberId: string }[]> {
  const { rows } = await sql<{ name: string; memberId: string }>`
    with recursive ended (id) as (
      select id from api_token where workspace_id = ${ctx.workspaceId} and revoked_at is null
        and (id = any (${ids}::uuid[]) or member_id = ${memberId}
          or (creator_id = ${creatorId} and member_id <> ${exceptOf}))
        and id <> all (${keep}::uuid[])
      union
      select t.id from api_token t join ended e on t.creator_token_id = e.id
      where t.workspace_id = ${ctx.workspaceId} and t.id <> all (${keep}::uuid[])
    ), revoked as (
      update api_token set revoked_at = ${ctx.now.toISOString()}::timestamptz
      where workspace_id = ${ctx.workspaceId} and id in (select id from ended) and revoked_at is null
      returning id, name, member_id
    ), closed as (
      delete from credential where workspace_id = ${ctx.workspaceId} and token_id in (select id from revoked)
    )
    select name, member_id as "memberId" from revoked`.execute(ctx.db);
  return rows;
}

/** False for a user who was deactivated meanwhile. A transaction that changes them waits until this one has ended. */
export async function lockActiveMember(ctx: Ctx): Promise<{ readonly role: string } | undefined> {
  const { rows } = await sql<{ role: string }>`
    select role from member where workspace_id = ${ctx.workspaceId} and id = ${ctx.actor.memberId} and is_active
    for share`.execute(ctx.db);
  return rows[0];
}

/** Waits for tokens that the user is creating, so that they are found; later ones wait for this transaction. */
export async function lockAccess(ctx: Ctx, memberId: string): Promise<void> {
  await sql`select from member where workspace_id = ${ctx.workspaceId} and id = ${memberId} for no key update`.execute(
    ctx.db,
  );
}

export async function deleteTokenCredential(ctx: Ctx, tokenId: string): Promise<void> {
  await ctx.db
    .deleteFrom('credential')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('token_id', '=', tokenId)
    .execute();
}

export async function insertWorkspace(ctx: Ctx, row: { name: string; timezone: string }): Promise<void> {
  await ctx.names?.registerWorkspace();
  await ctx.db
    .insertInto('workspace')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .execute();
}

export function readWorkspace(ctx: Ctx): Promise<WorkspaceRow> {
  return ctx.db
    .selectFrom('workspace')
    .where('workspace_id', '=', ctx.workspaceId)
    .selectAll()
    .executeTakeFirstOrThrow();
}

/** Whether the workspace was created as a demo, and not emptied since. */
export async function hasDemo({ db, workspaceId }: Ctx): Promise<boolean> {
  const row = await db
    .selectFrom('demo')
    .where('workspace_id', '=', workspaceId)
    .select('steps')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locked, so that of two changes the second sees the first. */
export function lockWorkspace(ctx: Ctx): Promise<WorkspaceRow> {
  return ctx.db
    .selectFrom('workspace')
    .where('workspace_id', '=', ctx.workspaceId)
    .selectAll()
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export function updateWorkspace(ctx: Ctx, changes: Updateable<Workspace>): Promise<WorkspaceRow> {
  return ctx.db
    .updateTable('workspace')
    .set({ ...changes, updated_at: sql`now()` })
    .where('workspace_id', '=', ctx.workspaceId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Locks the workspace. False when a report of the same time or a later one was taken. */
export async function recordWebhookTime(ctx: Ctx, at: string): Promise<boolean> {
  const { rows } = await sql`
    update workspace set plan_reported_at = ${at}::timestamptz
    where workspace_id = ${ctx.workspaceId} and (plan_reported_at is null or plan_reported_at < ${at}::timestamptz)
    returning workspace_id
  `.execute(ctx.db);
  return rows.length > 0;
}

/** Workspaces by id or by the address of a member, for the operator; all of them without either. */
export function findWorkspaces(
  database: Database,
  { id, email, ownersOnly = false }: { id?: string; email?: string; ownersOnly?: boolean },
  limit: number,
) {
  return read(database, '*', (db) => {
    // A workspace without users has yet to be confirmed by the person who signed up.
    const all = db
      .selectFrom('workspace as w')
      .where(sql<boolean>`exists (select from member m where m.workspace_id = w.workspace_id)`)
      .select(['w.workspace_id', 'w.name']);
    const byId = id === undefined ? all : all.where(sql<boolean>`w.workspace_id = ${id}::uuid`);
    const byEmail = email === undefined ? byId : byId.where(hasMember(email.toLowerCase(), ownersOnly));
    return byEmail.orderBy('w.created_at').limit(limit).execute();
  });
}

function hasMember(email: string, ownersOnly: boolean) {
  return sql<boolean>`exists (select from member m where m.workspace_id = w.workspace_id and m.email = ${email}
    and m.is_active and (m.role = 'owner' or not ${ownersOnly}::boolean))`;
}
