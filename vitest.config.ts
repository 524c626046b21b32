import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { readTree } from './tools/boundaries.ts';
import { LongestFirst } from './tools/test-order.ts';
import { unitTests } from './tools/unit-tests.ts';

const unit = unitTests(readTree(fileURLToPath(new URL('.', import.meta.url))));
const exclude = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A browser beside another test file may need more than the second that is usual.
    expect: { poll: { timeout: 10_000 } },
    // Nor does a busy machine prove anything wrong: what ran into a time limit, and nothing else, has a second try.
    retry: { count: 1, condition: /timed out|timeout \d+ms exceeded/i },
    // Files share what they import: reading it again for each cost half of the time. Each has a database of its own.
    isolate: false,
    // Two cores: with a third file at a time, tests meet their time limits and the whole takes as long.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'unit', include: unit } },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['**/*.test.ts'],
          exclude: [...exclude, ...unit],
          globalSetup: ['server/test/postgres.ts', 'tools/assets.mjs'],
        },
      },
    ],
  },
});
