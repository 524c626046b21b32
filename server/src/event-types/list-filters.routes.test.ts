import { expect, test } from 'vitest';
import { createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';

const app = useApp();

const listed = async (query: string) => (await app.get(`/event-types?count=100&${query}`)).body;

test('200: only active event types, only others, or all', async () => {
  const { uuid } = await createPage(app, { title: 'Asleep' });
  await app.patch(`/event-types/${uuid}`, { isActive: false });
  const isActive = ({ collection }: { collection: { isActive: boolean }[] }) =>
    new Set(collection.map((page) => page.isActive));
  expect(isActive(await listed('isActive=true'))).toEqual(new Set([true]));
  const inactive = await listed('isActive=false');
  expect(isActive(inactive)).toEqual(new Set([false]));
  expect(inactive.pagination.total).toBe(inactive.collection.length);
  expect(isActive(await listed(''))).toEqual(new Set([true, false]));
  expect((await app.get('/event-types?isActive=maybe')).status).toBe(422);
});

test('200: the price is listed where it is asked for, and the default stays as it is', async () => {
  const { uuid } = await createPage(app, { title: 'Paid', price: '49.50', currency: 'EUR' });
  const find = async (query: string) =>
    (await listed(query)).collection.find((page: { uuid: string }) => page.uuid === uuid);
  expect(await find('includePrice=true')).toMatchObject({
    price: '49.50',
    currency: 'EUR',
    paymentProvider: 'manual',
  });
  expect(await find('')).not.toHaveProperty('price');
});
