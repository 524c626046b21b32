import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Variables } from '../server/test/process/daybook.ts';

/** The clock of one process, by Debian's libfaketime: what the file says is added to the time of the machine. */
export interface ProcessClock {
  /** For the environment of the process. */
  readonly variables: Variables;
  /** Jumps to so many seconds before or after the time of the machine. */
  jump(seconds: number): void;
  close(): void;
}

export function createClock(library: string): ProcessClock {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-clock-'));
  const file = join(folder, 'offset');
  const jump = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  jump(0);
  return {
    variables: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // Of a machine whose clock is set, timers keep their pace.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    jump,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const libraries = '/usr/lib';

export function findFaketime(): string | undefined {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && !listFaketime()) {
    spawnSync('/usr/bin/apt-get', ['-qq', 'install', '-y', '--no-install-recommends', 'libfaketime']);
  }
  return listFaketime();
}

function listFaketime(): string | undefined {
  const paths = readdirSync(libraries).map((name) => join(libraries, name, 'faketime/libfaketimeMT.so.1'));
  return paths.find((path) => existsSync(path));
}
