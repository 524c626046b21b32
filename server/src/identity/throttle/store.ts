import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import * as counters from '../../platform/db/counters.ts';
import type { Expired } from '../../platform/db/purge.ts';
import { transact, type Database } from '../../platform/db/transaction.ts';

/** Counts an attempt in the window of its key. After its end, a new window begins. */
export async function countAttempt(
  database: Database,
  keyHash: Buffer,
  now: Date,
  windowMs: number,
): Promise<counters.Counted> {
  const at = now.toISOString();
  const end = new Date(now.getTime() + windowMs).toISOString();
  return transact(database, '*', async (db) => {
    const { rows } = await sql<counters.Counted>`
      insert into throttle as t (key_hash, count, ends_at) values (${keyHash}, 1, ${end})
      on conflict (key_hash) do update set
        count = case when t.ends_at <= ${at}::timestamptz then 1 else t.count + 1 end,
        ends_at = case when t.ends_at <= ${at}::timestamptz then excluded.ends_at else t.ends_at end
      returning count, ends_at`.execute(db);
    return rows[0] ?? { count: 1, ends_at: end };
  });
}

/** In the caller's transaction. */
export const addToCounters = ({ db, now }: Ctx, additions: readonly counters.Addition[]) =>
  counters.addToCounters(db, now, additions);

export async function findCount({ db, now }: Ctx, keyHash: Buffer): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count from throttle where key_hash = ${keyHash} and ends_at > ${now.toISOString()}::timestamptz`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export async function deleteAttempts(database: Database, keyHash: Buffer): Promise<void> {
  await transact(database, '*', (db) => sql`delete from throttle where key_hash = ${keyHash}`.execute(db));
}

export async function decrementAttempts(database: Database, keyHash: Buffer): Promise<void> {
  await transact(database, '*', (db) =>
    sql`update throttle set count = count - 1 where key_hash = ${keyHash} and count > 0`.execute(db),
  );
}

export const endedWindows: Expired = {
  table: 'throttle',
  rows: sql`select ctid from throttle where ends_at < now() order by ends_at`,
};
