import { expect, test } from 'vitest';
import { createRandom } from '../chaos/scenario.ts';
import { faults, simulateCalls, trial, type Deciders, type Tally } from './schedules.ts';

/** `npm run voice -- schedules` simulates a million. */

function run(count: number, deciders: Deciders): Tally {
  const random = createRandom(7);
  const tally: Tally = { dials: 0, postponed: 0, wrong: [] };
  for (let index = 0; index < count; index += 1) simulateCalls(random, deciders, tally);
  return tally;
}

test('no number is dialled outside of its hours or too often', () => {
  const { dials, postponed, wrong } = run(1500, trial);
  expect(wrong).toEqual([]);
  expect(Math.min(dials, postponed)).toBeGreaterThan(1500);
});

test.each(Object.entries(faults))('control: it is noticed when %s', (_, deciders) => {
  expect(run(400, deciders).wrong.length).toBeGreaterThan(0);
});
