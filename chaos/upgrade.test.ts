import { expect, test } from 'vitest';
import { createEmptyDatabase } from '../server/test/databases.ts';
import { schemas, runUpgrade } from './upgrade.ts';

/*
 * The short form of `npx tsx chaos/upgrade.ts`, which takes all schemas, kills the server in the middle and measures a million
 * events. The oldest schema goes through every migration since; the newest has all that were written anew as they were.
 */

test.each([schemas[0], schemas.at(-1)!])(
  'a database of %s is migrated with every row intact, while somebody books',
  async (from) => {
    const { connection, drop } = await createEmptyDatabase();
    try {
      const { migrations, writes, wrong } = await runUpgrade({ connection, from, events: 500, kills: 0 });
      expect(migrations).toBeGreaterThan(0);
      expect(writes).toBeGreaterThan(0);
      expect(wrong).toEqual([]);
    } finally {
      await drop();
    }
  },
  120_000,
);
