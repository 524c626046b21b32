import { sql } from 'kysely';
import { z } from 'zod';
import { transact } from './db/transaction.ts';
import { expiredAnswers } from './http/idempotency.ts';
import { jobKind } from './jobs.ts';

/** Deletes what has expired: idempotent answers after a day, sessions past their end. */
export const housekeeping = jobKind({
  name: 'platform.housekeeping',
  payload: z.object({}),
  every: '17 * * * *',
  run: (runtime) =>
    transact(runtime.database, '*', async (db) => {
      await expiredAnswers.execute(db);
      await sql`delete from session where expires_at < now() or last_seen_at < now() - interval '7 days'`.execute(
        db,
      );
    }),
});
