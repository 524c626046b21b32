import { availableParallelism, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { readTree } from './tools/boundaries.ts';
import { LongestFirst } from './tools/test-order.ts';
import { sortIntoTiers } from './tools/test-tiers.ts';

const tiers = sortIntoTiers(readTree(fileURLToPath(new URL('.', import.meta.url))));
const globalSetup = ['server/test/postgres.ts', 'tools/assets.mjs'];
/** A worker with its browser, and its share of PostgreSQL. */
const workerBytes = 1.5 * 1024 ** 3;

export default defineConfig({
  test: {
    // Limits are for what hangs: a busy machine proves nothing wrong, and nothing is tried twice.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A browser beside another test file may need more than the second that is usual.
    expect: { poll: { timeout: 15_000 } },
    // Files share what they import: reading it again for each cost half of the time. Each has a database of its own.
    isolate: false,
    maxWorkers: Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / workerBytes))),
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'unit', include: [...tiers.unit] } },
      { extends: true, test: { name: 'system', include: [...tiers.system], globalSetup } },
      { extends: true, test: { name: 'more', include: [...tiers.more], globalSetup } },
      { extends: true, test: { name: 'smoke', include: [...tiers.smoke], globalSetup } },
    ],
  },
});
