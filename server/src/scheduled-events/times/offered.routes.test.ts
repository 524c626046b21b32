import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bookPage, buildBooking, listFreeTimes, createPage, mara } from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';

const monday = new Date('2027-01-11T06:00:00Z');
const clock = { at: monday, now: () => clock.at };
const app = useApp({ clock });

const date = '2027-01-12';
const pass = (minutes: number) => (clock.at = new Date(clock.at.getTime() + minutes * 60_000));
const statusOf = async (page: { slug: string }, start: string, fields: object = {}) =>
  (await bookPage(app, page, { date, start, ...fields })).status;
const explain = async (page: { slug: string }, start: string) =>
  (await app.get(`/availability/${mara}/event-types/${page.slug}/explain?at=${date}T${start}:00%2B01:00`))
    .body.resource;
/** 90 minutes from 09:00 to 17:00: 09:00, 10:30, 12:00, 13:30 and 15:00. */
const makeLong = () => createPage(app, { duration: 90, title: 'Long' });

beforeEach(() => void (clock.at = monday));
afterEach(async () => {
  await app.runtime.database.pool.query('delete from event_host');
  await app.runtime.database.pool.query('delete from hold');
});

describe('a time that is not listed', () => {
  test('422: is refused, though it is free and on the clock; explaining says the same, and so does moving', async () => {
    const page = await makeLong();
    expect(await listFreeTimes(app, page, date)).toEqual(['09:00', '10:30', '12:00', '13:30', '15:00']);
    const refused = await bookPage(app, page, { date, start: '09:30' });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { start: ['Events on this page don’t start at this time.'] },
    ]);
    expect(await explain(page, '09:30')).toMatchObject({
      isOffered: false,
      isBookable: false,
      reason: 'not a start',
    });
    const { uuid } = (await bookPage(app, page, { date, start: '09:00' })).body;
    const move = { date, start: '13:00', timeZone: 'Europe/Berlin' };
    expect((await app.put(`/scheduled-events/${uuid}/reschedule`, move)).status).toBe(422);
  });

  test('422: is refused to visitors, as a hold, as a request, and in a series', async () => {
    const page = await makeLong();
    const booking = { ...buildBooking(page, { date, start: '09:30' }) };
    const visitor = { date, start: '09:30', timeZone: 'Europe/Berlin' };
    const path = `/public/pages/${mara}/${page.slug}`;
    const who = { name: 'Ines Okafor', email: 'ines@okafor.example' };
    expect((await app.post(`${path}/bookings`, { ...visitor, ...who })).status).toBe(422);
    const asking = await createPage(app, { duration: 90, requiresConfirmation: true, title: 'Asks' });
    const request = { ...booking, eventTypeSlug: asking.slug };
    expect((await app.post('/booking-requests', request)).status).toBe(422);
    const weekly = { frequencies: ['weekly'], maximumOccurrences: 3 };
    const series = await createPage(app, { duration: 90, recurrence: weekly, title: 'Weekly' });
    const recurrence = { frequency: 'weekly', count: 2 };
    expect(await statusOf(series, '09:30', { recurrence })).toBe(422);
  });
});

describe('a time that was listed before somebody booked', () => {
  test('200: is booked for 30 minutes, as long as it is free; 422: after them', async () => {
    const [page, short] = [await makeLong(), await createPage(app, { title: 'Short' })];
    // Moves the starts of the long page: 09:30, 11:00, 12:30, 14:00 and 15:30.
    expect(await statusOf(short, '09:00')).toBe(200);
    expect(await listFreeTimes(app, page, date)).toEqual(['09:30', '11:00', '12:30', '14:00', '15:30']);
    pass(29);
    expect(await explain(page, '12:00')).toMatchObject({ isOffered: false, isBookable: true });
    expect(await explain(page, '09:00')).toMatchObject({ isOffered: false, isBookable: false });
    expect(await statusOf(page, '12:00')).toBe(200);
    pass(2);
    expect(await statusOf(page, '10:30')).toBe(422);
    expect(await explain(page, '10:30')).toMatchObject({ isOffered: false, isBookable: false });
  });

  test('409: is taken, whether now or by what touches it; 422 once that is 30 minutes ago', async () => {
    const page = await makeLong();
    expect(await statusOf(page, '10:30')).toBe(200);
    expect(await statusOf(page, '10:30')).toBe(409);
    pass(31);
    const late = await bookPage(app, page, { date, start: '10:30' });
    expect([late.status, late.body.errors]).toEqual([422, { start: ['This time is already taken.'] }]);
  });

  test('200: an event is moved there as well, and what was moved counts from then on', async () => {
    const [page, short] = [await makeLong(), await createPage(app, { title: 'Short' })];
    const { uuid } = (await bookPage(app, short, { date: '2027-01-13', start: '09:00' })).body;
    pass(60);
    const moved = { date, start: '09:00', timeZone: 'Europe/Berlin' };
    expect((await app.put(`/scheduled-events/${uuid}/reschedule`, moved)).status).toBe(200);
    const other = (await bookPage(app, page, { date: '2027-01-14', start: '09:00' })).body.uuid;
    const move = { date, start: '13:30', timeZone: 'Europe/Berlin' };
    expect((await app.put(`/scheduled-events/${other}/reschedule`, move)).status).toBe(200);
  });

  test('200: of a round robin, by a host who had the time and still has it', async () => {
    const hosts = [{ email: 'mara@juniper.example' }, { email: 'tomas@juniper.example' }];
    const page = await createPage(app, { duration: 90, type: 'ROUND_ROBIN', hosts, title: 'Team' });
    const short = await createPage(app, { title: 'Short' });
    expect(await statusOf(short, '09:00')).toBe(200);
    const named = await bookPage(app, page, { date, start: '12:00', hostEmail: hosts[0]?.email });
    expect([named.status, named.body.hosts?.[0]?.email ?? hosts[0]?.email]).toEqual([200, hosts[0]?.email]);
    expect(await statusOf(page, '12:00', { hostEmail: hosts[0]?.email })).toBe(409);
  });

  test('409: the day is full since a moment, or a group has no seat left; 422: it has been full for a while', async () => {
    const page = await createPage(app, { dailyLimit: 1, title: 'One a day' });
    expect(await statusOf(page, '10:00')).toBe(200);
    expect(await statusOf(page, '12:00')).toBe(409);
    pass(31);
    expect((await bookPage(app, page, { date, start: '12:00' })).body.errors).toEqual({
      start: ['The booking limit for this date is reached.'],
    });
    const group = await createPage(app, { type: 'GROUP', maxActiveInvitees: 1, title: 'Class' });
    expect(await statusOf(group, '14:00')).toBe(200);
    pass(31);
    expect(await statusOf(group, '14:00', { email: 'b@okafor.example' })).toBe(409);
  });
});

test('200, 409, 422: a link with times takes those, says which is taken, and no others', async () => {
  const page = await makeLong();
  const times = [`${date}T08:10:00Z`, `${date}T12:10:00Z`];
  const link = await app.post('/links', { eventTypeUuid: page.uuid, kind: 'single_use', times });
  expect(link.status, JSON.stringify(link.body)).toBe(201);
  const sharedLink = link.body.resource.token;
  expect(await statusOf(page, '09:00', { sharedLink })).toBe(422);
  expect(await statusOf(page, '09:00')).toBe(200);
  expect(await statusOf(page, '09:10', { sharedLink })).toBe(409);
  expect(await statusOf(page, '13:10', { sharedLink })).toBe(200);
});
