import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['server/test/postgres.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Two cores: one for the tests, one for PostgreSQL.
    maxWorkers: 2,
  },
});
