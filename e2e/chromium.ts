import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

const usualPaths = [
  // First, since it takes a tenth less CPU.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The path of Chromium. If there is none and we are root, the system's package manager installs it. */
export async function chromiumPath(): Promise<string> {
  const found = find();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) await install();
  const installed = find();
  if (installed) return installed;
  throw new Error(
    'Browser tests need Chromium: install it (apt-get install chromium), or set CHROMIUM to its path.',
  );
}

function find(): string | undefined {
  return [process.env['CHROMIUM'] ?? '', ...usualPaths].find((path) => path !== '' && existsSync(path));
}

/** Two test files may run this at once: the second waits for the package manager's lock. */
async function install(): Promise<void> {
  const wait = ['-o', 'DPkg::Lock::Timeout=300', '-qq'];
  try {
    await run('apt-get', [...wait, 'update']);
    const add = (name: string) => run('apt-get', [...wait, 'install', '-y', '--no-install-recommends', name]);
    await add('chromium-headless-shell').catch(() => add('chromium'));
  } catch {
    // The caller reports that there is no browser.
  }
}
