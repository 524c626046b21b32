import { expect, test } from 'vitest';
import { fakes } from '../server/test/payment-fakes.ts';
import { createRefundsScenario } from './refunds.ts';
import { buildPlan, sumCounts } from './scenario.ts';

/* The short form of `npm run chaos -- refunds`: a kill at each step. */

test.each(fakes)(
  'what $name has paid back is what Daybook says, although processes are killed and keys are forgotten',
  { timeout: 300_000 },
  async (by) => {
    const scenario = createRefundsScenario(by);
    const plan = buildPlan(scenario, { seed: 3, rounds: 6, numbers: { refunds: 500 } });
    const { faults, operations, wrong } = await scenario.run(plan);
    expect(wrong).toEqual([]);
    expect([operations.ok, operations.refused, sumCounts(faults)]).toEqual([30, 6, 6]);
  },
);
