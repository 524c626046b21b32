import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface Wanted {
  readonly command: string;
  /** What Debian calls it. */
  readonly packages: readonly string[];
  readonly needsRoot?: boolean;
  /** What the tests that need it are about. */
  readonly purpose: string;
}

/** If it is missing and we are root, the system's package manager installs it. Undefined, or what is missing. */
export async function installFromDebian({
  command,
  packages,
  needsRoot = false,
  purpose,
}: Wanted): Promise<string | undefined> {
  const isRoot = process.getuid?.() === 0;
  const names = packages.join(' ');
  if (needsRoot && !isRoot) return `Tests of ${purpose} on ${names} need root.`;
  if (existsSync(command)) return undefined;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    const wait = ['-o', 'DPkg::Lock::Timeout=300', '-qq'];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('/usr/bin/apt-get', [...wait, 'update'], { env }).catch(() => undefined);
    const options = ['install', '-y', '--no-install-recommends'];
    await run('/usr/bin/apt-get', [...wait, ...options, ...packages], { env }).catch(() => undefined);
  }
  if (existsSync(command)) return undefined;
  const sentence = `Tests of ${purpose} need ${names}: install it (apt-get install ${names}).`;
  if (isRoot) throw new Error(sentence);
  return sentence;
}
