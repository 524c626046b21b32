import { expect, test } from 'vitest';
import { createEmptyDatabase } from '../server/test/databases.ts';
import { runUpgrade } from './upgrade.ts';

/* The short form of `npx tsx chaos/upgrade.ts`, which measures a million events. */

test('a database is upgraded with every row intact, while somebody books and after a kill halfway', async () => {
  const { connection, drop } = await createEmptyDatabase();
  try {
    const { migrations, writes, wrong } = await runUpgrade({ connection, events: 500, kills: 1 });
    expect(migrations).toBeGreaterThan(0);
    expect(writes).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  } finally {
    await drop();
  }
}, 120_000);
