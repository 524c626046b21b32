import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { transact, type Database } from '../platform/db/transaction.ts';

/** Those of some hashes that are refused, in hex. */
export async function findUnsubscribed(ctx: Ctx, hashes: readonly Buffer[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const { rows } = await sql<{ hash: string }>`
    select encode(address_hash, 'hex') as hash from mail_refusal
    where address_hash = any (${hashes}::bytea[])`.execute(ctx.db);
  return new Set(rows.map(({ hash }) => hash));
}

/** Of any of them. */
export async function hasUnsubscribed(database: Database, hashes: readonly Buffer[]): Promise<boolean> {
  const { rows } = await transact(database, '*', (db) =>
    sql`select from mail_refusal where address_hash = any (${hashes}::bytea[]) limit 1`.execute(db),
  );
  return rows.length > 0;
}

export async function insertUnsubscribe(database: Database, hash: Buffer): Promise<void> {
  await transact(database, '*', (db) =>
    sql`insert into mail_refusal (address_hash) values (${hash}) on conflict do nothing`.execute(db),
  );
}

/** Whether there was one. */
export async function deleteUnsubscribe(database: Database, hash: Buffer): Promise<boolean> {
  const { numAffectedRows = 0n } = await transact(database, '*', (db) =>
    sql`delete from mail_refusal where address_hash = ${hash}`.execute(db),
  );
  return numAffectedRows > 0n;
}

export interface RefusalRow {
  readonly hash: string;
  readonly refused_at: string;
}

export async function listUnsubscribes(database: Database, limit: number): Promise<RefusalRow[]> {
  const { rows } = await transact(database, '*', (db) =>
    sql<RefusalRow>`select encode(address_hash, 'hex') as hash, refused_at from mail_refusal
      order by refused_at desc limit ${limit}`.execute(db),
  );
  return rows;
}
