import { expect, test } from 'vitest';
import { cloneDatabase } from '../server/test/databases.ts';
import { formatDatabaseUrl } from '../server/test/process/daybook.ts';
import { tryRelease } from './release.ts';

/* `npm run chaos -- release` does the same with the embedded PostgreSQL. */

test('a release starts in an empty folder with Node alone', { timeout: 120_000 }, async () => {
  const { connection, drop } = await cloneDatabase();
  try {
    const variables = { DATABASE_URL: formatDatabaseUrl(connection) };
    expect(await tryRelease({ withPostgres: false, variables })).toEqual([]);
  } finally {
    await drop();
  }
});
