import { beforeAll, describe, expect, test } from 'vitest';
import { bookPage, buildBooking, fixedClock, createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';

const app = useApp({ clock: fixedClock });

let count = 0;
async function room(fields: object = {}) {
  const { status, body } = await app.post('/resources', {
    name: `Room ${(count += 1)}`,
    kind: 'Room',
    ...fields,
  });
  expect(status).toBe(201);
  return body.resource as { uuid: string; name: string; kind: string };
}

let userToken = '';
beforeAll(async () => {
  userToken = await app.tokenOf('aiko@juniper.example', ['event-types:write']);
});

describe('what there is', () => {
  test('201, 200: a resource is added, read, changed and listed by kind and name', async () => {
    const given = { name: 'Aalto', kind: 'Hall', capacity: 6, location: 'Second floor' };
    const { status, body } = await app.post('/resources', given);
    expect([status, body.resource]).toEqual([201, expect.objectContaining({ ...given, isActive: true })]);
    const path = `/resources/${body.resource.uuid}`;
    const changed = await app.patch(path, { location: null, isActive: false });
    expect(changed.body.resource).toMatchObject({
      name: 'Aalto',
      location: null,
      isActive: false,
      capacity: 6,
    });
    expect((await app.get(path)).body.resource).toEqual(changed.body.resource);
    await room({ name: 'Wren', kind: 'Hall' });
    const listed = async (query: string) =>
      (await app.get(`/resources?kind=hall${query}`)).body.collection.map(
        ({ name }: { name: string }) => name,
      );
    expect([await listed(''), await listed('&activeOnly=1')]).toEqual([['Aalto', 'Wren'], ['Wren']]);
  });

  test('422: a name that another of the kind has; capital letters make no other kind', async () => {
    await room({ name: 'Noether', kind: 'Cabin' });
    const { status, body } = await app.post('/resources', { name: 'noether', kind: 'CABIN' });
    expect([status, body.errors]).toEqual([
      422,
      { name: ['Another resource of this kind already has this name.'] },
    ]);
    expect((await room({ name: 'Turing', kind: 'CABIN' })).kind).toBe('Cabin');
    const { uuid } = await room({ name: 'Hopper', kind: 'Cabin' });
    expect((await app.patch(`/resources/${uuid}`, { name: 'Turing' })).status).toBe(422);
    expect((await app.patch(`/resources/${uuid}`, { name: 'HOPPER' })).status).toBe(200);
  });

  test('422: every wrong field at once', async () => {
    await room({ name: 'Curie', kind: 'Lab' });
    const { status, body } = await app.post('/resources', {
      name: 'Curie',
      kind: 'Lab',
      capacity: 0,
      location: '',
    });
    expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, ['capacity', 'location', 'name']]);
  });

  test('403: only owners and admins change resources; everybody reads them', async () => {
    const { uuid } = await room();
    const options = { token: userToken };
    const answers = [
      await app.post('/resources', { name: 'X', kind: 'Room' }, options),
      await app.patch(`/resources/${uuid}`, { name: 'X' }, options),
      await app.delete(`/resources/${uuid}`, undefined, options),
      await app.get(`/resources/${uuid}`, options),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 200]);
  });

  test('404: one that was deleted', async () => {
    const path = `/resources/${(await room()).uuid}`;
    expect((await app.delete(path)).status).toBe(200);
    const answers = [
      await app.get(path),
      await app.patch(path, {}),
      await app.delete(path),
      await app.get(`${path}/events`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe('what has it', () => {
  test('409: deleting what an event to come has, or a page names; once it is cancelled and unnamed it goes, and stays named', async () => {
    const { uuid, name } = await room({ kind: 'Studio' });
    const page = await createPage(app, { resources: [{ kind: 'Studio', resourceIds: [uuid] }] });
    const event = (await bookPage(app, page)).body;
    const remove = async () => (await app.delete(`/resources/${uuid}`)).body.message;
    expect(await remove()).toContain('An event to come has it.');
    await app.put(`/scheduled-events/${event.uuid}/cancel`);
    expect(await remove()).toBe('Pages need it: Test page. Change them first.');
    await app.patch(`/event-types/${page.uuid}`, { resources: [] });
    expect(await remove()).toBe('Resource deleted.');
    const { resources } = (await app.get(`/scheduled-events/${event.uuid}`)).body.resource;
    expect(resources).toEqual([{ uuid, kind: 'Studio', name, location: null }]);
  });

  test('409: one that an event to come has, or a page names, does not become inactive or too small unless forced', async () => {
    const { uuid } = await room({ kind: 'Chapel', capacity: 4 });
    const fields = {
      type: 'GROUP',
      maxActiveInvitees: 3,
      resources: [{ kind: 'Chapel', resourceIds: [uuid] }],
    };
    const page = await createPage(app, fields);
    const { body } = await bookPage(app, page, { start: '16:00', seats: 3 });
    const change = (changes: object) => app.patch(`/resources/${uuid}`, changes);
    const [gone, small] = [await change({ isActive: false }), await change({ capacity: 2 })];
    expect([gone.status, gone.body.message]).toEqual([
      409,
      'An event to come has it. Reschedule or cancel them first, or send force.',
    ]);
    expect([small.status, small.body.message]).toEqual([
      409,
      'An event to come has more seats than that. Reschedule or cancel them first, or send force.',
    ]);
    expect((await change({ capacity: 3, location: 'Left' })).status).toBe(200);
    await app.put(`/scheduled-events/${body.uuid}/cancel`);
    expect((await change({ capacity: 2 })).body.message).toBe(
      'Pages need it: Test page. Change them first, or send force.',
    );
    const forced = await change({ capacity: 2, isActive: false, force: true });
    expect([forced.status, forced.body.resource.capacity]).toEqual([200, 2]);
  });

  test('409: deleting what an open request keeps, until it is answered', async () => {
    const { uuid } = await room({ kind: 'Atelier' });
    const page = await createPage(app, { resources: [{ kind: 'Atelier' }], requiresConfirmation: true });
    const asked = await app.post('/booking-requests', buildBooking(page, { start: '14:00' }));
    expect(asked.status).toBe(201);
    const remove = () => app.delete(`/resources/${uuid}`);
    const refused = await remove();
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'A pending request or payment holds it. Wait until that is done, or deactivate it.',
    ]);
    const off = await app.patch(`/resources/${uuid}`, { isActive: false });
    expect([off.status, off.body.message]).toEqual([
      409,
      'A request or a payment in progress keeps it. Wait until it ends, or send force.',
    ]);
    await app.put(`/booking-requests/${asked.body.resource.uuid}/decline`, {});
    await app.delete(`/event-types/${page.uuid}`);
    expect((await remove()).status).toBe(200);
  });

  test('409: one whose events have free seats does not become smaller than these', async () => {
    const { uuid } = await room({ kind: 'Hall', capacity: 10 });
    await room({ kind: 'Hall', capacity: 10 });
    const page = await createPage(app, {
      type: 'GROUP',
      maxActiveInvitees: 10,
      resources: [{ kind: 'Hall' }],
    });
    const { body } = await bookPage(app, page, { start: '12:00' });
    const [taken] = body.resources;
    const change = (changes: object) => app.patch(`/resources/${taken.uuid}`, changes);
    expect(taken.uuid).toBe(uuid);
    const small = await change({ capacity: 5 });
    expect([small.status, small.body.message]).toEqual([
      409,
      'An event to come has more seats than that. Reschedule or cancel them first, or send force.',
    ]);
    await app.put(`/scheduled-events/${body.uuid}/cancel`);
    expect((await change({ capacity: 5 })).status).toBe(200);
  });

  test('409: the last of a kind that a page takes stays, and stays large enough', async () => {
    const { uuid } = await room({ kind: 'Darkroom', capacity: 4 });
    const small = await room({ kind: 'Darkroom', capacity: 1 });
    await createPage(app, {
      type: 'GROUP',
      maxActiveInvitees: 3,
      resources: [{ kind: 'darkroom' }],
      title: 'Prints',
    });
    const answers = [
      await app.patch(`/resources/${uuid}`, { capacity: 2 }),
      await app.patch(`/resources/${uuid}`, { isActive: false }),
      await app.delete(`/resources/${uuid}`),
    ];
    expect(answers.map(({ status, body }) => [status, body.message.slice(0, 22)])).toEqual(
      answers.map(() => [409, 'Pages need it: Prints.']),
    );
    expect((await app.patch(`/resources/${small.uuid}`, { capacity: 3 })).status).toBe(200);
    expect((await app.delete(`/resources/${uuid}`)).status).toBe(200);
  });

  test('200: when it is taken, with the event for those who may read it', async () => {
    const { uuid } = await room({ kind: 'Booth' });
    const page = await createPage(app, { resources: [{ kind: 'Booth' }], bufferAfter: 15 });
    const { body: event } = await bookPage(app, page, { start: '11:00' });
    const asked = async (options?: object) =>
      (await app.get(`/resources/${uuid}/events`, options)).body.collection;
    const times = {
      startTime: event.startTime,
      endTime: event.endTime,
      blockedFrom: event.startTime,
      blockedTo: '2027-01-12T10:45:00.000000Z',
      hosts: ['Mara Lindqvist'],
    };
    expect(await asked()).toEqual([{ ...times, eventUuid: event.uuid, title: 'Test page' }]);
    expect(await asked({ token: userToken })).toEqual([{ ...times, eventUuid: null, title: null }]);
    const later = await app.get(`/resources/${uuid}/events?from=2027-01-13T00:00:00Z`);
    expect(later.body.collection).toEqual([]);
  });
});

describe('what a page needs', () => {
  test('200: kinds are spelled as the workspace spells them, and any of a kind is null', async () => {
    const { uuid } = await room({ kind: 'Desk' });
    const page = await createPage(app, { resources: [{ kind: 'DESK' }] });
    const read = async () => (await app.get(`/event-types/${page.uuid}/settings`)).body.resource.resources;
    expect(await read()).toEqual([{ kind: 'Desk', resourceIds: null }]);
    await app.patch(`/event-types/${page.uuid}`, { resources: [{ kind: 'Desk', resourceIds: [uuid] }] });
    expect(await read()).toEqual([{ kind: 'Desk', resourceIds: [uuid] }]);
  });

  test('422: a kind that is not there or named twice, and a resource of another kind', async () => {
    const { uuid } = await room({ kind: 'Van' });
    await room({ kind: 'Bike' });
    const wrong = async (resources: object[]) =>
      Object.keys((await app.post('/event-types', { title: 'T', resources })).body.errors);
    expect(await wrong([{ kind: 'Boat' }])).toEqual(['resources.0.kind']);
    expect(await wrong([{ kind: 'Bike', resourceIds: [uuid] }])).toEqual(['resources.0.resourceIds.0']);
    expect(await wrong([{ kind: 'Van' }, { kind: 'van' }])).toEqual(['resources']);
  });
});
