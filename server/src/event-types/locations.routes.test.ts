import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { createPageHelpers } from './test-pages.ts';

const app = useApp();
const { addPage, settings } = createPageHelpers(app);

const berlin = { type: 'IN_PERSON', address: 'Weserstraße 12, Berlin' };
const vienna = { type: 'IN_PERSON', address: 'Praterstraße 1, Wien' };

const idsOf = (page: { locations: { id: string }[] }) => page.locations.map(({ id }) => id);

describe('ids of locations', () => {
  test('201: every location has one of its own', async () => {
    const page = await addPage({ title: 'Two places', locations: [berlin, vienna, berlin] });
    expect(new Set(idsOf(page)).size).toBe(3);
    for (const id of idsOf(page)) expect(id).toMatch(/^[0-9A-Za-z]{10}$/);
  });

  test('200: they stay when the page changes, when they are sent back, and when the same is sent without them', async () => {
    const page = await addPage({ title: 'Stable', locations: [berlin, vienna] });
    const before = idsOf(page);
    const change = async (fields: object) => {
      expect((await app.patch(`/event-types/${page.uuid}`, fields)).status).toBe(200);
      return idsOf(await settings(page.uuid));
    };
    expect(await change({ title: 'Still stable' })).toEqual(before);
    expect(await change({ locations: page.locations })).toEqual(before);
    expect(await change({ locations: [vienna, berlin] })).toEqual([...before].reverse());
    const moved = { ...page.locations[0], address: 'Sonnenallee 1, Berlin' };
    expect(await change({ locations: [moved, vienna] })).toEqual(before);
    const [kept, added] = await change({ locations: [vienna, { type: 'ZOOM' }] });
    expect(kept).toBe(before[1]);
    expect(before).not.toContain(added);
  });

  test('422: an id that the page does not have, or twice, on a new page and a changed one', async () => {
    const page = await addPage({ title: 'Known', locations: [berlin] });
    const [id] = idsOf(page);
    const unknown = { id: 'abcdefghij', ...vienna };
    const twice = [
      { id, ...berlin },
      { id, ...vienna },
    ];
    const message = ['Must be the id of a location of this event type, listed once.'];
    for (const [locations, field] of [
      [[unknown], 'locations.0.id'],
      [twice, 'locations.1.id'],
    ] as const) {
      const { status, body } = await app.patch(`/event-types/${page.uuid}`, { locations });
      expect([status, body.errors]).toEqual([422, { [field]: message }]);
    }
    const fresh = await app.post('/event-types', { title: 'New', locations: [{ id, ...berlin }] });
    expect([fresh.status, fresh.body.errors]).toEqual([422, { 'locations.0.id': message }]);
  });
});

test('the migration gives ids to the locations of existing pages, and states to payments', async () => {
  const page = await addPage({ title: 'From before', locations: [berlin, vienna] });
  const migration = readFileSync(
    new URL('../../migrations/0020_locations_and_payments.sql', import.meta.url),
    'utf8',
  );
  const client = await app.runtime.database.pool.connect();
  try {
    await client.query(`begin; set local daybook.workspace = '*'`);
    await client.query(
      `alter table invitee drop constraint invitee_payment_state;
       update event_type set locations = (select jsonb_agg(x - 'id') from jsonb_array_elements(locations) x)
       where locations <> '[]';
       update invitee set payment = '{"status": "unpaid", "amount": "5.00", "currency": "EUR"}'
       where id = (select min(id) from invitee)`,
    );
    await client.query(migration.replaceAll(':batch', 'true'));
    await client.query(`set local daybook.workspace = '*'`);
    const { rows } = await client.query('select locations from event_type where id = $1', [page.uuid]);
    expect(rows[0].locations).toMatchObject([berlin, vienna]);
    expect(new Set(idsOf(rows[0])).size).toBe(2);
    for (const id of idsOf(rows[0])) expect(id).toMatch(/^[0-9A-Za-z]{10}$/);
    const paid = await client.query(
      'select payment from invitee where payment is not null order by id limit 1',
    );
    expect(paid.rows[0].payment).toEqual({ state: 'pending', amount: '5.00', currency: 'EUR' });
  } finally {
    await client.query('rollback');
    client.release();
  }
});
