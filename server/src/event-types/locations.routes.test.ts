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
