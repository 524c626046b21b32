import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The browser on this machine; as root it is installed when there is none. Nothing is downloaded past the system. */
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
  return [process.env['CHROMIUM'] ?? '', ...usual].find((path) => path !== '' && existsSync(path));
}

/** Two test files may come here at once: the package manager lets the second one wait. */
async function install(): Promise<void> {
  const wait = ['-o', 'DPkg::Lock::Timeout=300', '-qq'];
  try {
    await run('apt-get', [...wait, 'update']);
    await run('apt-get', [...wait, 'install', '-y', '--no-install-recommends', 'chromium']);
  } catch {
    // What is missing is said by whoever looked for it.
  }
}
