import { expect, test } from 'vitest';
import { webhookPayloads } from './webhook-payloads.ts';
import { buildSamplePayload } from './webhook-samples.ts';

test.each(Object.keys(webhookPayloads) as (keyof typeof webhookPayloads)[])(
  'the example of %s fits its schema',
  (event) => {
    const sample = buildSamplePayload(event);
    expect(sample).toMatchObject({ event });
    expect(webhookPayloads[event].safeParse(sample).error).toBeUndefined();
  },
);
