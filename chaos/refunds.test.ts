import { expect, test } from 'vitest';
import { refundsScenario } from './refunds.ts';
import { planOf, sumOf } from './scenario.ts';

/* The short form of `npm run chaos -- refunds`: a kill at each step. */

test(
  'what Stripe has paid back is what Daybook says, although processes are killed and keys are forgotten',
  { timeout: 300_000 },
  async () => {
    const plan = planOf(refundsScenario, { seed: 3, rounds: 6, numbers: { refunds: 500 } });
    const { faults, operations, wrong } = await refundsScenario.run(plan);
    expect(wrong).toEqual([]);
    expect([operations.ok, operations.refused, sumOf(faults)]).toEqual([30, 6, 6]);
  },
);
