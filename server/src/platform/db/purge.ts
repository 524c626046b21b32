import { sql, type RawBuilder } from 'kysely';
import { transact, type Database } from './transaction.ts';

/** Rows of a table that have expired. The query finds them by an index, oldest first, and selects their `ctid`. */
export interface ExpiredRows {
  readonly table: string;
  readonly rows: RawBuilder<unknown>;
}

const batchSize = 1000;

/**
 * Deletes what has expired in all workspaces, in batches that are each a transaction: a timeout undoes one batch, and a table
 * that fails does not keep the others from being purged. Rows that somebody has locked are left for the next time.
 */
export async function purgeExpired(database: Database, expired: readonly ExpiredRows[]): Promise<void> {
  const errors: unknown[] = [];
  for (const rows of expired) {
    try {
      while ((await deleteBatch(database, rows)) === batchSize);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Some of what has expired could not be deleted.');
}

async function deleteBatch(database: Database, { table, rows }: ExpiredRows): Promise<number> {
  const result = await transact(database, '*', (db) =>
    sql`
      delete from ${sql.table(table)}
      where ctid = any (array(${rows} limit ${sql.lit(batchSize)} for update skip locked))
    `.execute(db),
  );
  return Number(result.numAffectedRows ?? 0);
}
