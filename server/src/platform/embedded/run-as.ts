import { type ChildProcess, spawn, type SpawnOptions, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';
import { type Binaries, copyBinaries, mend } from './binaries.ts';
import { clusterIn, reachable } from './folders.ts';

interface User {
  uid: number;
  gid: number;
}

/** How PostgreSQL is run here. */
export interface Run {
  /** self: as we are. user: as another user. namespace: as us, but calling ourselves nobody in a user namespace. */
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
  const whole = mend(binaries.native);
  if (process.getuid?.() === 0) return chooseAsRoot(dataDir, binaries, whole);
  const native = whole ? binaries.native : await copyBinaries(binaries, dataDir);
  return { as: selfOrNamespace(), owner: ourselves(), native, base: dataDir };
}

const ourselves = (): User => ({ uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 });

/** initdb wants its user to have a name, and users that a container was given by number have none. */
function selfOrNamespace(): 'self' | 'namespace' {
  try {
    userInfo();
    return 'self';
  } catch {
    if (canUseNamespace()) return 'namespace';
    throw new StartError(
      `The user with number ${ourselves().uid} has no name on this machine, which PostgreSQL needs; add it to /etc/passwd or set DATABASE_URL.`,
    );
  }
}

/**
 * As root: as nobody where nobody can reach everything, else in a user namespace, which needs no file to be given away,
 * else with copies that nobody can reach. A cluster that exists keeps the owner it has wherever that still works.
 */
async function chooseAsRoot(dataDir: string, binaries: Binaries, whole: boolean): Promise<Run> {
  const found = clusterOwner(dataDir);
  const user = found && found.uid !== 0 ? found : nobody;
  const base = found ? dirname(clusterIn(dataDir)) : dataDir;
  const dataOpen = reachable(base, user);
  const nativeOpen = whole && reachable(join(binaries.native, 'bin', 'postgres'), user);
  const asUser = async (home: string): Promise<Run> => {
    const native = nativeOpen ? binaries.native : await copyBinaries(binaries, home);
    return { as: 'user', owner: user, base: home, native };
  };
  if (dataOpen && found?.uid !== 0 && (found || nativeOpen)) return asUser(base);
  if (canUseNamespace()) {
    const native = whole ? binaries.native : await copyBinaries(binaries, dataDir);
    return { as: 'namespace', owner: ourselves(), base, native };
  }
  if (dataOpen) return asUser(base);
  if (!found) return asUser(makeHomeElsewhere());
  throw new StartError(
    `PostgreSQL can't run as root, and other users may not enter ${dataDir}; open the folders above it (chmod o+x) or start Daybook as an ordinary user.`,
  );
}

function clusterOwner(dataDir: string): User | undefined {
  const cluster = clusterIn(dataDir);
  if (!existsSync(join(cluster, 'PG_VERSION'))) return undefined;
  const { uid, gid } = statSync(cluster);
  return { uid, gid };
}

/** Some containers and kernels forbid user namespaces. */
function canUseNamespace(): boolean {
  return spawnSync(unshare.file, [...unshare.args, 'true'], { stdio: 'ignore', timeout: 5_000 }).status === 0;
}

/** A fresh name each time: a data folder that was thrown away must not find its old cluster again. */
function makeHomeElsewhere(): string {
  mkdirSync('/var/lib/daybook', { recursive: true, mode: 0o711 });
  const base = mkdtempSync('/var/lib/daybook/data-');
  chmodSync(base, 0o711);
  return base;
}

/** Starts one of PostgreSQL's programs. Its environment is made here: a PGDATA or LANG of the caller must not leak in. */
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
