import { expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { createForm } from './test-forms.ts';

const app = useApp({ config: { rateLimit: { perToken: 1000, perAddress: 3 } } });

test('429: visitors are counted per address, over both addresses of a route', async () => {
  const form = await createForm(app, {
    name: 'Busy',
    fields: [{ question: 'Why?' }],
    fallback: { type: 'MESSAGE', headline: 'x' },
  });
  const visit = (prefix: string, remoteAddress: string) =>
    app.inject({ method: 'GET', url: `${prefix}/public/forms/${form.slug}`, remoteAddress });
  const statuses = [];
  for (const prefix of ['/v2', '', '/v2', '']) statuses.push((await visit(prefix, '203.0.113.7')).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const other = await visit('', '203.0.113.8');
  expect([other.status, other.headers['ratelimit-remaining']]).toEqual([200, '2']);
});
