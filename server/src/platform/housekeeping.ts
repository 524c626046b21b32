import { sql } from 'kysely';
import { z } from 'zod';
import { transact } from './db/transaction.ts';
import { expiredAnswers } from './http/idempotency.ts';
import { jobKind } from './jobs.ts';

/** Throws away what has had its time: kept answers after a day, sessions past their end, told events after 90 days. */
export const housekeeping = jobKind({
  name: 'platform.housekeeping',
  payload: z.object({}),
  every: '17 * * * *',
  run: (runtime) =>
    transact(runtime.database, '*', async (db) => {
      await expiredAnswers.execute(db);
      await sql`delete from session where expires_at < now()`.execute(db);
      await sql`delete from outbox where told_at < now() - interval '90 days'`.execute(db);
    }),
});
