import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.mjs';

/** Run before tests, by Node alone: says in one line what is missing. */

const isInstalled = existsSync(fileURLToPath(new URL('../node_modules/vitest', import.meta.url)));
const missing = !isInstalled
  ? 'Daybook isn’t installed yet; run npm ci first.'
  : findChromium() === undefined
    ? 'Tests need Chromium: run npm run test:setup as root, or set CHROMIUM to its path.'
    : undefined;
if (missing) {
  console.error(missing);
  process.exit(1);
}
