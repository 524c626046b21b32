import { sql, type Kysely } from 'kysely';
import type { DB } from './schema.gen.ts';

/** What a window has counted, and when it ends. */
export interface Counted {
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
): Promise<Map<string, Counted>> {
  const at = now.toISOString();
  const { rows } = await sql<Counted & { key: string }>`
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
