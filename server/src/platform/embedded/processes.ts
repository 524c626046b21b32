import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/**
 * Names one process for good: its number and the moment it began, since numbers are reused. Undefined once the process
 * has ended. A zombie has ended: in a container without an init nobody may ever reap it.
 */
export function processMark(pid: number): string | undefined {
  return process.platform === 'linux' ? markFromProc(pid) : markFromPs(pid);
}

export const ownMark = (): string => processMark(process.pid) ?? `${process.pid}.0`;

export const pidOfMark = (mark: string): number => Number.parseInt(mark, 10);

export const isAlive = (mark: string | undefined): boolean =>
  mark !== undefined && mark !== '' && processMark(pidOfMark(mark)) === mark;

function markFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program's name stands in parentheses and may hold anything, so fields count from the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${pid}.${fields[19]}`;
  } catch {
    return undefined;
  }
}

function markFromPs(pid: number): string | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const [state, ...began] = (stdout ?? '').trim().split(/\s+/);
  return !state || state.startsWith('Z') ? undefined : `${pid}.${Date.parse(began.join(' ')) / 1000}`;
}

/** Whether this is a live postgres that works in this folder, as every postmaster does in its cluster. */
export function worksIn(pid: number, folder: string): boolean {
  if (processMark(pid) === undefined) return false;
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
