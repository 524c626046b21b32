import { expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { isPhoneNumber } from '../../platform/phone.ts';
import { createTestCrm } from '../test-crm.ts';

const app = useApp();
const crm = createTestCrm(app);

test('400: an amount in a currency without decimals is a whole number, however it is written', async () => {
  const slug = await crm.object();
  await crm.attribute(slug, { label: 'Price', type: 'currency', currency: 'JPY' });
  await crm.attribute(slug, { label: 'Fee', type: 'currency', currency: 'EUR' });
  const { id } = await crm.record(slug, { price: 1200, fee: 12.5 });
  const sentence = 'price must be a whole number, because JPY has no decimals.';
  for (const answer of [
    await app.post(`/crm/${slug}`, { price: 1200.5 }),
    await app.patch(`/crm/${slug}/${id}`, { price: 0.1 }),
  ]) {
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(sentence)]);
  }
  const bulk = await app.post(`/crm/${slug}/bulk`, {
    mode: 'each',
    records: [{ price: 1.5 }, { price: -3 }],
  });
  const statuses = bulk.body.results.map(({ status }: { status: string }) => status);
  expect(statuses).toEqual(['failed', 'created']);
});

test.each(['+493012345678', '+14155550123', '+1234567', '+999123456789', '+49301', '+4930123456789012'])(
  '%s is a phone number of a record if it is one that can be called, and else neither',
  async (number) => {
    const slug = await crm.object();
    await crm.attribute(slug, { label: 'Phone', type: 'phone_number' });
    const stored = await app.post(`/crm/${slug}`, { phone: number });
    const agent = await app.post('/agents', { name: 'Caller', phoneNumber: number });
    const isOne = isPhoneNumber(number);
    expect([stored.status, agent.status]).toEqual(isOne ? [201, 201] : [400, 422]);
  },
);
