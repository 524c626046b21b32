import type { ChildProcess } from 'node:child_process';
import { closeSync, fchownSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { getOwnIdentity, getProcessIdentity, sleep, isPostgresIn } from './processes.ts';
import { type Run, spawnAs } from './run-as.ts';

export const port = 5432;

/** Settings that an operator must not change in postgresql.conf. */
const fixed = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: String(port),
  lc_messages: 'C',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  log_min_messages: 'error',
  // No statements and no values: personal data does not belong in a log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  // A deadlock is retried by the server, so it should be found sooner than after the default of one second.
  deadlock_timeout: '100ms',
};

export interface Place {
  cluster: string;
  socketDir: string;
  log: string;
}

export interface Postmaster {
  child: ChildProcess;
  /** Resolves with how it ended. */
  ended: Promise<string>;
}

export interface PidFile {
  pid: number;
  socketDir: string;
  ready: boolean;
}

/** postmaster.pid, which PostgreSQL writes at its start and leaves behind when it is killed. */
export function readPidFile(cluster: string): PidFile | undefined {
  const lines = readOptionalFile(join(cluster, 'postmaster.pid')).split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!(pid > 0)) return undefined;
  return { pid, socketDir: lines[4]?.trim() ?? '', ready: (lines[7] ?? '').trim() === 'ready' };
}

/**
 * A kill or power cut between creating and writing postmaster.pid leaves it empty, which PostgreSQL takes for another
 * start in progress. It writes at once, so a file that has been empty for seconds is stale.
 */
export function removeEmptyPidFile(cluster: string): void {
  const path = join(cluster, 'postmaster.pid');
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.size === 0 && Date.now() - found.mtimeMs > 2_000) rmSync(path, { force: true });
}

export function readOptionalFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Starts PostgreSQL and waits until it accepts connections. Throws with its last log message if it ends before that. */
export async function launchPostmaster(
  place: Place,
  run: Run,
  settings: Record<string, string>,
  limitMs: number,
): Promise<Postmaster> {
  const log = openLog(place.log, run);
  const offset = statSync(place.log).size;
  const child = spawnAs(run, 'postgres', postgresArgs(place, settings), {
    // A process group of its own: Ctrl-C in the terminal must reach the server only, which finishes its requests first.
    detached: true,
    stdio: ['ignore', log, log],
    cwd: place.cluster,
    env: stalePidEnvironment(place.cluster),
  });
  closeSync(log);
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
  });
  const postmaster = { child, ended };
  let how: string | undefined;
  void ended.then((text) => (how = text));
  const deadline = Date.now() + limitMs;
  while (!isReady(place.cluster, child.pid)) {
    if (how !== undefined) throw new Error(lastLogMessage(place.log, offset, child.pid) ?? how);
    if (Date.now() > deadline) {
      await stopPostmaster(postmaster);
      throw new Error(`it was not ready within ${limitMs / 1000} s`);
    }
    await sleep(5);
  }
  return postmaster;
}

const logBytesMax = 5_000_000;

function openLog(path: string, run: Run): number {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > logBytesMax) renameSync(path, `${path}.old`);
  const fd = openSync(path, 'a', 0o600);
  if (run.as === 'user') fchownSync(fd, run.owner.uid, run.owner.gid);
  return fd;
}

function postgresArgs(place: Place, settings: Record<string, string>): string[] {
  const all = {
    ...fixed,
    unix_socket_directories: place.socketDir,
    ...settings,
    'daybook.owner': getOwnIdentity(),
  };
  return ['-D', place.cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/**
 * PostgreSQL does not start while the process id in postmaster.pid is alive, even if it was reused for another program. It
 * ignores the id of its grandparent (pg_ctl relies on that), so an id that we know to be another program's is passed as
 * such. Unlike removing the file, that keeps its check for backends that are still alive.
 */
function stalePidEnvironment(cluster: string): NodeJS.ProcessEnv {
  const file = readPidFile(cluster);
  return file && !isPostgresIn(file.pid, cluster) ? { PG_GRANDPARENT_PID: String(file.pid) } : {};
}

function isReady(cluster: string, pid: number | undefined): boolean {
  const file = readPidFile(cluster);
  return file !== undefined && file.pid === pid && file.ready;
}

function lastLogMessage(log: string, offset: number, pid: number | undefined): string | undefined {
  const lines = readFileSync(log).subarray(offset).toString().trim().split('\n');
  const own = lines.filter((line) => line.includes(`[${pid}]`));
  const worst = own.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ?? own.at(-1) ?? lines.at(-1);
  return worst?.replace(/^.*?\b(FATAL|PANIC): +/, '').trim() || undefined;
}

const fastShutdownMs = 15_000;

/** Fast shutdown: sessions are closed and everything is written. Stronger signals follow only if that hangs. */
export async function stopPostmaster({ child, ended }: Postmaster): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    child.kill(signal);
    if (await within(ended, fastShutdownMs)) return;
  }
}

async function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => (timer = setTimeout(resolve, ms, false)));
  const inTime = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
}

/** The same for a postmaster that is not a child of this process. */
export async function stopOrphan(pid: number, cluster: string): Promise<void> {
  const identity = getProcessIdentity(pid);
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isPostgresIn(pid, cluster)) return;
    process.kill(pid, signal);
    for (const deadline = Date.now() + fastShutdownMs; Date.now() < deadline; await sleep(10)) {
      if (getProcessIdentity(pid) !== identity) return;
    }
  }
}
