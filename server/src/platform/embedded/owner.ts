import { join } from 'node:path';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { readPassword, superuser } from './cluster.ts';
import { isAlive, getOwnIdentity, parsePid, sleep, isPostgresIn } from './processes.ts';
import { type PidFile, type Place, port, readOptionalFile, readPidFile } from './postmaster.ts';

/*
 * One server owns the cluster. PostgreSQL is started with a setting that names that server (daybook.owner: process id and
 * start time), and the server holds an advisory lock for as long as it lives. The setting covers the moment between the
 * start of PostgreSQL and the lock; the lock covers what process ids can't, such as two containers that share a folder
 * and do not see each other's processes.
 */

const lockKey = 7_392_018_465;

export type ClusterState =
  | { state: 'none' }
  | { state: 'unclear' }
  | { state: 'owned'; pid: number | undefined }
  | { state: 'orphan'; pid: number; release: () => Promise<void> };

/** Finds out whether PostgreSQL runs on this cluster, and whose it is. The socket comes first: it works across containers. */
export async function inspectCluster(place: Place): Promise<ClusterState> {
  const file = readPidFile(place.cluster);
  let client: pg.Client;
  try {
    client = await connectToCluster(place.cluster, file?.socketDir || place.socketDir, 'postgres');
  } catch (error) {
    return stateWithoutSession(error, place, file);
  }
  try {
    return await stateFromSession(client, place, file?.pid);
  } catch {
    // It was shutting down and closed our session.
    await client.end().catch(() => {});
    return { state: 'unclear' };
  }
}

export async function connectToCluster(cluster: string, host: string, database: string): Promise<pg.Client> {
  const client = new pg.Client({
    host,
    port,
    database,
    user: superuser,
    password: readPassword(cluster),
    application_name: getOwnIdentity(),
    connectionTimeoutMillis: 2_000,
  });
  // Without a listener a lost connection would end this process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

function stateWithoutSession(error: unknown, place: Place, file: PidFile | undefined): ClusterState {
  const code = (error as { code?: string }).code ?? '';
  const alive = file !== undefined && isPostgresIn(file.pid, place.cluster);
  if (!alive && (code === 'ENOENT' || code === 'ECONNREFUSED')) return { state: 'none' };
  if (code.startsWith('28')) {
    throw new StartError(
      `The password in ${place.cluster}/daybook.password isn’t the password of the database there; restore the file from a backup.`,
    );
  }
  // Starting up, shutting down, out of connections, or too slow to answer. If it was ready once, its files name the owner.
  const owner = alive && file.ready ? findRecordedOwner(place.cluster) : undefined;
  return owner === undefined ? { state: 'unclear' } : { state: 'owned', pid: owner };
}

async function stateFromSession(
  client: pg.Client,
  place: Place,
  pid: number | undefined,
): Promise<ClusterState> {
  const owner = await queryText(client, `SELECT current_setting('daybook.owner', true)`);
  if (isAlive(owner)) return closeWith(client, { state: 'owned', pid: parsePid(owner) });
  if (!(await acquireLock(client, dyingSessionMs))) {
    return closeWith(client, {
      state: 'owned',
      pid: parsePid(await findLockHolder(client)) || undefined,
    });
  }
  // It may run in another container: then there is no process here to stop.
  if (pid === undefined || !isPostgresIn(pid, place.cluster)) {
    return closeWith(client, { state: 'owned', pid: undefined });
  }
  return { state: 'orphan', pid, release: () => client.end().catch(() => {}) };
}

/** PostgreSQL may take a moment to notice that the server behind a session was killed. */
const dyingSessionMs = 1_500;

/** Waits a little for a holder whose process is not alive here. */
export async function acquireLock(client: pg.Client, limitMs: number): Promise<boolean> {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await sleep(50)) {
    if (await tryLock(client)) return true;
    if (isAlive(await findLockHolder(client))) return false;
  }
  return false;
}

const tryLock = async (client: pg.Client): Promise<boolean> =>
  (await queryText(client, `SELECT pg_try_advisory_lock(${lockKey})`)) === 'true';

const findLockHolder = (client: pg.Client): Promise<string> =>
  queryText(
    client,
    `SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32 | objid::bigint) = ${lockKey}`,
  );

async function queryText(client: pg.Client, sql: string): Promise<string> {
  const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
  return String(rows[0]?.[0] ?? '');
}

async function closeWith(client: pg.Client, state: ClusterState): Promise<ClusterState> {
  await client.end();
  return state;
}

/** The owner of a PostgreSQL that does not answer, from the command line that it writes to a file at its start. */
export function findRecordedOwner(cluster: string): number | undefined {
  const identity = /daybook\.owner=([\d.]+)/.exec(readOptionalFile(join(cluster, 'postmaster.opts')))?.[1];
  return identity !== undefined && isAlive(identity) ? parsePid(identity) : undefined;
}

/**
 * Keeps the lock and returns the function that releases it. When PostgreSQL restarts its sessions after one of them
 * crashed, the lock is lost with its session, so it is acquired again; until then the setting names the owner.
 */
export function maintainLock(place: Place, taken: pg.Client): () => Promise<void> {
  let client: pg.Client | undefined = taken;
  let released = false;
  const keep = async (): Promise<void> => {
    while (!released) {
      await new Promise((resolve) => client?.once('end', resolve));
      client = undefined;
      while (!released && !client) {
        await sleep(100);
        client = await connectWithLock(place);
      }
    }
    await client?.end();
  };
  void keep();
  return async () => {
    released = true;
    await client?.end();
  };
}

async function connectWithLock(place: Place): Promise<pg.Client | undefined> {
  try {
    const client = await connectToCluster(place.cluster, place.socketDir, 'postgres');
    if (await tryLock(client)) return client;
    await client.end();
  } catch {
    // PostgreSQL is not back yet. If its process ended, `died` says so.
  }
  return undefined;
}
