import { type ChildProcess, spawn, type SpawnOptions, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';
import { type Binaries, copyBinaries, repairBinaries } from './binaries.ts';
import { resolveClusterDir, canTraverse } from './folders.ts';

interface User {
  uid: number;
  gid: number;
}

/** How PostgreSQL is run on this machine. */
export interface Run {
  /** self: as this user. user: as another user. namespace: as this user, who is nobody inside a user namespace. */
  as: 'self' | 'user' | 'namespace';
  /** Who owns the cluster's files, seen from outside. */
  owner: User;
  native: string;
  /** Where a new cluster is put: the data folder, or a folder that the other user may enter. */
  base: string;
}

const nobody: User = { uid: 65534, gid: 65534 };
const unshare = {
  file: 'unshare',
  args: ['--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`],
};

/** PostgreSQL refuses to run as root. An ordinary user simply runs it. */
export async function chooseRun(dataDir: string, binaries: Binaries): Promise<Run> {
  const isComplete = repairBinaries(binaries.native);
  if (process.getuid?.() === 0) return chooseAsRoot(dataDir, binaries, isComplete);
  const native = isComplete ? binaries.native : await copyBinaries(binaries, dataDir);
  return { as: selfOrNamespace(), owner: currentUser(), native, base: dataDir };
}

const currentUser = (): User => ({ uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 });

/** initdb needs a user with a name; a user that a container was given by number has none. */
function selfOrNamespace(): 'self' | 'namespace' {
  try {
    userInfo();
    return 'self';
  } catch {
    if (canUseNamespace()) return 'namespace';
    throw new StartError(
      `The user with uid ${currentUser().uid} has no name on this machine, and PostgreSQL needs one; add the user to /etc/passwd or set DATABASE_URL.`,
    );
  }
}

/**
 * As root: as nobody if nobody can reach all files, else in a user namespace, which needs no change of owners, else with
 * copies that nobody can reach. An existing cluster keeps its owner wherever that still works.
 */
async function chooseAsRoot(dataDir: string, binaries: Binaries, isComplete: boolean): Promise<Run> {
  const found = clusterOwner(dataDir);
  const user = found && found.uid !== 0 ? found : nobody;
  const base = found ? dirname(resolveClusterDir(dataDir)) : dataDir;
  const dataOpen = canTraverse(base, user);
  const nativeOpen = isComplete && canTraverse(join(binaries.native, 'bin', 'postgres'), user);
  const asUser = async (home: string): Promise<Run> => {
    const native = nativeOpen ? binaries.native : await copyBinaries(binaries, home);
    return { as: 'user', owner: user, base: home, native };
  };
  if (dataOpen && found?.uid !== 0 && (found || nativeOpen)) return asUser(base);
  if (canUseNamespace()) {
    const native = isComplete ? binaries.native : await copyBinaries(binaries, dataDir);
    return { as: 'namespace', owner: currentUser(), base, native };
  }
  if (dataOpen) return asUser(base);
  if (!found) return asUser(createHome());
  throw new StartError(
    `PostgreSQL can’t run as root, and other users have no access to ${dataDir}; make the folders above it accessible (chmod o+x) or start Daybook as an ordinary user.`,
  );
}

function clusterOwner(dataDir: string): User | undefined {
  const cluster = resolveClusterDir(dataDir);
  if (!existsSync(join(cluster, 'PG_VERSION'))) return undefined;
  const { uid, gid } = statSync(cluster);
  return { uid, gid };
}

/** Some containers and kernels forbid user namespaces. */
function canUseNamespace(): boolean {
  return spawnSync(unshare.file, [...unshare.args, 'true'], { stdio: 'ignore', timeout: 5_000 }).status === 0;
}

/** A new name each time: a data folder that was deleted and created again must not find its old cluster. */
function createHome(): string {
  mkdirSync('/var/lib/daybook', { recursive: true, mode: 0o711 });
  const base = mkdtempSync('/var/lib/daybook/data-');
  chmodSync(base, 0o711);
  return base;
}

/** Starts one of PostgreSQL's programs, with an environment of its own: PGDATA or LANG of this process must not leak in. */
export function spawnAs(run: Run, program: string, args: string[], options: SpawnOptions): ChildProcess {
  const path = join(run.native, 'bin', program);
  const env = {
    PATH: process.env['PATH'],
    LC_ALL: 'C',
    TZ: 'UTC',
    LD_LIBRARY_PATH: join(run.native, 'lib'),
    ...options.env,
  };
  if (run.as === 'namespace')
    return spawn(unshare.file, [...unshare.args, path, ...args], { ...options, env });
  return spawn(path, args, { ...options, ...(run.as === 'user' ? run.owner : {}), env });
}
