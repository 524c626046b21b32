import type { ChildProcess } from 'node:child_process';
import { closeSync, fchownSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ownMark, processMark, sleep, worksIn } from './processes.ts';
import { type Run, spawnAs } from './run-as.ts';

export const port = 5432;

/** What cannot be left to postgresql.conf. */
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
  // No statements and no values: people's data does not belong in a log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  // Two that wait for each other are begun anew; a second is long for those who wait for them.
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

/** postmaster.pid, which PostgreSQL holds while it runs and leaves behind when it is killed. */
export function readPidFile(cluster: string): PidFile | undefined {
  const lines = readIfThere(join(cluster, 'postmaster.pid')).split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!(pid > 0)) return undefined;
  return { pid, socketDir: lines[4]?.trim() ?? '', ready: (lines[7] ?? '').trim() === 'ready' };
}

/**
 * A kill or power cut between making and writing postmaster.pid leaves it empty, which PostgreSQL takes for another
 * starter at work. It writes at once, so a file that has been empty for seconds is nobody's.
 */
export function removeEmptyPidFile(cluster: string): void {
  const path = join(cluster, 'postmaster.pid');
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.size === 0 && Date.now() - found.mtimeMs > 2_000) rmSync(path, { force: true });
}

export function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Starts PostgreSQL and waits until it takes connections; throws Error with its last words if it ends before. */
export async function launch(
  place: Place,
  run: Run,
  settings: Record<string, string>,
  limitMs: number,
): Promise<Postmaster> {
  const log = openLog(place.log, run);
  const offset = statSync(place.log).size;
  const child = spawnAs(run, 'postgres', postgresArgs(place, settings), {
    // A session of its own: Ctrl-C in the terminal must reach the server only, which first finishes its requests.
    detached: true,
    stdio: ['ignore', log, log],
    cwd: place.cluster,
    env: ignoringStalePid(place.cluster),
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
    if (how !== undefined) throw new Error(lastWords(place.log, offset, child.pid) ?? how);
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
    'daybook.owner': ownMark(),
  };
  return ['-D', place.cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/**
 * PostgreSQL will not start while the number in postmaster.pid belongs to any live process of its user, even a stranger
 * that was given the number later. It ignores its grandparent's number (pg_ctl relies on that), so a number that we know
 * to be a stranger's is passed as such: unlike removing the file, that keeps its check for backends still alive.
 */
function ignoringStalePid(cluster: string): NodeJS.ProcessEnv {
  const file = readPidFile(cluster);
  return file && !worksIn(file.pid, cluster) ? { PG_GRANDPARENT_PID: String(file.pid) } : {};
}

function isReady(cluster: string, pid: number | undefined): boolean {
  const file = readPidFile(cluster);
  return file !== undefined && file.pid === pid && file.ready;
}

function lastWords(log: string, offset: number, pid: number | undefined): string | undefined {
  const lines = readFileSync(log).subarray(offset).toString().trim().split('\n');
  const own = lines.filter((line) => line.includes(`[${pid}]`));
  const worst = own.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ?? own.at(-1) ?? lines.at(-1);
  return worst?.replace(/^.*?\b(FATAL|PANIC): +/, '').trim() || undefined;
}

const fastShutdownMs = 15_000;

/** Fast shutdown: sessions end, everything is written. Harder only if that hangs. */
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

/** The same for a postmaster that is not our child. */
export async function endOrphan(pid: number, cluster: string): Promise<void> {
  const mark = processMark(pid);
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!worksIn(pid, cluster)) return;
    process.kill(pid, signal);
    for (const deadline = Date.now() + fastShutdownMs; Date.now() < deadline; await sleep(10)) {
      if (processMark(pid) !== mark) return;
    }
  }
}
