import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Config } from './config.ts';
import { countMaxConnections, openPool, type Connection, type Pool } from './db/connect.ts';
import { inspectDatabase, type Inspection } from './db/migrate.ts';
import { read } from './db/transaction.ts';
import type { WorkspaceId } from './db/workspace-id.ts';
import { generateUuid } from './ids.ts';
import { StartError } from './start-error.ts';
import { zoneDataVersion } from './zones.ts';

/** The result of one check: a sentence, and whether all is well. */
export interface Finding {
  readonly ok: boolean;
  readonly text: string;
}

/** Checks everything that an installation depends on. Changes nothing. */
export async function diagnose(config: Config, connection: Connection): Promise<Finding[]> {
  const about = [zoneData(), ...(config.databaseUrl ? [] : [await disk(config.dataDir)])];
  let inspection: Inspection;
  try {
    inspection = await inspectDatabase(connection);
  } catch (error) {
    if (error instanceof StartError) return [{ ok: false, text: error.message }, ...about];
    throw error;
  }
  const findings = [reachability(config, inspection), migrations(inspection)];
  if (inspection.pending.length > 0) return [...findings, ...about];
  const pool = openPool(connection, 2);
  try {
    return [
      ...findings,
      await rowLevelSecurity(pool, inspection),
      await extensions(pool),
      await connections(pool, config),
      ...(await queue(pool)),
      ...about,
    ];
  } finally {
    await pool.end();
  }
}

function reachability(config: Config, { version }: Inspection): Finding {
  const which = config.databaseUrl ? 'of DATABASE_URL' : `embedded in ${config.dataDir}`;
  return { ok: true, text: `The database ${which} answers (PostgreSQL ${version}).` };
}

function migrations({ pending }: Inspection): Finding {
  if (pending.length === 0) return { ok: true, text: 'All migrations are applied.' };
  return {
    ok: false,
    text: `Migrations not applied: ${pending.join(', ')}; start the server to apply them.`,
  };
}

/** Tests row level security instead of reading its settings: a workspace that does not exist must show no rows. */
async function rowLevelSecurity(pool: Pool, { restrictRole }: Inspection): Promise<Finding> {
  const noWorkspace = generateUuid() as WorkspaceId;
  const how = restrictRole
    ? 'requests switch to the role daybook_app'
    : 'it applies to the database user itself';
  try {
    const seen = await read({ pool, restrictRole }, noWorkspace, (db) =>
      sql`select 1 from workspace union all select 1 from member limit 1`.execute(db),
    );
    const holds = seen.rows.length === 0;
    return { ok: holds, text: `Row level security ${holds ? 'holds' : 'does not hold'}: ${how}.` };
  } catch (error) {
    return { ok: false, text: `Row level security could not be tested: ${(error as Error).message}.` };
  }
}

const neededExtensions = ['btree_gin', 'btree_gist', 'pg_trgm'];

/** Without them the start fails; without the index on trigrams, search reads every record. */
async function extensions(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<{ extname: string }>('select extname from pg_extension');
  const missing = neededExtensions.filter((name) => !rows.some(({ extname }) => extname === name));
  return missing.length === 0
    ? { ok: true, text: `The extensions ${neededExtensions.join(', ')} are installed.` }
    : {
        ok: false,
        text: `Missing extensions: ${missing.join(', ')}; ask a database administrator to create them.`,
      };
}

async function connections(pool: Pool, config: Config): Promise<Finding> {
  const { rows } = await pool.query<{ most: number; open: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
            (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as open`,
  );
  const { most = 0, open = 0 } = rows[0] ?? {};
  const needed = countMaxConnections(config);
  const text = `A process opens up to ${needed} connections; PostgreSQL allows ${most}, and ${open} are open.`;
  return { ok: needed <= most, text };
}

const lagLimitSeconds = 300;

async function queue(pool: Pool): Promise<Finding[]> {
  const { rows } = await pool.query<{ lag: number; waiting: number; failed: number }>(
    `select coalesce(extract(epoch from now() - min(run_at) filter (where ready)), 0)::int as lag,
            count(*) filter (where ready)::int as waiting, count(*) filter (where attempts >= max_attempts)::int as failed
     from (select *, run_at <= now() and locked_at is null and attempts < max_attempts as ready
           from graphile_worker.jobs) as job`,
  );
  const { lag = 0, waiting = 0, failed = 0 } = rows[0] ?? {};
  const late = lag > lagLimitSeconds;
  const advice = late ? '; check that a process with ROLE=all or ROLE=worker is running' : '';
  const findings = [
    { ok: !late, text: `Waiting jobs: ${waiting}, the oldest for ${lag} s${advice}.` },
    { ok: false, text: `Permanently failed jobs: ${failed}; see last_error in graphile_worker.jobs.` },
  ];
  return failed > 0 ? findings : findings.slice(0, 1);
}

const zoneData = (): Finding => ({
  ok: true,
  text: `Time zone data: IANA release ${zoneDataVersion}.`,
});

const freeLimitMb = 500;

async function disk(dataDir: string): Promise<Finding> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    const freeMb = Math.floor((bavail * bsize) / 1_000_000);
    return { ok: freeMb >= freeLimitMb, text: `The disk of ${dataDir} has ${freeMb} MB free.` };
  } catch (error) {
    return {
      ok: false,
      text: `DATA_DIR ${dataDir} can’t be read (${(error as NodeJS.ErrnoException).code}).`,
    };
  }
}
