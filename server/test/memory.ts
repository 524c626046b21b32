import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { getProcessIdentity } from '../src/platform/embedded/processes.ts';

const memory = '/dev/shm';
/** All databases of a run and their log stay below half of it. */
const neededBytes = 3 * 1024 ** 3;
const restMs = 10 * 60_000;
const ours = /^daybook-test-(\d+)-/;

/**
 * A new folder in memory, or on the disk where there is too little of it, as in most containers: to copy the thousand files of a database
 * takes a tenth of the CPU time there.
 */
export function createMemoryFolder(): string {
  const isThere = hasRoom();
  if (isThere) removeAbandoned();
  return mkdtempSync(join(isThere ? memory : tmpdir(), `daybook-test-${process.pid}-`));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    // Where PostgreSQL's programs can't be reached by the user that it runs as, copies of them run from beside its data.
    const mayRun = !/^\S+ \/dev\/shm .*\bnoexec\b/m.test(readFileSync('/proc/mounts', 'utf8'));
    return mayRun && Math.min(bavail * bsize, freemem()) > neededBytes;
  } catch {
    return false;
  }
}

/** The process of a run in another container has no number here; its databases come and go. */
const isAtRest = (folder: string): boolean =>
  Date.now() - (statSync(join(folder, 'postgres/base'), { throwIfNoEntry: false })?.mtimeMs ?? 0) > restMs;

/** What a run that was killed has left there would take memory until the machine starts again. Its PostgreSQL ends without its files. */
function removeAbandoned(): void {
  for (const name of readdirSync(memory)) {
    const pid = ours.exec(name)?.[1];
    const folder = join(memory, name);
    if (pid !== undefined && getProcessIdentity(Number(pid)) === undefined && isAtRest(folder))
      rmSync(folder, { recursive: true, force: true });
  }
}
