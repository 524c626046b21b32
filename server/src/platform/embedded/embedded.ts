import { join, resolve } from 'node:path';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster, readPassword, superuser } from './cluster.ts';
import {
  explainError,
  changeOwner,
  isDiskFull,
  ensureDataDir,
  ensureSocketDir,
  getSocketDir,
} from './folders.ts';
import { connectToCluster, maintainLock, inspectCluster, findRecordedOwner, acquireLock } from './owner.ts';
import {
  stopOrphan,
  launchPostmaster,
  type Place,
  port,
  type Postmaster,
  readPidFile,
  removeEmptyPidFile,
  stopPostmaster,
} from './postmaster.ts';
import { sleep, isPostgresIn } from './processes.ts';
import { chooseRun, type Run } from './run-as.ts';

export interface EmbeddedPostgres {
  /** Settings for `pg`: the host is the folder of a Unix socket. */
  connection: { host: string; port: number; user: string; password: string; database: string };
  /** A sentence for the operator where the database's files do not lie in the data folder. */
  notice: string | undefined;
  /** Resolves with a sentence when PostgreSQL ends by itself. */
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

/** Starts PostgreSQL on the cluster in the data folder as its only owner. Creates the cluster if there is none. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = ensureDataDir(resolve(options.dataDir));
  const settings = options.settings ?? {};
  try {
    const binaries = findBinaries();
    const run = await chooseRun(dataDir, binaries);
    const cluster = await ensureCluster(dataDir, run, binaries.version, settings['fsync'] !== 'off');
    const place = { cluster, socketDir: getSocketDir(cluster, port), log: join(dataDir, 'postgres.log') };
    const postmaster = await startExclusively(dataDir, place, run, settings);
    const database = await claimCluster(dataDir, place, postmaster, options.database ?? 'daybook');
    return { ...database, notice: noticeOf(dataDir, cluster) };
  } catch (error) {
    throw explainError(error, dataDir);
  }
}

type RunningPostgres = Omit<EmbeddedPostgres, 'notice'>;

function noticeOf(dataDir: string, cluster: string): string | undefined {
  if (cluster === join(dataDir, 'postgres')) return undefined;
  return `The database files are in ${cluster}, because PostgreSQL can’t run as root and other users have no access to ${dataDir}.`;
}

const recoveryLimitMs = 120_000;
const unclearLimitMs = 15_000;

/** Starts PostgreSQL once nothing else runs on the cluster. An orphan that a killed server left is stopped. */
async function startExclusively(
  dataDir: string,
  place: Place,
  run: Run,
  settings: Record<string, string>,
): Promise<Postmaster> {
  const deadline = Date.now() + unclearLimitMs;
  for (;;) {
    const state = await inspectCluster(place);
    if (state.state === 'owned') throw alreadyRunning(dataDir, state.pid);
    if (state.state === 'orphan') {
      await stopOrphan(state.pid, place.cluster);
      await state.release();
    }
    if (state.state === 'unclear') await waitOrStop(dataDir, place, deadline);
    if (state.state !== 'none') continue;
    changeOwner(place.cluster, run.owner);
    ensureSocketDir(place.socketDir, place.cluster, run.owner);
    try {
      return await launchPostmaster(place, run, settings, recoveryLimitMs);
    } catch (error) {
      if (!isTransient((error as Error).message) || Date.now() > deadline)
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

/** Something runs but does not answer: it is starting, stopping or stuck. */
async function waitOrStop(dataDir: string, place: Place, deadline: number): Promise<void> {
  await sleep(50);
  if (Date.now() < deadline) return;
  const owner = findRecordedOwner(place.cluster);
  if (owner !== undefined) throw alreadyRunning(dataDir, owner);
  const pid = readPidFile(place.cluster)?.pid;
  if (pid === undefined || !isPostgresIn(pid, place.cluster)) {
    throw new StartError(
      `The PostgreSQL server in ${dataDir} doesn’t answer; stop it or choose another DATA_DIR.`,
    );
  }
  await stopOrphan(pid, place.cluster);
}

/** Another server started at the same moment, or sessions of a killed PostgreSQL are still ending. */
const isTransient = (message: string): boolean =>
  /lock file ".*" (already exists|is empty)|could not create lock file|pre-existing shared memory block/.test(
    message,
  );

function cannotStart(place: Place, error: Error): Error {
  if (error instanceof StartError || isDiskFull(error.message)) return error;
  const why = error.message.replace(/\.$/, '');
  return new StartError(`PostgreSQL could not start: ${why} (see ${place.log}).`, { cause: error });
}

async function claimCluster(
  dataDir: string,
  place: Place,
  postmaster: Postmaster,
  database: string,
): Promise<RunningPostgres> {
  try {
    const client = await connectToCluster(place.cluster, place.socketDir, 'postgres');
    if (!(await acquireLock(client, 5_000))) throw alreadyRunning(dataDir, undefined);
    await ensureDatabase(client, database);
    return running(place, postmaster, database, maintainLock(place, client));
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
): RunningPostgres {
  let stopping: Promise<void> | undefined;
  return {
    connection: {
      host: place.socketDir,
      port,
      user: superuser,
      password: readPassword(place.cluster),
      database,
    },
    died: new Promise((resolve) => {
      void postmaster.ended.then((how) => {
        if (stopping) return undefined;
        resolve(`PostgreSQL ended unexpectedly (${how}); see ${place.log}.`);
        return release();
      });
    }),
    stop() {
      stopping ??= Promise.all([release(), stopPostmaster(postmaster)]).then(() => {});
      return stopping;
    },
  };
}
