import { test } from 'vitest';
import { runSmoke } from '../tools/run-smoke.ts';
import { proofs } from './proofs.ts';

test.for(Object.keys(proofs))(
  'npm run voice -- %s --smoke works',
  { timeout: 300_000 },
  async (name, context) => {
    await runSmoke(['voice/run.ts', name], context);
  },
);
