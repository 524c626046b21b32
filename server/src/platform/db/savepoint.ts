import { sql } from 'kysely';
import type { Ctx } from '../context.ts';

/** Runs a part of a transaction that can be rolled back by itself: when it throws, or when `keep` returns false. */
export async function runInSavepoint<T>(
  ctx: Ctx,
  work: () => Promise<T>,
  keep: (result: T) => boolean = () => true,
): Promise<T> {
  await sql`savepoint part`.execute(ctx.db);
  try {
    const result = await work();
    if (!keep(result)) await sql`rollback to savepoint part`.execute(ctx.db);
    await sql`release savepoint part`.execute(ctx.db);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(ctx.db);
    await sql`release savepoint part`.execute(ctx.db);
    throw error;
  }
}
