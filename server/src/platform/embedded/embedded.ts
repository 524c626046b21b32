import { join, resolve } from 'node:path';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster, readPassword, superuser } from './cluster.ts';
import { explained, giveTo, meansDiskFull, openDataDir, openSocketDir, socketDirFor } from './folders.ts';
import { connect, keepLock, look, ownerOnFile, takeLock } from './owner.ts';
import {
  endOrphan,
  launch,
  type Place,
  port,
  type Postmaster,
  readPidFile,
  removeEmptyPidFile,
  stopPostmaster,
} from './postmaster.ts';
import { sleep, worksIn } from './processes.ts';
import { chooseRun, type Run } from './run-as.ts';

export interface EmbeddedPostgres {
  /** Settings for `pg`: the host is the folder of a Unix socket. */
  connection: { host: string; port: number; user: string; password: string; database: string };
  /** A sentence for the operator where the database's files do not lie in the data folder. */
  notice: string | undefined;
  /** Resolves, with a sentence, when PostgreSQL ended without being asked. */
  died: Promise<string>;
  /** Fast shutdown; resolves when PostgreSQL is down. May be called again. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  database?: string;
  /** More PostgreSQL settings, such as fsync=off for tests. */
  settings?: Record<string, string>;
}

/** Starts PostgreSQL on the cluster in the data folder, made if need be, as its only owner. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = openDataDir(resolve(options.dataDir));
  const settings = options.settings ?? {};
  try {
    const binaries = findBinaries();
    const run = await chooseRun(dataDir, binaries);
    const cluster = await ensureCluster(dataDir, run, binaries.version, settings['fsync'] !== 'off');
    const place = { cluster, socketDir: socketDirFor(cluster, port), log: join(dataDir, 'postgres.log') };
    const postmaster = await startAlone(dataDir, place, run, settings);
    const database = await takeOver(dataDir, place, postmaster, options.database ?? 'daybook');
    return { ...database, notice: noticeOf(dataDir, cluster) };
  } catch (error) {
    throw explained(error, dataDir);
  }
}

type Running = Omit<EmbeddedPostgres, 'notice'>;

function noticeOf(dataDir: string, cluster: string): string | undefined {
  if (cluster === join(dataDir, 'postgres')) return undefined;
  return `The database's files lie in ${cluster}, since PostgreSQL can't run as root and other users may not enter ${dataDir}.`;
}

const recoveryLimitMs = 120_000;
const unclearLimitMs = 15_000;

/** Starts PostgreSQL once nothing else runs on the cluster, after ending an orphan that a killed server left. */
async function startAlone(
  dataDir: string,
  place: Place,
  run: Run,
  settings: Record<string, string>,
): Promise<Postmaster> {
  const deadline = Date.now() + unclearLimitMs;
  for (;;) {
    const standing = await look(place);
    if (standing.state === 'owned') throw alreadyRunning(dataDir, standing.pid);
    if (standing.state === 'orphan') {
      await endOrphan(standing.pid, place.cluster);
      await standing.release();
    }
    if (standing.state === 'unclear') await waitOrEnd(dataDir, place, deadline);
    if (standing.state !== 'none') continue;
    giveTo(place.cluster, run.owner);
    openSocketDir(place.socketDir, place.cluster, run.owner);
    try {
      return await launch(place, run, settings, recoveryLimitMs);
    } catch (error) {
      if (!willPass((error as Error).message) || Date.now() > deadline)
        throw cannotStart(place, error as Error);
      removeEmptyPidFile(place.cluster);
      await sleep(100);
    }
  }
}

const alreadyRunning = (dataDir: string, pid: number | undefined): StartError =>
  new StartError(
    `Another Daybook is already running on ${dataDir}${pid ? ` (process ${pid})` : ''}; stop it or choose another DATA_DIR.`,
  );

/** Something runs but can't be asked: it is starting, stopping or stuck. */
async function waitOrEnd(dataDir: string, place: Place, deadline: number): Promise<void> {
  await sleep(50);
  if (Date.now() < deadline) return;
  const owner = ownerOnFile(place.cluster);
  if (owner !== undefined) throw alreadyRunning(dataDir, owner);
  const pid = readPidFile(place.cluster)?.pid;
  if (pid === undefined || !worksIn(pid, place.cluster)) {
    throw new StartError(`The PostgreSQL on ${dataDir} does not answer; stop it or choose another DATA_DIR.`);
  }
  await endOrphan(pid, place.cluster);
}

/** Another starter was faster, or sessions of a killed PostgreSQL are still ending. */
const willPass = (message: string): boolean =>
  /lock file ".*" (already exists|is empty)|could not create lock file|pre-existing shared memory block/.test(
    message,
  );

function cannotStart(place: Place, error: Error): Error {
  if (error instanceof StartError || meansDiskFull(error.message)) return error;
  const why = error.message.replace(/\.$/, '');
  return new StartError(`PostgreSQL could not start: ${why} (see ${place.log}).`, { cause: error });
}

async function takeOver(
  dataDir: string,
  place: Place,
  postmaster: Postmaster,
  database: string,
): Promise<Running> {
  try {
    const client = await connect(place.cluster, place.socketDir, 'postgres');
    if (!(await takeLock(client, 5_000))) throw alreadyRunning(dataDir, undefined);
    await ensureDatabase(client, database);
    return running(place, postmaster, database, keepLock(place, client));
  } catch (error) {
    await stopPostmaster(postmaster);
    throw cannotStart(place, error as Error);
  }
}

async function ensureDatabase(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
}

function running(
  place: Place,
  postmaster: Postmaster,
  database: string,
  release: () => Promise<void>,
): Running {
  let stopping: Promise<void> | undefined;
  return {
    connection: {
      host: place.socketDir,
      port,
      user: superuser,
      password: readPassword(place.cluster),
      database,
    },
    died: new Promise((tell) => {
      void postmaster.ended.then((how) => {
        if (stopping) return undefined;
        tell(`PostgreSQL ended unexpectedly (${how}); see ${place.log}.`);
        return release();
      });
    }),
    stop() {
      stopping ??= Promise.all([release(), stopPostmaster(postmaster)]).then(() => {});
      return stopping;
    },
  };
}
