import { sql, type Kysely } from 'kysely';
import type { Ctx } from '../context.ts';
import type { ExpiredRows } from './purge.ts';
import type { DB } from './schema.gen.ts';
import { transact, type Database } from './transaction.ts';

/** What a window has counted, and when it ends. */
export interface WindowCount {
  readonly count: number;
  readonly ends_at: string;
}

export interface Addition {
  /** A hash, so that the table has no addresses. */
  readonly keyHash: Buffer;
  readonly amount: number;
  /** For a key whose last window has ended, or that has none. */
  readonly endsAt: string;
}

/**
 * Adds to counters that all processes share, in the order of their keys, so that no two transactions wait for each other.
 * Returns what each has counted, by the hash in hex.
 */
export async function addToCounters(
  db: Kysely<DB>,
  now: Date,
  additions: readonly Addition[],
): Promise<Map<string, WindowCount>> {
  const at = now.toISOString();
  const { rows } = await sql<WindowCount & { key: string }>`
    insert into throttle as t (key_hash, count, ends_at)
    select * from unnest(${additions.map(({ keyHash }) => keyHash)}::bytea[],
      ${additions.map(({ amount }) => amount)}::int[], ${additions.map(({ endsAt }) => endsAt)}::timestamptz[])
      as added (key_hash, count, ends_at) order by key_hash
    on conflict (key_hash) do update set
      count = case when t.ends_at <= ${at}::timestamptz then excluded.count else t.count + excluded.count end,
      ends_at = case when t.ends_at <= ${at}::timestamptz then excluded.ends_at else t.ends_at end
    returning encode(key_hash, 'hex') as key, count, ends_at`.execute(db);
  return new Map(rows.map(({ key, ...counted }) => [key, counted]));
}

/** The same in the transaction of a request. */
export const countInRequest = ({ db, now }: Ctx, additions: readonly Addition[]) =>
  addToCounters(db, now, additions);

/** Counts an attempt in the window of its key. After its end, a new window begins. */
export async function countAttempt(
  database: Database,
  keyHash: Buffer,
  now: Date,
  windowMs: number,
): Promise<WindowCount> {
  const at = now.toISOString();
  const end = new Date(now.getTime() + windowMs).toISOString();
  return transact(database, '*', async (db) => {
    const { rows } = await sql<WindowCount>`
      insert into throttle as t (key_hash, count, ends_at) values (${keyHash}, 1, ${end})
      on conflict (key_hash) do update set
        count = case when t.ends_at <= ${at}::timestamptz then 1 else t.count + 1 end,
        ends_at = case when t.ends_at <= ${at}::timestamptz then excluded.ends_at else t.ends_at end
      returning count, ends_at`.execute(db);
    return rows[0] ?? { count: 1, ends_at: end };
  });
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

export const endedWindows: ExpiredRows = {
  table: 'throttle',
  rows: sql`select ctid from throttle where ends_at < now() order by ends_at`,
};
