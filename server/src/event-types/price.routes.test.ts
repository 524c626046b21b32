import { describe, expect, test } from 'vitest';
import { createPage } from '../../test/booking.ts';
import { byStripe } from '../../test/payment-fakes.ts';
import { usePayments } from '../../test/payments.ts';

const { app } = usePayments(byStripe);

let pages = 0;
const create = (fields: object) =>
  app.post('/event-types', { title: `Priced ${(pages += 1)}`, duration: 30, ...fields });

describe('a price', () => {
  test.each(['JPY', 'KRW', 'ISK', 'UGX', 'XOF', 'CLP'])('422: in %s has no decimals', async (currency) => {
    const { status, body } = await create({ price: '49.50', currency });
    expect([status, body.errors]).toEqual([
      422,
      { price: [`Must be a whole number: ${currency} has no decimals.`] },
    ]);
    expect((await create({ price: '4900.00', currency })).status).toBe(201);
  });

  test('422: is judged in the currency that it gets, and with what the page has', async () => {
    const { uuid } = await createPage(app, { price: '49.50', currency: 'EUR' });
    expect(Object.keys((await app.patch(`/event-types/${uuid}`, { currency: 'JPY' })).body.errors)).toEqual([
      'price',
    ]);
    expect((await app.patch(`/event-types/${uuid}`, { currency: 'JPY', price: '4950' })).status).toBe(200);
  });

  test.each([
    ['EUR', '0.49', '0.50'],
    ['GBP', '0.29', '0.30'],
    ['HUF', '174.99', '175.00'],
    ['JPY', '49', '50'],
    ['EUR', '1000000.00', '999999.99'],
    ['JPY', '100000000', null],
    ['KWD', '100000.00', '99999.99'],
    ['ISK', '1000000', '999999'],
    ['INR', '10000000.00', '9999999.99'],
  ])('422: in %s of %s is outside what Stripe collects', async (currency, price, taken) => {
    const online = { currency, paymentProvider: 'stripe' };
    const { status, body } = await create({ ...online, price });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['price']]);
    if (taken === null) return;
    expect(body.errors.price[0]).toContain(taken);
    expect((await create({ ...online, price: taken })).status).toBe(201);
    expect((await create({ currency, price })).status, 'on site it is up to the host').toBe(201);
  });

  test('201: of nothing asks for nothing, also online', async () => {
    expect((await create({ price: '0', currency: 'EUR', paymentProvider: 'stripe' })).status).toBe(201);
  });

  test('422: of a link follows the same rules', async () => {
    const { uuid } = await createPage(app, { price: '4900', currency: 'JPY', paymentProvider: 'stripe' });
    const link = (price: string) => app.get(`/event-types/${uuid}/single-use-link?price=${price}`);
    expect((await link('20.50')).body.errors).toEqual({
      price: ['Must be a whole number: JPY has no decimals.'],
    });
    expect((await link('20')).body.errors).toEqual({ price: ['Stripe collects from 50 to 99999999 JPY.'] });
    expect([(await link('2000')).status, (await link('0')).status]).toEqual([200, 200]);
  });

  test('422: of a link that is open keeps the page from a currency or provider that can’t collect it', async () => {
    const { uuid } = await createPage(app, { price: '49.00', currency: 'EUR' });
    const link = async (price: string) =>
      (await app.get(`/event-types/${uuid}/single-use-link?price=${price}`)).status;
    expect([await link('20.50'), await link('0.10')]).toEqual([200, 200]);
    const change = (fields: object) => app.patch(`/event-types/${uuid}`, fields);
    expect((await change({ currency: 'JPY' })).body.errors).toEqual({
      currency: [
        'A link of this page has the price 0.10. Must be a whole number: JPY has no decimals. Delete the link first.',
      ],
    });
    expect((await change({ paymentProvider: 'stripe' })).body.errors).toEqual({
      paymentProvider: [
        'A link of this page has the price 0.10. Stripe collects from 0.50 to 999999.99 EUR. Delete the link first.',
      ],
    });
    expect((await change({ currency: 'USD' })).status).toBe(200);
    for (const { token } of (await app.get(`/links?eventTypeUuid=${uuid}`)).body.collection)
      expect((await app.delete(`/links/${token}`)).status).toBe(200);
    expect((await change({ currency: 'JPY' })).status).toBe(200);
  });

  test('200: that was saved before a limit was known does not stop other changes', async () => {
    const { uuid } = await createPage(app, { price: '49.00', currency: 'JPY' });
    await app.runtime.database.pool.query(`update event_type set price = 49.50 where id = $1`, [uuid]);
    expect((await app.patch(`/event-types/${uuid}`, { title: 'Renamed' })).status).toBe(200);
  });
});
