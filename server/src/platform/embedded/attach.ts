import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartError } from '../start-error.ts';
import { readPassword, superuser } from './cluster.ts';
import { startEmbedded, type EmbeddedPostgres } from './embedded.ts';
import { resolveClusterDir, explainError, getSocketDir } from './folders.ts';
import { inspectCluster } from './owner.ts';
import { port, readPidFile } from './postmaster.ts';
import { sleep } from './processes.ts';

export interface Attachment {
  readonly connection: EmbeddedPostgres['connection'];
  /** Whether a server was running on it already. */
  readonly wasRunning: boolean;
  detach(): Promise<void>;
}

const unclearLimitMs = 15_000;

/**
 * Connects to the database of a data folder: that of the running server, or else one that is started until `detach`. Only
 * with `create` may the folder be without one.
 */
export async function attachEmbedded(dataDir: string, { create = false } = {}): Promise<Attachment> {
  try {
    const running = await findRunning(resolve(dataDir), create);
    if (running) return { connection: running, wasRunning: true, detach: async () => {} };
    const postgres = await startEmbedded({ dataDir });
    return { connection: postgres.connection, wasRunning: false, detach: () => postgres.stop() };
  } catch (error) {
    throw explainError(error, dataDir);
  }
}

async function findRunning(
  dataDir: string,
  create: boolean,
): Promise<EmbeddedPostgres['connection'] | undefined> {
  const cluster = resolveClusterDir(dataDir);
  // A mistyped folder must not become a new, empty installation.
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    if (create) return undefined;
    throw new StartError(
      `There is no database in ${dataDir} yet; start Daybook on it once, or set DATA_DIR or DATABASE_URL.`,
    );
  }
  const place = { cluster, socketDir: getSocketDir(cluster, port), log: join(dataDir, 'postgres.log') };
  for (const deadline = Date.now() + unclearLimitMs; Date.now() < deadline; await sleep(50)) {
    const state = await inspectCluster(place);
    if (state.state === 'orphan') await state.release();
    if (state.state === 'owned') {
      const host = readPidFile(cluster)?.socketDir || place.socketDir;
      return { host, port, user: superuser, password: readPassword(cluster), database: 'daybook' };
    }
    // A server that is starting or stopping is waited for. In every other case `startEmbedded` decides.
    if (state.state !== 'unclear') return undefined;
  }
  return undefined;
}
