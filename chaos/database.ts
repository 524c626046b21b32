import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { NetConnectOpts } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded, type EmbeddedPostgres } from '../server/src/platform/embedded/embedded.ts';
import { readPostgresPid } from '../server/test/process/daybook.ts';

export type Query = <T>(text: string, values?: unknown[]) => Promise<T[]>;

/** The PostgreSQL of a cluster. Servers reach it through proxies, checks directly. */
export interface Database {
  readonly connection: EmbeddedPostgres['connection'];
  /** Of a PgBouncer before it. */
  readonly poolerUrl?: string;
  /** Where the proxies connect to. */
  target(): NetConnectOpts;
  readonly query: Query;
  /** Its processes: the postmaster, then its sessions and workers. */
  pids(): number[];
  /** Ends all of its processes at once, as a power cut does, and starts it again. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export interface SingleDatabase extends Database {
  /** Starts it again if it has ended by itself. */
  revive(): Promise<void>;
}

export async function openDatabase(
  settings: Record<string, string> = {},
  folder?: string,
): Promise<SingleDatabase> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'daybook-chaos-')));
  const start = () => startEmbedded({ dataDir, settings: { ...forClusters, ...settings } });
  let postgres = await start();
  const { connection } = postgres;
  const pids = () => listProcessTree(readPostgresPid(dataDir));
  return {
    connection,
    target: () => buildSocketOptions(connection),
    query: createQuery(() => connection),
    pids,
    async kill() {
      signalProcesses(pids(), 'SIGKILL');
      await postgres.died;
      postgres = await start();
    },
    async revive() {
      const isAlive = await Promise.race([postgres.died.then(() => false), sleep(0, true)]);
      if (!isAlive) postgres = await start();
    },
    async close() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export const forClusters = { max_connections: '200' };

export const buildSocketOptions = ({ host, port }: Database['connection']): NetConnectOpts => ({
  path: join(host, `.s.PGSQL.${port}`),
});

/** With a connection of its own each, since any may be broken by the next fault. Sees all workspaces. */
export function createQuery(connection: () => pg.ClientConfig): Query {
  return async <T>(text: string, values: unknown[] = []) => {
    const client = new pg.Client(connection());
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text, values)).rows as T[];
    } finally {
      await client.end().catch(() => {});
    }
  };
}

/** A process and all that it started. Some may end while they are listed. */
export function listProcessTree(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(listProcessTree)];
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/** Some may have ended by themselves meanwhile. */
export function signalProcesses(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
