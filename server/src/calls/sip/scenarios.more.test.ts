import { describe, expect, test } from 'vitest';
import { provideProgram } from '../../../test/debian.ts';
import { runCall, cases } from './test-scenarios.ts';
import { sipp, startPhone } from './test-sipp.ts';

/** `npm run voice -- scenarios` runs the same, and judges them by their packets. */

const missing = await provideProgram(sipp);

describe.skipIf(missing)(
  'a call to a phone of SIPp ends as it should, and so does its scenario',
  { meta: { notTested: missing } },
  () => {
    test.concurrent.each(Object.entries(cases))('%s', { timeout: 45_000 }, async (_, each) => {
      const phone = await startPhone(each.steps);
      const { end, seen } = await runCall(each, phone.port);
      expect(end).toEqual(each.end);
      if (each.seen) expect([...new Set(seen)]).toEqual(each.seen);
      expect(await phone.done).toBe('');
    });
  },
);
