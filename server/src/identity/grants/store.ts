import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Audience } from '../../platform/auth/authenticate.ts';
import type { Ctx } from '../../platform/context.ts';
import type { ExpiredRows } from '../../platform/db/purge.ts';
import type { AppGrant, GrantSecret } from '../../platform/db/schema.gen.ts';
import { read, type Database } from '../../platform/db/transaction.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';

export type GrantRow = Selectable<AppGrant>;

export interface ConnectionRow extends GrantRow {
  readonly email: string;
  readonly role: string;
  readonly is_approved: boolean;
  readonly is_paused: boolean;
}

/** Grants whose apps exist and have fetched a token. */
function connectionRows(ctx: Ctx) {
  return ctx.db
    .selectFrom('app_grant as g')
    .innerJoin('member as m', (join) =>
      join.onRef('m.workspace_id', '=', 'g.workspace_id').onRef('m.id', '=', 'g.member_id'),
    )
    .innerJoin('workspace as w', 'w.workspace_id', 'g.workspace_id')
    .leftJoin('app_approval as v', (join) =>
      join
        .onRef('v.workspace_id', '=', 'g.workspace_id')
        .onRef('v.client_id', '=', 'g.client_id')
        .on('v.is_approved', '=', true),
    )
    .where('g.workspace_id', '=', ctx.workspaceId)
    .where('g.exchanged_at', 'is not', null)
    .where(sql<boolean>`coalesce(g.ends_at, 'infinity') > now() and client_exists(g.client_id)`);
}

function selectConnections(ctx: Ctx) {
  return connectionRows(ctx)
    .selectAll('g')
    .select([
      'm.email',
      'm.role',
      sql<boolean>`v.id is not null`.as('is_approved'),
      sql<boolean>`v.id is null and not w.allow_unapproved_apps and m.role = 'user' and m.kind = 'person'`.as(
        'is_paused',
      ),
    ])
    .orderBy('g.created_at', 'desc')
    .orderBy('g.id');
}

/** Those of one user, or of all. */
export function listConnections(
  ctx: Ctx,
  memberId: string | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<ConnectionRow[]> {
  const all = selectConnections(ctx).limit(limit).offset(offset);
  return (memberId === undefined ? all : all.where('g.member_id', '=', memberId)).execute();
}

export async function countConnections(ctx: Ctx, memberId: string | undefined): Promise<number> {
  const all = connectionRows(ctx);
  const row = await (memberId === undefined ? all : all.where('g.member_id', '=', memberId))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

/** Locked, so that of two requests that end it the second finds none. */
export function lockConnection(ctx: Ctx, id: string): Promise<ConnectionRow | undefined> {
  return selectConnections(ctx).where('g.id', '=', id).forUpdate('g').executeTakeFirst();
}

export async function insertGrant(ctx: Ctx, row: Omit<Insertable<AppGrant>, 'workspace_id'>): Promise<void> {
  await ctx.db
    .insertInto('app_grant')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .execute();
}

export async function updateGrant(ctx: Ctx, id: string, changes: Updateable<AppGrant>): Promise<void> {
  await ctx.db
    .updateTable('app_grant')
    .set(changes)
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** With all codes and tokens. */
export async function deleteGrant(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('app_grant')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Those of a user, but for some. */
export async function deleteMemberGrants(ctx: Ctx, memberId: string, keep: readonly string[]): Promise<void> {
  await sql`delete from app_grant where workspace_id = ${ctx.workspaceId} and member_id = ${memberId}
    and id <> all (${keep}::uuid[])`.execute(ctx.db);
}

/** Keeps the newest connections of a user to an app. */
export async function deleteOldestGrants(
  ctx: Ctx,
  { memberId, clientId, limit }: { memberId: string; clientId: string; limit: number },
): Promise<void> {
  await sql`delete from app_grant where workspace_id = ${ctx.workspaceId} and id in (
    select id from app_grant where workspace_id = ${ctx.workspaceId} and member_id = ${memberId}
      and client_id = ${clientId} order by created_at desc, id desc offset ${limit})`.execute(ctx.db);
}

/** The one grant of an app to its service user, or of a platform to a user for whom it acts. The app or the user is locked. */
export function findSoleGrant(
  ctx: Ctx,
  memberId: string,
  clientId: string,
  isExchanged: boolean,
): Promise<GrantRow | undefined> {
  return ctx.db
    .selectFrom('app_grant')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('member_id', '=', memberId)
    .where('client_id', '=', clientId)
    .where('is_exchanged', '=', isExchanged)
    .selectAll()
    .executeTakeFirst();
}

/** When it ends, as the API says it. */
export async function insertSecret(
  ctx: Ctx,
  row: Omit<Insertable<GrantSecret>, 'workspace_id'>,
): Promise<string> {
  const { expires_at: expiresAt } = await ctx.db
    .insertInto('grant_secret')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return expiresAt;
}

type SecretKind = 'code' | 'access' | 'refresh' | 'embed';

interface SecretPlace {
  readonly workspace_id: WorkspaceId;
  readonly client_id: string;
  readonly kind: SecretKind;
}

/** Where a secret belongs. It arrives without a workspace. */
export function findSecret(database: Database, hash: Buffer): Promise<SecretPlace | undefined> {
  return read(database, '*', async (db) => {
    const { rows } = await sql<SecretPlace>`
      select s.workspace_id, g.client_id, s.kind from grant_secret s
      join app_grant g on g.workspace_id = s.workspace_id and g.id = s.grant_id
      where s.secret_hash = ${hash}`.execute(db);
    return rows[0];
  });
}

export interface SecretRow extends GrantRow {
  readonly kind: SecretKind;
  readonly secret_scopes: string[];
  readonly secret_resource: Audience | null;
  readonly redirect_uri: string | null;
  readonly challenge: string | null;
  readonly used_at: string | null;
  readonly secret_ends_at: string;
  readonly email: string;
}

/** A secret of an active user with its grant, both locked: of two requests with one secret, the second sees what the first did. */
export const lockSecret = (ctx: Ctx, hash: Buffer): Promise<SecretRow | undefined> =>
  selectSecret(ctx, hash, 'for update of g, s');

export const findSecretRow = (ctx: Ctx, hash: Buffer): Promise<SecretRow | undefined> =>
  selectSecret(ctx, hash, '');

async function selectSecret(ctx: Ctx, hash: Buffer, lock: string): Promise<SecretRow | undefined> {
  const { rows } = await sql<SecretRow>`
    select g.*, s.kind, s.scopes as secret_scopes, s.resource as secret_resource, s.redirect_uri, s.challenge, s.used_at,
      s.expires_at as secret_ends_at, m.email
    from grant_secret s
    join app_grant g on g.workspace_id = s.workspace_id and g.id = s.grant_id
    join member m on m.workspace_id = g.workspace_id and m.id = g.member_id and m.is_active
    where s.workspace_id = ${ctx.workspaceId} and s.secret_hash = ${hash}
    ${sql.raw(lock)}`.execute(ctx.db);
  return rows[0];
}

/** It stays for a while, so that a second use is noticed. */
export async function markUsed(ctx: Ctx, hash: Buffer, keptUntil: Date): Promise<void> {
  await sql`update grant_secret set used_at = ${ctx.now.toISOString()}::timestamptz,
    expires_at = least(expires_at, ${keptUntil.toISOString()}::timestamptz)
    where workspace_id = ${ctx.workspaceId} and secret_hash = ${hash}`.execute(ctx.db);
}

export async function deleteSecret(ctx: Ctx, hash: Buffer): Promise<void> {
  await ctx.db
    .deleteFrom('grant_secret')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('secret_hash', '=', hash)
    .execute();
}

/** What decides whether a user may connect an app. */
export async function readPolicy(ctx: Ctx): Promise<{ name: string; allowsUnapproved: boolean }> {
  const row = await ctx.db
    .selectFrom('workspace')
    .where('workspace_id', '=', ctx.workspaceId)
    .select(['name', 'allow_unapproved_apps as allowsUnapproved'])
    .executeTakeFirstOrThrow();
  return row;
}

export const oldGrants: readonly ExpiredRows[] = [
  {
    table: 'grant_secret',
    rows: sql`select ctid from grant_secret where expires_at < now() order by expires_at`,
  },
  { table: 'app_grant', rows: sql`select ctid from app_grant where ends_at < now() order by ends_at` },
];
