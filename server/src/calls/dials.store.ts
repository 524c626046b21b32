import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { transact, type Database } from '../platform/db/transaction.ts';
import { hashNumber } from './agents.store.ts';

/** How often numbers were dialled of late, whichever agent did. */

/** Nobody else counts or adds dials of the number until this transaction ends. Returns when it was dialled since `since`. */
export async function lockDials(ctx: Ctx, phoneNumber: string, since: Date): Promise<number[]> {
  const hash = hashNumber(ctx, phoneNumber);
  const key = `dials ${ctx.workspaceId} ${hash.toString('hex')}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(ctx.db);
  const rows = await ctx.db
    .selectFrom('dialled_number')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('number_hash', '=', hash)
    .where('dialled_at', '>', since.toISOString())
    .select('dialled_at')
    .execute();
  return rows.map(({ dialled_at }) => Date.parse(dialled_at));
}

export async function insertDial(ctx: Ctx, phoneNumber: string, attemptId: string): Promise<void> {
  await ctx.db
    .insertInto('dialled_number')
    .values({
      workspace_id: ctx.workspaceId,
      attempt_id: attemptId,
      number_hash: hashNumber(ctx, phoneNumber),
      dialled_at: ctx.now.toISOString(),
    })
    .execute();
}

/** Nobody was dialled after all. */
export async function deleteDial(ctx: Ctx, attemptId: string): Promise<void> {
  await ctx.db
    .deleteFrom('dialled_number')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('attempt_id', '=', attemptId)
    .execute();
}

export async function deleteOldDials(database: Database, before: Date): Promise<void> {
  await transact(database, '*', (db) =>
    db.deleteFrom('dialled_number').where('dialled_at', '<', before.toISOString()).execute(),
  );
}
