import { afterEach, expect, test } from 'vitest';
import { stopAll } from '../server/test/process/daybook.ts';
import { backUpAndKill } from './backup.ts';

/* The short form of `npm run chaos -- backup`. */

afterEach(stopAll);

test(
  'after kill -9 a backup can be made, and is equal where it is restored',
  { timeout: 120_000 },
  async () => {
    expect(await backUpAndKill({ isShort: true })).toEqual([]);
  },
);
