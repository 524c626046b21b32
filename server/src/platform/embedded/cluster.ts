import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { resolveClusterDir, fsyncPath } from './folders.ts';
import { isAlive, getOwnIdentity } from './processes.ts';
import { type Run, spawnAs } from './run-as.ts';

export const superuser = 'postgres';

/** Written to the postgresql.conf of a new cluster, where an operator may change them. */
const initialSettings = {
  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Creates the cluster if there is none, and returns its folder. */
export async function ensureCluster(
  dataDir: string,
  run: Run,
  version: string,
  sync: boolean,
): Promise<string> {
  removeLeftovers(dataDir);
  checkOwner(resolveClusterDir(dataDir));
  if (isEmpty(resolveClusterDir(dataDir))) await createCluster(dataDir, run, sync);
  const cluster = resolveClusterDir(dataDir);
  checkCluster(cluster, Number.parseInt(version, 10));
  return cluster;
}

function checkOwner(cluster: string): void {
  const uid = statSync(cluster, { throwIfNoEntry: false })?.uid;
  if (uid === undefined || uid === process.getuid?.() || process.getuid?.() === 0) return;
  throw new StartError(
    `The database in ${cluster} belongs to another user (uid ${uid}); start Daybook as that user or choose another DATA_DIR.`,
  );
}

/** Temporary folders are named by the process that made them; if that has ended, it was killed. */
function removeLeftovers(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const maker = /^postgres\.new-([\d.]+)-/.exec(name)?.[1];
    if (maker && !isAlive(maker)) tryRemove(join(dataDir, name));
  }
}

function tryRemove(dir: string): void {
  try {
    rmSync(dir, { recursive: true, force: true });
  } catch {
    // The initdb of a killed server may still be writing; the next start tries again.
  }
}

const isEmpty = (dir: string): boolean => !existsSync(dir) || readdirSync(dir).length === 0;

/**
 * initdb writes to a temporary folder, which is then renamed. So a kill never leaves half a cluster, cluster and password
 * always belong together, and of two servers that start at the same moment one wins.
 */
async function createCluster(dataDir: string, run: Run, sync: boolean): Promise<void> {
  const work = join(run.base, `postgres.new-${getOwnIdentity()}-${randomBytes(4).toString('hex')}`);
  try {
    mkdirSync(work, { mode: 0o700 });
    writeFileSync(join(work, 'password'), randomBytes(24).toString('base64url'), {
      mode: 0o600,
      flush: true,
    });
    if (run.as === 'user') {
      for (const path of [work, join(work, 'password')]) chownSync(path, run.owner.uid, run.owner.gid);
    }
    const made = join(work, 'cluster');
    await initdb(run, made, join(work, 'password'), sync);
    renameSync(join(work, 'password'), join(made, passwordFile));
    fsyncPath(made);
    moveIntoPlace(made, dataDir, run.base);
  } finally {
    tryRemove(work);
  }
}

const passwordFile = 'daybook.password';

export const readPassword = (cluster: string): string => readFileSync(join(cluster, passwordFile), 'utf8');

async function initdb(run: Run, dir: string, passwordPath: string, sync: boolean): Promise<void> {
  const args = [
    `--pgdata=${dir}`,
    `--username=${superuser}`,
    `--pwfile=${passwordPath}`,
    '--auth=scram-sha-256',
    // The built-in provider changes the case of every script, and does not depend on the machine's C library.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...Object.entries(initialSettings).map(([name, value]) => `--set=${name}=${value}`),
    ...(sync ? [] : ['--no-sync']),
  ];
  const child = spawnAs(run, 'initdb', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    // The other user may not be allowed to enter our working directory.
    cwd: run.base,
  });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(0, 8_000)));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw Object.assign(new Error(firstErrorIn(stderr)), { code: 'INITDB' });
}

function firstErrorIn(stderr: string): string {
  const lines = stderr.trim().split('\n');
  // The first error is the cause; the others follow from it.
  const first = lines.find((line) => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1);
  return first?.replace(/^.*?\b(FATAL|PANIC|error): +/, '') || 'initdb failed';
}

function moveIntoPlace(made: string, dataDir: string, base: string): void {
  try {
    renameSync(made, join(base, 'postgres'));
    if (base !== dataDir) symlinkSync(join(base, 'postgres'), join(dataDir, 'postgres'));
    fsyncPath(base);
    fsyncPath(dataDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another server was first: its cluster is used.
    if (code !== 'EEXIST' && code !== 'ENOTEMPTY') throw error;
    if (base !== dataDir) rmSync(base, { recursive: true, force: true });
  }
}

function checkCluster(cluster: string, major: number): void {
  const found = versionOf(cluster);
  if (found === undefined) {
    throw new StartError(
      `${cluster} contains files that aren’t a database; move them or choose another DATA_DIR.`,
    );
  }
  if (found !== major) {
    throw new StartError(
      `The database in ${cluster} was created by PostgreSQL ${found}, and this Daybook comes with PostgreSQL ${major}; start the Daybook version that created it, or dump and restore it.`,
    );
  }
}

function versionOf(cluster: string): number | undefined {
  const path = join(cluster, 'PG_VERSION');
  return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : undefined;
}
