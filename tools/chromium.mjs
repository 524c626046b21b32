import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const usualPaths = [
  // First, since it takes a tenth less CPU.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The path of the Chromium that tests use: CHROMIUM, or one of the usual ones. */
export function findChromium() {
  const chosen = process.env.CHROMIUM;
  return (chosen ? [chosen] : usualPaths).find((path) => existsSync(path));
}

/** `npm run test:setup`: the only step that installs something on the machine. */
function setUp() {
  const found = findChromium();
  if (found) return console.log(`Tests use ${found}.`);
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(
      'Install Chromium (such as apt-get install chromium, as root), or set CHROMIUM to its path.',
    );
    return process.exit(1);
  }
  const apt = (...words) =>
    execFileSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-q', ...words], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  // --no-remove: a package of the machine is never given up for it.
  const add = (name) => apt('install', '-y', '--no-install-recommends', '--no-remove', name);
  apt('update');
  try {
    add('chromium-headless-shell');
  } catch {
    add('chromium');
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) setUp();
