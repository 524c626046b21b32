import { expect, test } from 'vitest';
import { runSmoke } from '../tools/run-smoke.ts';
import { scenarios } from './scenarios.ts';

test('every scenario has numbers for --smoke', () => {
  const without = Object.entries(scenarios).filter(([, { numbers = {}, smoke = {} }]) =>
    Object.keys(numbers).some((name) => smoke[name] === undefined),
  );
  expect(without.map(([name]) => name)).toEqual([]);
});

test.for(Object.keys(scenarios))(
  'npm run chaos -- %s --smoke works',
  { timeout: 300_000 },
  async (name, context) => {
    await runSmoke(['chaos/run.ts', name], context);
  },
);

test.for(['fuzz', 'upgrade', 'walls'])(
  'npx tsx chaos/%s.ts --smoke works',
  { timeout: 300_000 },
  async (name, context) => {
    await runSmoke([`chaos/${name}.ts`], context);
  },
);
