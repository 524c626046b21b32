import { sql } from 'kysely';
import { z } from 'zod';
import { purge } from './db/purge.ts';
import { expiredAnswers } from './http/idempotency.ts';
import { jobKind } from './jobs.ts';

/** Deletes what has expired: idempotent answers after a day, sessions past their end. */
export const housekeeping = jobKind({
  name: 'platform.housekeeping',
  payload: z.object({}),
  every: '17 * * * *',
  run: ({ database }) =>
    purge(database, [
      expiredAnswers,
      { table: 'session', rows: sql`select ctid from session where expires_at < now() order by expires_at` },
      {
        table: 'session',
        rows: sql`select ctid from session where last_seen_at < now() - interval '7 days' order by last_seen_at`,
      },
    ]),
});
