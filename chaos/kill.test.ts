import { afterEach, expect, test } from 'vitest';
import { stopAll } from '../server/test/process/daybook.ts';
import { killRounds } from './kill.ts';

/* The short form of `npm run chaos -- embedded --rounds 20`, which also shows that its check can fail. */

afterEach(stopAll);

test('after kill -9 every acknowledged write is there', { timeout: 60_000 }, async () => {
  const { kills, acknowledged, wrong } = await killRounds({ rounds: 2 });
  expect(kills).toBe(2);
  expect(acknowledged).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});
