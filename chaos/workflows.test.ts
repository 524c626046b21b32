import { expect, test } from 'vitest';
import { buildPlan } from './scenario.ts';
import { workflowsScenario } from './workflows.ts';

/* The short form of `npm run chaos -- workflows`. */

test(
  'each step of a workflow is done once, although processes are killed',
  { timeout: 240_000 },
  async () => {
    const plan = buildPlan(workflowsScenario, { seed: 1, rounds: 1, numbers: { events: 30 } });
    const { operations, wrong } = await workflowsScenario.run(plan);
    expect(wrong).toEqual([]);
    expect(operations.ok).toBeGreaterThan(29);
  },
);
