import { expect, test } from 'vitest';
import { compareRules } from './recurrence.ts';

/* The short form of `npm run chaos -- recurrence`. */

test(
  'random rules give the occurrences that python-dateutil finds',
  { timeout: 120_000 },
  async ({ skip }) => {
    const found = await compareRules(150, 7);
    skip(found === undefined, 'Install python3-dateutil (apt-get install python3-dateutil).');
    expect(found?.wrong).toEqual([]);
    expect(found?.compared).toBeGreaterThan(100);
  },
);
