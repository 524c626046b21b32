import { afterEach, expect, test } from 'vitest';
import { stopAll } from '../server/test/process/daybook.ts';
import { backUpAndKill } from './backup.ts';

afterEach(stopAll);

test(
  'a backup made during writes restores them after kill -9, and a killed restore can be repeated',
  { timeout: 120_000 },
  async () => {
    expect(await backUpAndKill()).toEqual([]);
  },
);
