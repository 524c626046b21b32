import { expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { createCallsApi, start, createTestClock } from './test-calls.ts';

const clock = createTestClock();
const app = useApp({ clock });
const calls = createCallsApi(app);

test('a required attribute of people fails no call: the callee becomes a person', async () => {
  for (const slug of ['people', 'companies']) {
    await app.post(`/crm/objects/${slug}/attributes`, { label: 'Badge', type: 'text', isRequired: true });
  }
  clock.set(start);
  const agent = await calls.agent();
  const call = await calls.queue(agent.uuid, { email: 'called@badge.example' });
  expect(await calls.advance(call)).toMatchObject({ status: 'completed' });
  const { body } = await app.get('/crm/people?search=called@badge.example');
  expect(body.collection).toHaveLength(1);
  expect(body.collection[0].customAttributes).toMatchObject({ badge: null });
});
