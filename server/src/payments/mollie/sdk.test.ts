import { createMollieClient, type MollieClient } from '@mollie/api-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createCertificate } from '../../../test/certificate.ts';
import { mollieTestKeys, startFakeMollie, type FakeMollie } from './test-mollie.ts';

/** Our Mollie on loopback answers as Mollie does: its official client understands it. */

let fake: FakeMollie;
let mollie: MollieClient;

beforeAll(async () => {
  // The client speaks TLS alone, and trusts none but the authorities that come with it.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  fake = await startFakeMollie({ tls: createCertificate() });
  mollie = connect(mollieTestKeys.apiKey);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await fake.close();
});

function connect(apiKey: string): MollieClient {
  return createMollieClient({ apiKey, apiEndpoint: `${fake.url}/v2/` });
}

const order = {
  amount: { currency: 'EUR', value: '49.00' },
  description: 'Consultation',
  redirectUrl: 'https://book.example.org/bookings/pay/1?returned=1',
  webhookUrl: 'https://book.example.org/connect/mollie/events/1',
};

describe('the client of Mollie', () => {
  test('opens a payment once for one idempotency key, and reads it', async () => {
    const key = { idempotencyKey: 'one' };
    const opened = await mollie.payments.create({ ...order, metadata: { daybook_payment: '1' }, ...key });
    expect(await mollie.payments.create({ ...order, ...key })).toMatchObject({ id: opened.id });
    const found = await mollie.payments.get(opened.id);
    expect(found).toMatchObject({ status: 'open', amount: order.amount, metadata: { daybook_payment: '1' } });
    expect(found.getCheckoutUrl()).toBe(`${fake.url}/pay/${opened.id}`);
    expect((await mollie.payments.page({ limit: 1 }))[0]).toMatchObject({ id: opened.id });
  });

  test('cancels a payment where that is possible, and is refused where it is not', async () => {
    const { id } = await mollie.payments.create(order);
    await expect(mollie.payments.cancel(id)).rejects.toMatchObject({ statusCode: 422 });
    Object.assign(fake.payments.get(id) ?? {}, { isCancelable: true });
    expect((await mollie.payments.cancel(id)).status).toBe('canceled');
  });

  test('refunds in parts and no more than was paid, and lists page by page', async () => {
    const { id: paymentId } = await mollie.payments.create(order);
    fake.pay(paymentId);
    const refund = (value: string) =>
      mollie.paymentRefunds.create({
        paymentId,
        amount: { currency: 'EUR', value },
        metadata: { daybook_refund: value },
      });
    expect(await refund('20.00')).toMatchObject({ status: 'pending', amount: { value: '20.00' } });
    await refund('29.00');
    await expect(refund('0.01')).rejects.toMatchObject({ statusCode: 422, field: 'amount' });
    const first = await mollie.paymentRefunds.page({ paymentId, limit: 1 });
    expect(first.map(({ metadata }) => metadata)).toEqual([{ daybook_refund: '29.00' }]);
    const listed: string[] = [];
    for await (const { amount } of mollie.paymentRefunds.iterate({ paymentId })) listed.push(amount.value);
    expect(listed).toEqual(['29.00', '20.00']);
  });

  test('reads chargebacks', async () => {
    const { id: paymentId } = await mollie.payments.create(order);
    fake.pay(paymentId);
    fake.chargebacks.push({ id: 'chb_1', paymentId, amount: order.amount, reversedAt: null });
    const [chargeback] = await mollie.paymentChargebacks.page({ paymentId });
    expect(chargeback).toMatchObject({ id: 'chb_1', amount: order.amount });
  });

  test.each([
    [
      'an amount with the decimals of another currency',
      { amount: { currency: 'JPY', value: '49.00' } },
      'amount',
    ],
    ['a webhook on this machine', { webhookUrl: 'http://localhost:4000/hook' }, 'webhookUrl'],
    ['no description', { description: '' }, 'description'],
  ])('is refused with the name of the field: %s', async (_, change, field) => {
    await expect(mollie.payments.create({ ...order, ...change })).rejects.toMatchObject({
      statusCode: 422,
      field,
    });
  });

  test('is told when nobody knows the payment or the key', async () => {
    await expect(mollie.payments.get('tr_nobody')).rejects.toMatchObject({ statusCode: 404 });
    const stranger = connect('test_somebodyelsesomebodyelsesome');
    await expect(stranger.payments.page()).rejects.toMatchObject({ statusCode: 401 });
  });
});
