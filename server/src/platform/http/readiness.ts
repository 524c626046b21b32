import type { Pool } from '../db/connect.ts';
import { listExpectedMigrations } from '../db/migrate.ts';
import { zoneDataVersion } from '../zones.ts';

interface Readiness {
  readonly status: 'ready' | 'not ready';
  readonly database: 'ok' | 'unreachable' | 'disk full' | 'read only' | 'no standby';
  readonly pendingMigrations?: readonly string[];
  readonly timeZoneData: string;
}

/** Whether this process can serve requests. Calls at the same moment share one query. */
export function createReadiness(pool: Pool): () => Promise<Readiness> {
  let checking: Promise<Readiness> | undefined;
  return () => {
    checking ??= check(pool).finally(() => {
      checking = undefined;
    });
    return checking;
  };
}

/**
 * Counting the numbers takes more memory than a connection of the probe has (`probeSettings`), so that PostgreSQL writes
 * them to a temporary file: that fails on a full disk, and leaves nothing behind. A commit of ours that has been waiting for a
 * synchronous standby means that writes hang.
 */
const probe = `select array(select name from migration) as applied,
  pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only,
  exists (select from pg_stat_activity where wait_event = 'SyncRep' and state_change < now() - interval '3 s') as is_waiting,
  (select count(*) from generate_series(1, 5000)) as written`;

interface ProbeRow {
  readonly applied: string[];
  readonly is_read_only: boolean;
  readonly is_waiting: boolean;
}

async function check(pool: Pool): Promise<Readiness> {
  const timeZoneData = zoneDataVersion;
  try {
    const { rows } = await pool.query<ProbeRow>(probe);
    const { applied = [], is_read_only: isReadOnly, is_waiting: isWaiting } = rows[0] ?? {};
    if (isReadOnly) return { status: 'not ready', database: 'read only', timeZoneData };
    if (isWaiting) return { status: 'not ready', database: 'no standby', timeZoneData };
    const pendingMigrations = listExpectedMigrations().filter((name) => !applied.includes(name));
    const status = pendingMigrations.length === 0 ? 'ready' : 'not ready';
    return { status, database: 'ok', pendingMigrations, timeZoneData };
  } catch (error) {
    const isDiskFull = (error as { code?: string }).code === '53100';
    return { status: 'not ready', database: isDiskFull ? 'disk full' : 'unreachable', timeZoneData };
  }
}
