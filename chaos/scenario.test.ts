import { expect, test } from 'vitest';
import { buildPlan, computeVerdict, type Findings } from './scenario.ts';

const found: Findings = {
  faults: { kill: 2 },
  operations: { ok: 10, refused: 3, unknown: 1 },
  wrong: [],
};
const control: Findings = { ...found, wrong: ['A booking is lost.'] };

test('a run passes when nothing is wrong and its control failed', () => {
  expect(computeVerdict({}, found, control).verdict).toBe('passed');
});

test('a run fails by one thing that is wrong', () => {
  expect(computeVerdict({}, control, control).verdict).toBe('failed');
});

test.each([
  ['without a fault', { ...found, faults: {} }, control],
  ['without an unknown outcome', { ...found, operations: { ...found.operations, unknown: 0 } }, control],
  ['without an acknowledged operation', { ...found, operations: { ok: 0, refused: 1, unknown: 1 } }, control],
  ['whose control found nothing', found, found],
])('a run %s shows nothing', (_, run, its) => {
  expect(computeVerdict({}, run, its).verdict).toBe('inconclusive');
});

test('a comparison needs neither faults nor unknown outcomes', () => {
  const compared = { faults: {}, operations: { ok: 5, refused: 0, unknown: 0 }, wrong: [] };
  expect(computeVerdict({ kind: 'comparison' }, compared).verdict).toBe('passed');
});

test('a seed gives the same plan again', () => {
  const scenario = { claim: '', rounds: 1, run: async () => found };
  const numbers = () => {
    const { random } = buildPlan(scenario, { seed: 7 });
    return [random(100), random(100), random(100)];
  };
  expect(numbers()).toEqual(numbers());
});
