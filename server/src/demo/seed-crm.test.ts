import { expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';

const app = useApp();

test('the demo company has deals with stages, amounts, owners, companies and contacts', async () => {
  const { body } = await app.get(
    '/crm/deals?sort=-amount&expand=company,contacts&fields=title,stage,amount,owner',
  );
  expect(body.pagination.total).toBe(4);
  expect(body.collection[1].attributes).toMatchObject({
    title: 'New coffee bags',
    stage: { value: 'Won', color: 'green' },
    amount: 12_750.5,
    owner: [expect.any(String)],
    company: [{ attributes: { name: 'Andina Coffee', domain: 'andina.example' } }],
    contacts: [{ attributes: { name: 'Sofía Herrera' } }],
  });
  expect((await app.get('/crm/deals?search=WINDOW')).body.pagination.total).toBe(1);
});

test('its people come from its bookings and have additional values', async () => {
  const { body } = await app.get('/crm/people?filter[emails]=kofi@baobab-books.example');
  expect(body.collection).toMatchObject([
    { firstName: 'Kofi', lastName: 'Mensah', jobTitle: 'Publisher', company: { name: 'Baobab Books' } },
  ]);
  const timeline = await app.get(`/crm/people/${body.collection[0].id}/timeline`);
  const kinds = timeline.body.collection.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['booking.scheduled', 'note.created', 'record.updated']));
});
