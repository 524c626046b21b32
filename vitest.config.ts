import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['server/test/postgres.ts', 'tools/assets.mjs'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Files share what they import: reading it again for each cost half of the time. Each has a database of its own.
    isolate: false,
    // Two cores: one for the tests, one for PostgreSQL.
    maxWorkers: 2,
  },
});
