import type { Pool } from '../db/connect.ts';
import { listExpectedMigrations } from '../db/migrate.ts';
import { zoneDataVersion } from '../zones.ts';

interface Readiness {
  readonly status: 'ready' | 'not ready';
  readonly database: 'ok' | 'unreachable' | 'disk full' | 'read only';
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
 * them to a temporary file: that fails on a full disk, and leaves nothing behind.
 */
const probe = `select array(select name from migration) as applied, pg_is_in_recovery() as is_standby,
  (select count(*) from generate_series(1, 5000)) as written`;

async function check(pool: Pool): Promise<Readiness> {
  const timeZoneData = zoneDataVersion;
  try {
    const { rows } = await pool.query<{ applied: string[]; is_standby: boolean }>(probe);
    const { applied = [], is_standby: isStandby = false } = rows[0] ?? {};
    if (isStandby) return { status: 'not ready', database: 'read only', timeZoneData };
    const pendingMigrations = listExpectedMigrations().filter((name) => !applied.includes(name));
    const status = pendingMigrations.length === 0 ? 'ready' : 'not ready';
    return { status, database: 'ok', pendingMigrations, timeZoneData };
  } catch (error) {
    const isDiskFull = (error as { code?: string }).code === '53100';
    return { status: 'not ready', database: isDiskFull ? 'disk full' : 'unreachable', timeZoneData };
  }
}
