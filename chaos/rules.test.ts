import { expect, test } from 'vitest';
import { compareRules } from './rules.ts';

/* The short form of `npx tsx chaos/rules.ts`. */

test('random rules give the occurrences that python-dateutil finds', { timeout: 120_000 }, ({ skip }) => {
  const found = compareRules(150, 7);
  skip(found === undefined, 'Install python3-dateutil (apt-get install python3-dateutil).');
  expect(found?.wrong).toEqual([]);
  expect(found?.compared).toBeGreaterThan(100);
});
