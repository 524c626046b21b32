import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findBinaries } from '../server/src/platform/embedded/binaries.ts';
import { ensureCluster, readPassword, superuser } from '../server/src/platform/embedded/cluster.ts';
import { changeOwner, resolveClusterDir } from '../server/src/platform/embedded/folders.ts';
import { chooseRun, spawnAs, type Run } from '../server/src/platform/embedded/run-as.ts';
import { pollUntil } from '../server/test/process/daybook.ts';
import {
  forClusters,
  createQuery,
  signalProcesses,
  buildSocketOptions,
  listProcessTree,
  type Database,
} from './database.ts';
import { startProxy } from './proxy.ts';

/** A primary and a standby that follows it. */
export interface ReplicatedDatabase extends Database {
  /** Ends the primary, promotes the standby, and lets a new one follow it. */
  failOver(): Promise<void>;
  /** Where the standby answers. */
  readonly standby: () => Database['connection'];
}

interface Node {
  readonly connection: Database['connection'];
  readonly cluster: string;
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
}

const port = 5432;
/** How long a piece of the log is on its way to the standby: a network between two cities. */
const networkMs = 40;

export async function openReplicated({
  isSynchronous,
}: {
  isSynchronous: boolean;
}): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-failover-'));
  let made = 0;
  const newDir = () => {
    made += 1;
    const dir = join(folder, String(made));
    mkdirSync(dir);
    return dir;
  };
  const settings = { ...forClusters, synchronous_standby_names: isSynchronous ? '*' : '' };
  const first = newDir();
  const binaries = findBinaries();
  const run = await chooseRun(first, binaries);
  const cluster = await ensureCluster(first, run, binaries.version, true);
  let primary = await startNode(run, cluster, settings);
  // Without a standby, no other commit would end yet.
  const alone = () => ({
    ...primary.connection,
    database: 'postgres',
    options: '-c synchronous_commit=local',
  });
  await createQuery(alone)('create database daybook');
  const network = await startProxy(() => buildSocketOptions(primary.connection));
  network.delayMs = networkMs;
  const query = createQuery(() => primary.connection);

  const follow = async (): Promise<Node> => {
    const copy = await copyCluster(primary, newDir());
    const { user, password } = primary.connection;
    writeFileSync(join(copy, 'standby.signal'), '');
    changeOwner(copy, run.owner);
    const node = await startNode(run, copy, {
      ...settings,
      primary_conninfo: `host=127.0.0.1 port=${network.port} user=${user} password=${password}`,
    });
    const isFollowing = async () => {
      const rows = await query(`select 1 from pg_stat_replication where state = 'streaming'`);
      return rows.length > 0 ? true : undefined;
    };
    await pollUntil(isFollowing, 60_000);
    return node;
  };
  let standby = await follow();

  const failOver = async (): Promise<void> => {
    await endNode(primary);
    await createQuery(() => standby.connection)('select pg_promote(true, 60)');
    const former = primary.cluster;
    primary = standby;
    standby = await follow();
    rmSync(former, { recursive: true, force: true });
  };
  return {
    connection: primary.connection,
    target: () => buildSocketOptions(primary.connection),
    query,
    pids: () => listProcessTree(primary.child.pid ?? 0),
    kill: failOver,
    failOver,
    standby: () => standby.connection,
    async close() {
      await Promise.all([endNode(primary), endNode(standby)]);
      await network.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Not by `startEmbedded`, which makes sure that it is the only server of its data and can write. */
async function startNode(run: Run, cluster: string, settings: Record<string, string>): Promise<Node> {
  const all = {
    listen_addresses: '',
    unix_socket_directories: cluster,
    wal_keep_size: '1GB',
    wal_retrieve_retry_interval: '100ms',
    ...settings,
  };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(join(cluster, '..', 'postgres.log'), 'a');
  const child = spawnAs(run, 'postgres', ['-D', cluster, ...args], {
    stdio: ['ignore', log, log],
    cwd: cluster,
  });
  closeSync(log);
  const ended = once(child, 'exit');
  const password = readPassword(cluster);
  const connection = { host: cluster, port, user: superuser, password, database: 'daybook' };
  const isUp = () =>
    createQuery(() => ({ ...connection, database: 'postgres' }))('select 1').then(
      () => true as const,
      () => undefined,
    );
  await pollUntil(isUp, 60_000);
  return { connection, cluster, child, ended };
}

async function endNode({ child, ended }: Node): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  signalProcesses(listProcessTree(child.pid ?? 0), 'SIGKILL');
  await ended;
}

/** Files that belong to the process that runs on a cluster. */
const ofRunning = ['postmaster.pid', 'postmaster.opts', `.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`];

/** A base backup by PostgreSQL's own steps: the embedded one comes without pg_basebackup. */
async function copyCluster({ connection, cluster }: Node, dir: string): Promise<string> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(`select pg_backup_start('standby', true)`);
    const copy = resolveClusterDir(dir);
    try {
      execFileSync('cp', ['-a', cluster, copy], { stdio: 'ignore' });
    } catch {
      // Files that PostgreSQL removed meanwhile are not needed; what is missing otherwise shows at the start.
    }
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    for (const name of ofRunning) rmSync(join(copy, name), { force: true });
    writeFileSync(join(copy, 'backup_label'), rows[0]?.labelfile ?? '');
    return copy;
  } finally {
    await client.end();
  }
}
