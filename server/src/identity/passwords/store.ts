import { sql, type Insertable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { PasswordReset } from '../../platform/db/schema.gen.ts';
import type { ExpiredRows } from '../../platform/db/purge.ts';
import { transact, type Database } from '../../platform/db/transaction.ts';

export async function insertReset(
  ctx: Ctx,
  row: Omit<Insertable<PasswordReset>, 'workspace_id'>,
): Promise<void> {
  await ctx.db
    .insertInto('password_reset')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .execute();
}

/** A reset, locked until the transaction ends: of two that use it at once, the second finds it used. */
export function lockReset(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom('password_reset')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

/** Makes all open resets of a user void. */
export async function closeResets(ctx: Ctx, memberId: string): Promise<void> {
  await sql`update password_reset set used_at = ${ctx.now.toISOString()}::timestamptz
    where workspace_id = ${ctx.workspaceId} and member_id = ${memberId} and used_at is null`.execute(ctx.db);
}

/** Adds a job outside of any workspace, since the address may be in none or several. */
export async function addJob(database: Database, name: string, payload: object): Promise<void> {
  await transact(database, '*', (db) =>
    sql`select enqueue(${name}, ${JSON.stringify([{ payload }])}::json)`.execute(db),
  );
}

export const oldResets: ExpiredRows = {
  table: 'password_reset',
  rows: sql`
    select ctid from password_reset where expires_at < now() - interval '30 days' order by expires_at`,
};
