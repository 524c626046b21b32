import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Expired } from '../../platform/db/purge.ts';
import { transact, type Database } from '../../platform/db/transaction.ts';

export interface Attempts {
  readonly count: number;
  readonly ends_at: string;
}

/** Counts an attempt in the window of its key. After its end, a new window begins. */
export async function countAttempt(
  database: Database,
  keyHash: Buffer,
  now: Date,
  windowMs: number,
): Promise<Attempts> {
  const at = now.toISOString();
  const end = new Date(now.getTime() + windowMs).toISOString();
  return transact(database, '*', async (db) => {
    const { rows } = await sql<Attempts>`
      insert into throttle as t (key_hash, count, ends_at) values (${keyHash}, 1, ${end})
      on conflict (key_hash) do update set
        count = case when t.ends_at <= ${at}::timestamptz then 1 else t.count + 1 end,
        ends_at = case when t.ends_at <= ${at}::timestamptz then excluded.ends_at else t.ends_at end
      returning count, ends_at`.execute(db);
    return rows[0] ?? { count: 1, ends_at: end };
  });
}

/** Adds to several counters at once, in the order of their keys, so that no two transactions wait for each other. */
export async function addToCounters(
  { db, now }: Ctx,
  counters: readonly { readonly keyHash: Buffer; readonly amount: number; readonly endsAt: string }[],
): Promise<Map<string, Attempts>> {
  const at = now.toISOString();
  const { rows } = await sql<Attempts & { key: string }>`
    insert into throttle as t (key_hash, count, ends_at)
    select * from unnest(${counters.map(({ keyHash }) => keyHash)}::bytea[],
      ${counters.map(({ amount }) => amount)}::int[], ${counters.map(({ endsAt }) => endsAt)}::timestamptz[])
      as added (key_hash, count, ends_at) order by key_hash
    on conflict (key_hash) do update set
      count = case when t.ends_at <= ${at}::timestamptz then excluded.count else t.count + excluded.count end,
      ends_at = case when t.ends_at <= ${at}::timestamptz then excluded.ends_at else t.ends_at end
    returning encode(key_hash, 'hex') as key, count, ends_at`.execute(db);
  return new Map(rows.map(({ key, ...attempts }) => [key, attempts]));
}

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
