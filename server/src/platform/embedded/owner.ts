import { join } from 'node:path';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { readPassword, superuser } from './cluster.ts';
import { isAlive, pidOfMark, sleep, worksIn } from './processes.ts';
import { type Place, port, readIfThere, readPidFile } from './postmaster.ts';

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
    return whenNotConnected(error, place, file?.pid);
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
    application_name: `daybook ${process.pid}`,
    connectionTimeoutMillis: 2_000,
  });
  // Without a listener the end of PostgreSQL would end us.
  client.on('error', () => {});
  await client.connect();
  return client;
}

function whenNotConnected(error: unknown, place: Place, pid: number | undefined): Standing {
  const code = (error as { code?: string }).code ?? '';
  if (code === 'ENOENT' || code === 'ECONNREFUSED') {
    return pid !== undefined && worksIn(pid, place.cluster) ? { state: 'unclear' } : { state: 'none' };
  }
  if (code.startsWith('28')) {
    throw new StartError(
      `The password in ${place.cluster}/daybook.password does not open the database there; restore that file from a backup.`,
    );
  }
  // Starting up, shutting down, all connections taken, or too slow to answer.
  return { state: 'unclear' };
}

async function whenConnected(client: pg.Client, place: Place, pid: number | undefined): Promise<Standing> {
  const owner = await ask(client, `SELECT current_setting('daybook.owner', true)`);
  if (isAlive(owner)) return leave(client, { state: 'owned', pid: pidOfMark(owner) });
  if (!(await tryLock(client))) {
    const holder = await ask(client, lockHolderSql);
    return leave(client, {
      state: 'owned',
      pid: Number.parseInt(holder.replace('daybook ', ''), 10) || undefined,
    });
  }
  if (pid === undefined || !worksIn(pid, place.cluster))
    return leave(client, { state: 'owned', pid: undefined });
  return { state: 'orphan', pid, release: () => client.end().catch(() => {}) };
}

const lockHolderSql = `
  SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32 | objid::bigint) = ${lockKey}`;

async function ask(client: pg.Client, sql: string): Promise<string> {
  const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
  return String(rows[0]?.[0] ?? '');
}

const tryLock = async (client: pg.Client): Promise<boolean> =>
  (await ask(client, `SELECT pg_try_advisory_lock(${lockKey})`)) === 'true';

async function leave(client: pg.Client, standing: Standing): Promise<Standing> {
  await client.end();
  return standing;
}

/** Who started the PostgreSQL that can't be asked: it writes its command line down when it starts. */
export function ownerOnFile(cluster: string): number | undefined {
  const mark = /daybook\.owner=([\d.]+)/.exec(readIfThere(join(cluster, 'postmaster.opts')))?.[1];
  return mark !== undefined && isAlive(mark) ? pidOfMark(mark) : undefined;
}

export interface Ownership {
  release(): Promise<void>;
}

/**
 * Takes the lock and keeps it. When PostgreSQL restarts its sessions after one of them crashed, the lock's session is
 * gone too, so it is taken again; meanwhile the owner setting speaks for us.
 */
export async function own(place: Place, first: pg.Client): Promise<Ownership> {
  let client = first;
  let released = false;
  async function keep(): Promise<void> {
    while (!released) {
      await new Promise((resolve) => client.once('end', resolve));
      while (!released && !(await retake())) await sleep(200);
    }
  }
  async function retake(): Promise<boolean> {
    try {
      client = await connect(place.cluster, place.socketDir, 'postgres');
      if (await tryLock(client)) return true;
      await client.end();
    } catch {
      // Not up yet, or never again; the caller of stop() knows.
    }
    return false;
  }
  void keep();
  return {
    async release() {
      released = true;
      await client.end().catch(() => {});
    },
  };
}

/** The one who started PostgreSQL gets the lock, unless somebody who cannot see our process was faster. */
export async function takeLock(client: pg.Client, limitMs: number): Promise<boolean> {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await sleep(50)) {
    if (await tryLock(client)) return true;
  }
  return false;
}
