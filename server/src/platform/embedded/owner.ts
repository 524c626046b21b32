import { join } from 'node:path';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { readPassword, superuser } from './cluster.ts';
import { isAlive, ownMark, pidOfMark, sleep, worksIn } from './processes.ts';
import { type PidFile, type Place, port, readIfThere, readPidFile } from './postmaster.ts';

/*
 * Who owns the cluster: PostgreSQL is told at its start which server started it (the setting daybook.owner: process
 * number and start time), and that server holds an advisory lock for life. The setting settles the moment between
 * PostgreSQL being up and the lock being taken; the lock settles what process numbers can't, as when two containers
 * share a folder and do not see each other's processes.
 */

const lockKey = 7_392_018_465;

export type Standing =
  | { state: 'none' }
  | { state: 'unclear' }
  | { state: 'owned'; pid: number | undefined }
  | { state: 'orphan'; pid: number; release: () => Promise<void> };

/** Asks whatever runs on this cluster whose it is. The socket is asked first: it answers across containers too. */
export async function look(place: Place): Promise<Standing> {
  const file = readPidFile(place.cluster);
  let client: pg.Client;
  try {
    client = await connect(place.cluster, file?.socketDir || place.socketDir, 'postgres');
  } catch (error) {
    return whenNotConnected(error, place, file);
  }
  try {
    return await whenConnected(client, place, file?.pid);
  } catch {
    // It was shutting down and ended our session.
    await client.end().catch(() => {});
    return { state: 'unclear' };
  }
}

export async function connect(cluster: string, host: string, database: string): Promise<pg.Client> {
  const client = new pg.Client({
    host,
    port,
    database,
    user: superuser,
    password: readPassword(cluster),
    application_name: ownMark(),
    connectionTimeoutMillis: 2_000,
  });
  // Without a listener the end of PostgreSQL would end us.
  client.on('error', () => {});
  await client.connect();
  return client;
}

function whenNotConnected(error: unknown, place: Place, file: PidFile | undefined): Standing {
  const code = (error as { code?: string }).code ?? '';
  const alive = file !== undefined && worksIn(file.pid, place.cluster);
  if (!alive && (code === 'ENOENT' || code === 'ECONNREFUSED')) return { state: 'none' };
  if (code.startsWith('28')) {
    throw new StartError(
      `The password in ${place.cluster}/daybook.password does not open the database there; restore that file from a backup.`,
    );
  }
  // Starting up, shutting down, all connections taken, or too slow to answer. Once it was ready its own note tells.
  const owner = alive && file.ready ? ownerOnFile(place.cluster) : undefined;
  return owner === undefined ? { state: 'unclear' } : { state: 'owned', pid: owner };
}

async function whenConnected(client: pg.Client, place: Place, pid: number | undefined): Promise<Standing> {
  const owner = await ask(client, `SELECT current_setting('daybook.owner', true)`);
  if (isAlive(owner)) return leave(client, { state: 'owned', pid: pidOfMark(owner) });
  if (!(await takeLock(client, dyingSessionMs))) {
    return leave(client, { state: 'owned', pid: pidOfMark(await lockHolder(client)) || undefined });
  }
  // Somebody else's container may run it: then there is nothing here that could be ended.
  if (pid === undefined || !worksIn(pid, place.cluster)) {
    return leave(client, { state: 'owned', pid: undefined });
  }
  return { state: 'orphan', pid, release: () => client.end().catch(() => {}) };
}

/** The session of a server that was killed a moment ago may not have noticed yet. */
const dyingSessionMs = 1_500;

/** Takes the lock, waiting a little for a holder who is not to be seen among the live. */
export async function takeLock(client: pg.Client, limitMs: number): Promise<boolean> {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await sleep(50)) {
    if (await tryLock(client)) return true;
    if (isAlive(await lockHolder(client))) return false;
  }
  return false;
}

const tryLock = async (client: pg.Client): Promise<boolean> =>
  (await ask(client, `SELECT pg_try_advisory_lock(${lockKey})`)) === 'true';

const lockHolder = (client: pg.Client): Promise<string> =>
  ask(
    client,
    `SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32 | objid::bigint) = ${lockKey}`,
  );

async function ask(client: pg.Client, sql: string): Promise<string> {
  const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
  return String(rows[0]?.[0] ?? '');
}

async function leave(client: pg.Client, standing: Standing): Promise<Standing> {
  await client.end();
  return standing;
}

/** Who started the PostgreSQL that can't be asked: it writes its command line down when it starts. */
export function ownerOnFile(cluster: string): number | undefined {
  const mark = /daybook\.owner=([\d.]+)/.exec(readIfThere(join(cluster, 'postmaster.opts')))?.[1];
  return mark !== undefined && isAlive(mark) ? pidOfMark(mark) : undefined;
}

/**
 * Keeps the lock that a session has taken, and returns how to let go. When PostgreSQL restarts its sessions after one of
 * them crashed, the lock's is gone too, so it is taken again; meanwhile the owner setting speaks for us.
 */
export function keepLock(place: Place, taken: pg.Client): () => Promise<void> {
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
    const client = await connect(place.cluster, place.socketDir, 'postgres');
    if (await tryLock(client)) return client;
    await client.end();
  } catch {
    // PostgreSQL is not back yet; whether it ever will be, its own process tells.
  }
  return undefined;
}
