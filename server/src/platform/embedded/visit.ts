import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartError } from '../start-error.ts';
import { readPassword, superuser } from './cluster.ts';
import { startEmbedded, type EmbeddedPostgres } from './embedded.ts';
import { clusterIn, explained, socketDirFor } from './folders.ts';
import { look } from './owner.ts';
import { port, readPidFile } from './postmaster.ts';
import { sleep } from './processes.ts';

export interface Visit {
  readonly connection: EmbeddedPostgres['connection'];
  /** Whether a server was running on it already. */
  readonly wasRunning: boolean;
  leave(): Promise<void>;
}

const unclearLimitMs = 15_000;

/** Reaches the database of a data folder: the running server's, undisturbed, or else one started for the moment. */
export async function visitEmbedded(dataDir: string): Promise<Visit> {
  try {
    const running = await findRunning(resolve(dataDir));
    if (running) return { connection: running, wasRunning: true, leave: async () => {} };
    const postgres = await startEmbedded({ dataDir });
    return { connection: postgres.connection, wasRunning: false, leave: () => postgres.stop() };
  } catch (error) {
    throw explained(error, dataDir);
  }
}

async function findRunning(dataDir: string): Promise<EmbeddedPostgres['connection'] | undefined> {
  const cluster = clusterIn(dataDir);
  // A mistyped folder must not become a new, empty installation.
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    throw new StartError(
      `There is no database in ${dataDir} yet; start Daybook on it once, or set DATA_DIR or DATABASE_URL.`,
    );
  }
  const place = { cluster, socketDir: socketDirFor(cluster, port), log: join(dataDir, 'postgres.log') };
  for (const deadline = Date.now() + unclearLimitMs; Date.now() < deadline; await sleep(50)) {
    const standing = await look(place);
    if (standing.state === 'orphan') await standing.release();
    if (standing.state === 'owned') {
      const host = readPidFile(cluster)?.socketDir || place.socketDir;
      return { host, port, user: superuser, password: readPassword(cluster), database: 'daybook' };
    }
    // A server that is starting or stopping is worth waiting for; all else is for the start to settle.
    if (standing.state !== 'unclear') return undefined;
  }
  return undefined;
}
