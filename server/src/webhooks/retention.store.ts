import { sql } from 'kysely';
import { transact, type Database } from '../platform/db/transaction.ts';

/**
 * Throws away deliveries that have been over for 30 days, with their attempts. Their events go a little later: one that
 * is sent again at the end of that time still needs its text.
 */
export function forgetOld(database: Database): Promise<void> {
  return transact(database, '*', async (db) => {
    await sql`
      delete from webhook_delivery where finished_at < now() - interval '30 days' and created_at < now() - interval '30 days'
    `.execute(db);
    await sql`delete from webhook_attempt where started_at < now() - interval '30 days'`.execute(db);
    await sql`delete from webhook_event where told_at < now() - interval '35 days'`.execute(db);
  });
}
