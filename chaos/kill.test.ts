import { afterEach, expect, test } from 'vitest';
import { stopAll } from '../server/test/process/daybook.ts';
import { killRounds } from './kill.ts';

/* The short form of `npx tsx chaos/kill.ts --rounds 20`. */

afterEach(stopAll);

test('after kill -9 every acknowledged write is there', { timeout: 60_000 }, async () => {
  const { kills, acknowledged, wrong } = await killRounds({ rounds: 2 });
  expect(kills).toBe(2);
  expect(acknowledged).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});

test(
  'the check goes red when writes are acknowledged before they are committed',
  { timeout: 60_000 },
  async () => {
    const { kills, wrong } = await killRounds({ rounds: 1, control: true });
    expect(kills).toBe(1);
    expect(wrong.length).toBeGreaterThan(0);
  },
);
