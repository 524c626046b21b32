import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/**
 * Identifies one process: its id and its start time, since ids are reused. Undefined once the process has ended. A zombie
 * counts as ended: in a container without an init process nobody may ever reap it.
 */
export function getProcessIdentity(pid: number): string | undefined {
  return process.platform === 'linux' ? identityFromProc(pid) : identityFromPs(pid);
}

export const getOwnIdentity = (): string => getProcessIdentity(process.pid) ?? `${process.pid}.0`;

export const parsePid = (identity: string): number => Number.parseInt(identity, 10);

export const isAlive = (identity: string | undefined): boolean =>
  identity !== undefined && identity !== '' && getProcessIdentity(parsePid(identity)) === identity;

function identityFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program's name is in parentheses and may contain anything, so fields are counted from the last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${pid}.${fields[19]}`;
  } catch {
    return undefined;
  }
}

function identityFromPs(pid: number): string | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const [state, ...began] = (stdout ?? '').trim().split(/\s+/);
  return !state || state.startsWith('Z') ? undefined : `${pid}.${Date.parse(began.join(' ')) / 1000}`;
}

/** Whether this is a live postgres with this working directory, as every postmaster has its cluster's. */
export function isPostgresIn(pid: number, folder: string): boolean {
  if (getProcessIdentity(pid) === undefined) return false;
  if (process.platform !== 'linux') return commandOf(pid).includes('postgres');
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'latin1').trim() !== 'postgres') return false;
    const [cwd, wanted] = [statSync(`/proc/${pid}/cwd`), statSync(folder)];
    return cwd.dev === wanted.dev && cwd.ino === wanted.ino;
  } catch {
    return false;
  }
}

function commandOf(pid: number): string {
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
