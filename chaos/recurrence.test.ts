import { expect, test } from 'vitest';
import { compareRules } from './recurrence.ts';

/* The short form of `npm run chaos -- recurrence`. */

test(
  'random rules give the occurrences that python-dateutil finds',
  { timeout: 120_000 },
  async ({ skip }) => {
    const found = await compareRules(150, 7);
    skip(
      found === undefined,
      'rules of recurrence beside python-dateutil, because the machine has none and it could not be downloaded.',
    );
    expect(found?.wrong).toEqual([]);
    expect(found?.compared).toBeGreaterThan(100);
  },
);
