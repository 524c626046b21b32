import { expect, test } from 'vitest';
import { kills } from './bookings.ts';
import { contended } from './contended.ts';
import { buildPlan } from './scenario.ts';

/* The short forms of `npm run chaos -- kills` and `contended`, which also show that their checks can fail. */

test(
  'after kill -9 of PostgreSQL under two servers and a worker, bookings are as acknowledged and reported once',
  { timeout: 240_000 },
  async () => {
    const { faults, operations, wrong } = await kills.run(buildPlan(kills, { seed: 2, rounds: 1 }));
    expect(wrong).toEqual([]);
    expect(faults).toEqual({ 'kill -9 of PostgreSQL': 1 });
    expect(operations.ok).toBeGreaterThan(20);
    expect(operations.unknown).toBeGreaterThan(0);
  },
);

test('two servers sell no time twice', { timeout: 240_000 }, async () => {
  const plan = buildPlan(contended, { seed: 1, numbers: { attempts: 500 } });
  const { operations, figures, wrong } = await contended.run(plan);
  expect(wrong).toEqual([]);
  expect(operations.ok).toBeGreaterThan(10);
  expect(operations.refused).toBeGreaterThan(operations.ok);
  expect(figures).toMatchObject({ attempts: 500, 'sold twice': 0 });
});
