import { execFile, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { startCalcom, startCalendly, fakeToken } from '../server/src/importers/test-apis.ts';
import { formatDatabaseUrl } from '../server/test/process/daybook.ts';
import { openBench, startServer } from './parts/server.ts';
import { chooseForSmoke, smokeOption } from './parts/smoke.ts';

/** Reads a company of 50 from a fake of Calendly or Cal.com, and tries to import it: time and memory. */

const { values } = parseArgs({
  options: {
    ...smokeOption,
    bookings: { type: 'string', default: chooseForSmoke('50000', '100') },
    product: { type: 'string', default: 'calcom' },
    'dry-run': { type: 'boolean', default: false },
  },
});
const bookings = Number(values.bookings);
const isCalendly = values.product === 'calendly';
const api = await (isCalendly ? startCalendly : startCalcom)({ users: 50, bookings });
const bench = await openBench();
const folder = await mkdtemp(join(tmpdir(), 'daybook-import-'));
try {
  const server = await startServer(bench);
  await server.stop();
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: formatDatabaseUrl(bench.postgres.connection),
    CALENDLY_TOKEN: fakeToken,
    CAL_API_KEY: fakeToken,
  };
  const daybook = join(import.meta.dirname, '../tools/daybook.mjs');
  for (const more of values['dry-run'] ? [['--dry-run']] : [['--dry-run'], []]) {
    const began = performance.now();
    const args = ['import', values.product, '--api', api.url, '--folder', folder, ...more];
    const running = promisify(execFile)(process.execPath, [daybook, ...args], {
      env,
      maxBuffer: 64 * 1024 * 1024,
    });
    const peak = watchMemory(running.child);
    const { stdout } = await running;
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    const counts = /bookings .*/.exec(stdout)?.[0];
    console.log(`${more.join(' ') || 'import'}: ${seconds} s, ${peak()}, ${counts}`);
  }
} finally {
  await api.close();
  await bench.close();
  await rm(folder, { recursive: true, force: true });
}

/** The most memory that a process has used, as Linux counts it while the process runs. */
function watchMemory({ pid }: ChildProcess): () => string {
  let peak = '';
  const timer = setInterval(() => {
    try {
      peak = /VmHWM:\s+(.*)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? peak;
    } catch {
      clearInterval(timer);
    }
  }, 50);
  return () => peak;
}
