import { z } from 'zod';
import type { Runtime } from '../context.ts';
import { defineJob } from '../jobs.ts';
import { programVersion } from './versions.ts';

/** Tells the directory how the cell is doing, for `daybook cells`. */
export const reportCellJob = defineJob({
  name: 'platform.report-cell',
  payload: z.object({}),
  every: '* * * * *',
  run: (runtime) => reportCell(runtime),
});

interface FactsRow {
  readonly bytes: number;
  readonly schema_version: string | null;
  readonly lag_seconds: number | null;
}

export async function reportCell({ directory, database }: Runtime): Promise<void> {
  if (!directory) return;
  const { rows } = await database.pool.query<FactsRow>(
    `select pg_database_size(current_database()) as bytes,
      (select value from installation where name = 'version') as schema_version,
      (select extract(epoch from max(replay_lag))::float8 from pg_stat_replication) as lag_seconds`,
  );
  const { bytes, schema_version: schema, lag_seconds: lag } = rows[0] as FactsRow;
  await directory.pool.query(
    `update directory.cell set program = $2, schema_version = $3, bytes = $4, lag_seconds = $5, reported_at = now()
     where name = $1`,
    [directory.cell, programVersion, schema, bytes, lag],
  );
}
