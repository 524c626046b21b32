import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { startCalcom, startCalendly, fakeToken } from '../server/src/moving/test-apis.ts';
import { addressOf } from '../server/test/process/daybook.ts';
import { openBench, startServer } from './server.ts';

/** Reads a company of 50 from a fake of Calendly or Cal.com, and tries to import it: time and memory. */

const { values } = parseArgs({
  options: {
    bookings: { type: 'string', default: '50000' },
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
    DATABASE_URL: addressOf(bench.postgres.connection),
    CALENDLY_TOKEN: fakeToken,
    CAL_API_KEY: fakeToken,
  };
  const daybook = join(import.meta.dirname, '../tools/daybook.mjs');
  for (const more of values['dry-run'] ? [['--dry-run']] : [['--dry-run'], []]) {
    const began = performance.now();
    const args = ['import', values.product, '--api', api.url, '--folder', folder, ...more];
    const { stdout, stderr } = await promisify(execFile)(
      '/usr/bin/time',
      ['-f', '%M KB', process.execPath, daybook, ...args],
      { env, maxBuffer: 64 * 1024 * 1024 },
    );
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    const counts = /bookings .*/.exec(stdout)?.[0];
    console.log(
      `${more.join(' ') || 'import'}: ${seconds} s, ${stderr.trim().split('\n').at(-1)}, ${counts}`,
    );
  }
} finally {
  await api.close();
  await bench.close();
  await rm(folder, { recursive: true, force: true });
}
