import { describe, expect, test } from 'vitest';
import { bookPage, buildBooking, fixedClock, createPage, mara } from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';

const app = useApp({ clock: fixedClock });

const berlin = { type: 'IN_PERSON', address: 'Weserstraße 12, Berlin', details: 'Ring twice' };
const vienna = { type: 'IN_PERSON', address: 'Praterstraße 1, Wien' };

interface Location {
  readonly id: string;
  readonly type: string;
}

let minute = 0;
/** A time that no other test of this file books. */
function freeTime() {
  minute += 30;
  const day = 12 + Math.floor(minute / 420);
  const at = 9 * 60 + (minute % 420);
  return {
    date: `2027-01-${day}`,
    start: `${String(Math.floor(at / 60)).padStart(2, '0')}:${at % 60 ? '30' : '00'}`,
  };
}

async function pageWith(locations: object[]): Promise<{ slug: string; uuid: string; ids: string[] }> {
  const page = await createPage(app, { locations, bookingWindow: { type: 'unlimited' } });
  const { body } = await app.get(`/event-types/${page.uuid}/settings`);
  return { ...page, ids: body.resource.locations.map(({ id }: Location) => id) };
}

async function storedPlace(eventId: string) {
  const { rows } = await app.runtime.database.pool.query(
    'select location_type, location_join_url, location_details from scheduled_event where id = $1',
    [eventId],
  );
  return rows[0];
}

describe('POST /event with locationId', () => {
  test('200: of two locations of one type the named one is booked, without saying again where it is', async () => {
    const page = await pageWith([berlin, vienna]);
    const { status, body } = await bookPage(app, page, { ...freeTime(), locationId: page.ids[1] });
    expect(status).toBe(200);
    expect(body.location).toEqual({ type: 'In Person', joinUrl: '' });
    expect((await storedPlace(body.uuid)).location_details).toEqual({ id: page.ids[1], ...vienna });
  });

  test('200: of two links to meetings the named one is given', async () => {
    const page = await pageWith([
      { type: 'ZOOM', joinUrl: 'https://zoom.example/1' },
      { type: 'ZOOM', joinUrl: 'https://zoom.example/2' },
    ]);
    const { body } = await bookPage(app, page, { ...freeTime(), locationId: page.ids[1], location: 'ZOOM' });
    expect(body.location).toEqual({ type: 'Zoom', joinUrl: 'https://zoom.example/2' });
  });

  test('200: a type alone means the first of that type', async () => {
    const page = await pageWith([{ type: 'ZOOM' }, { ...berlin }, vienna]);
    const locationOptions = { address: 'As typed', details: 'Ground floor' };
    const { body } = await bookPage(app, page, { ...freeTime(), location: 'IN_PERSON', locationOptions });
    expect((await storedPlace(body.uuid)).location_details).toMatchObject({
      id: page.ids[1],
      ...locationOptions,
    });
  });

  test('200: the page’s own address stands, whatever is typed beside its id', async () => {
    const page = await pageWith([berlin, vienna]);
    const locationOptions = { address: 'Elsewhere' };
    const { body } = await bookPage(app, page, { ...freeTime(), locationId: page.ids[1], locationOptions });
    expect((await storedPlace(body.uuid)).location_details).toMatchObject(vienna);
  });

  test('200: who calls whom follows from the location', async () => {
    const page = await pageWith([{ type: 'PHONE_CALL', phone: '+49 30 1' }, { type: 'PHONE_CALL' }]);
    const phone = '+49 30 901820';
    const called = await bookPage(app, page, { ...freeTime(), phone, locationId: page.ids[0] });
    const calls = await bookPage(app, page, { ...freeTime(), phone, locationId: page.ids[1] });
    expect((await storedPlace(called.body.uuid)).location_details.callType).toBe('INVITEE_WILL_CALL');
    expect((await storedPlace(calls.body.uuid)).location_details.callType).toBe('I_WILL_CALL');
  });

  test.each([
    ['an id of no location', { locationId: 'nowhere000' }, ['locationId']],
    ['an id of another page', { locationId: 'other' }, ['locationId']],
    ['an id and another type', { locationId: 1, location: 'ZOOM' }, ['location']],
    ['an address that the page leaves open', { locationId: 2 }, ['locationOptions.address']],
    ['a call without a number', { locationId: 3 }, ['phone']],
    ['no location at all', {}, ['location']],
  ])('422: %s', async (_case, given, fields) => {
    const page = await pageWith([berlin, vienna, { type: 'IN_PERSON' }, { type: 'PHONE_CALL' }]);
    const other = await pageWith([berlin]);
    const { locationId } = given as { locationId?: string | number };
    const id =
      typeof locationId === 'number'
        ? page.ids[locationId]
        : locationId === 'other'
          ? other.ids[0]
          : locationId;
    const { status, body } = await bookPage(app, page, { ...freeTime(), ...given, locationId: id });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(fields);
  });

  test('422: beside a field that the contract refuses, the location is judged as well', async () => {
    const page = await pageWith([berlin, vienna]);
    const wrong = { ...freeTime(), email: 'none' };
    const unknown = await app.post('/event', buildBooking(page, { ...wrong, locationId: 'nowhere000' }));
    expect(Object.keys(unknown.body.errors).sort()).toEqual(['email', 'locationId']);
    const unreadable = await app.post('/event', buildBooking(page, { ...wrong, locationId: 7 }));
    expect(Object.keys(unreadable.body.errors).sort()).toEqual(['email', 'locationId']);
    const right = await app.post('/event', buildBooking(page, { ...wrong, locationId: page.ids[1] }));
    expect(Object.keys(right.body.errors)).toEqual(['email']);
  });
});

test('the public API shows ids, takes them, and shows the place that was booked', async () => {
  const page = await pageWith([berlin, vienna]);
  const shown = await app.get(`/public/pages/${mara}/${page.slug}`, { token: null });
  expect(shown.body.resource.locations).toEqual([
    { id: page.ids[0], phone: null, ...berlin },
    { id: page.ids[1], phone: null, details: null, ...vienna },
  ]);
  const {
    ownerSlug: _,
    eventTypeSlug: __,
    ...visit
  } = buildBooking(page, { ...freeTime(), locationId: page.ids[1] });
  const { status, body } = await app.post(`/public/pages/${mara}/${page.slug}/bookings`, visit, {
    token: null,
  });
  expect(status).toBe(201);
  expect(body.resource.location).toMatchObject({ type: 'In Person', address: vienna.address });
});
