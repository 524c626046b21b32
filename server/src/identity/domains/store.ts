import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { SignInDomain } from '../../platform/db/schema.gen.ts';
import { read, type Database } from '../../platform/db/transaction.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { hashName } from '../../platform/directory/codes.ts';

export type DomainRow = Selectable<SignInDomain>;

export function listDomains(
  { db, workspaceId }: Ctx,
  { limit, offset }: { limit: number; offset: number },
): Promise<DomainRow[]> {
  return db
    .selectFrom('sign_in_domain')
    .where('workspace_id', '=', workspaceId)
    .selectAll()
    .orderBy('name')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countDomains({ db, workspaceId }: Ctx): Promise<number> {
  const row = await db
    .selectFrom('sign_in_domain')
    .where('workspace_id', '=', workspaceId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export function findDomain({ db, workspaceId }: Ctx, id: string): Promise<DomainRow | undefined> {
  return db
    .selectFrom('sign_in_domain')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst();
}

/** Locked, so that a check and a change can't overtake each other. */
export function lockDomain({ db, workspaceId }: Ctx, id: string): Promise<DomainRow | undefined> {
  return db
    .selectFrom('sign_in_domain')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

/** False if the workspace has it already. */
export async function insertDomain(
  { db, workspaceId }: Ctx,
  row: Omit<Insertable<SignInDomain>, 'workspace_id'>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('sign_in_domain')
    .values({ ...row, workspace_id: workspaceId })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateDomain(
  { db, workspaceId }: Ctx,
  id: string,
  changes: Updateable<SignInDomain>,
): Promise<void> {
  await db
    .updateTable('sign_in_domain')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** False if another workspace has proven to own it, here or in another cell. */
export async function claimDomain(ctx: Ctx, { id, name }: DomainRow): Promise<boolean> {
  if ((await ctx.names?.reserve('sign_in_domain', hashName(name))) === false) return false;
  await ctx.db
    .insertInto('verified_domain')
    .values({ name, workspace_id: ctx.workspaceId, domain_id: id })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const owner = await ctx.db
    .selectFrom('verified_domain')
    .where('name', '=', name)
    .where('workspace_id', '=', ctx.workspaceId)
    .select('name')
    .executeTakeFirst();
  return owner !== undefined;
}

export async function releaseDomain(ctx: Ctx, { id, name }: DomainRow): Promise<void> {
  await ctx.names?.reserve('sign_in_domain', hashName(name));
  await ctx.db
    .deleteFrom('verified_domain')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('domain_id', '=', id)
    .execute();
}

export async function deleteDomain({ db, workspaceId }: Ctx, id: string): Promise<void> {
  await db
    .deleteFrom('sign_in_domain')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Verified domains that nobody has looked at for a day, the oldest first. */
export async function listDueDomains(
  database: Database,
  limit: number,
): Promise<readonly Pick<DomainRow, 'id' | 'name' | 'token'>[] & readonly { workspace_id: WorkspaceId }[]> {
  return read(database, '*', async (db) => {
    const { rows } = await sql<{ id: string; name: string; token: string; workspace_id: WorkspaceId }>`
      select workspace_id, id, name, token from sign_in_domain
      where verified_at is not null and checked_at < now() - interval '1 day' order by checked_at limit ${limit}`.execute(
      db,
    );
    return rows;
  });
}
