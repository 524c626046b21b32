import { sql } from 'kysely';
import { z } from 'zod';
import { purgeExpired } from './db/purge.ts';
import { expiredAnswers } from './http/idempotency.ts';
import { defineJob } from './jobs.ts';

/** Deletes what has expired: idempotent answers after a day, sessions past their end. */
export const housekeeping = defineJob({
  name: 'platform.housekeeping',
  payload: z.object({}),
  every: '17 * * * *',
  run: ({ database }) =>
    purgeExpired(database, [
      expiredAnswers,
      { table: 'session', rows: sql`select ctid from session where expires_at < now() order by expires_at` },
      {
        table: 'session',
        rows: sql`select ctid from session where last_seen_at < now() - interval '7 days' order by last_seen_at`,
      },
    ]),
});
