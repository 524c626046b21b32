import { expect, test } from 'vitest';
import { cloneDatabase } from '../server/test/databases.ts';
import { formatDatabaseUrl } from '../server/test/process/daybook.ts';
import { ownerToken } from '../server/test/runtime.ts';
import { importWithKills } from './import.ts';

test(
  'an import whose worker is killed goes on, and every row is there once',
  { timeout: 300_000 },
  async () => {
    const { connection, drop } = await cloneDatabase();
    try {
      const databaseUrl = formatDatabaseUrl(connection);
      const { wrong } = await importWithKills({ databaseUrl, token: ownerToken, rows: 8_000, kills: 1 });
      expect(wrong).toEqual([]);
    } finally {
      await drop();
    }
  },
);
