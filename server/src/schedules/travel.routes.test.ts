import { afterEach, describe, expect, test } from 'vitest';
import { bookPage, fixedClock, listFreeTimes, createPage, mara as maraSlug } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';

const app = useApp({ clock: fixedClock });

const email = 'mara@juniper.example';
const open = { bookingWindow: { type: 'unlimited' } };
const tokyo = { startDate: '2027-01-12', endDate: '2027-01-13', timezone: 'Asia/Tokyo' };

// oxlint-disable-next-line no-explicit-any -- as it came over the wire; tests assert what matters
type Wire = any;

const travel = async (trips: object[]): Promise<Wire> => {
  const { status, body } = await app.patch('/schedules/default', { email, travel: trips });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.resource;
};

afterEach(() => travel([]));

const explain = async (page: { slug: string }, at: string, options = {}): Promise<Wire> =>
  (await app.get(`/availability/${maraSlug}/event-types/${page.slug}/explain?at=${at}`, options)).body
    .resource;

describe('travel', () => {
  test('200: hours are on the clock of the place where the host is, and bookings as well', async () => {
    const page = await createPage(app, open);
    expect((await travel([tokyo])).travel).toEqual([tokyo]);
    // 09:00 to 17:00 in Tokyo is 01:00 to 09:00 in Berlin.
    for (const date of ['2027-01-12', '2027-01-13']) {
      const times = await listFreeTimes(app, page, date);
      expect([times[0], times.at(-1)], date).toEqual(['01:00', '08:30']);
    }
    expect((await listFreeTimes(app, page, '2027-01-11')).at(-1)).toBe('16:30');
    expect((await listFreeTimes(app, page, '2027-01-14'))[0]).toBe('09:00');
    expect((await bookPage(app, page, { start: '10:00' })).status).toBe(422);
    expect((await bookPage(app, page, { start: '08:00' })).status).toBe(200);
  });

  test('200: what is not mentioned stays, trips are replaced as a whole and kept in order', async () => {
    const later = { startDate: '2027-05-01', endDate: '2027-05-02', timezone: 'America/Lima' };
    expect((await travel([later, tokyo])).travel).toEqual([tokyo, later]);
    const { body } = await app.patch('/schedules/default', { email, title: 'Hours' });
    expect(body.resource.travel).toEqual([tokyo, later]);
    expect((await travel([later])).travel).toEqual([later]);
  });

  test('422: trips end after they begin, and share no date', async () => {
    const { status, body } = await app.patch('/schedules/default', {
      email,
      travel: [{ ...tokyo, endDate: '2027-01-11' }],
    });
    expect({ status, errors: body.errors }).toEqual({
      status: 422,
      errors: { 'travel.0.endDate': ['Must not be before `startDate`.'] },
    });
    const twice = await app.patch('/schedules/default', { email, travel: [tokyo, tokyo] });
    expect(twice.body.errors).toEqual({ travel: ['Trips must not share a date.'] });
  });

  test('an absence of whole days is that of the place, wherever the host goes after entering it', async () => {
    const { body } = await app.post('/absences', { start: '2027-01-12', end: '2027-01-14' });
    const { uuid, endTime } = body.resource;
    expect([body.resource.startTime, endTime]).toEqual([
      '2027-01-11T23:00:00.000000Z',
      '2027-01-14T23:00:00.000000Z',
    ]);
    await travel([tokyo]);
    const { body: moved } = await app.get(`/absences/${uuid}`);
    expect(moved.resource).toMatchObject({ startTime: '2027-01-11T15:00:00.000000Z', endTime });
    const page = await createPage(app, open);
    const free = await Promise.all(
      ['2027-01-12', '2027-01-13', '2027-01-14'].map((date) => listFreeTimes(app, page, date)),
    );
    expect(free).toEqual([[], [], []]);
    // Monday in Berlin is not over when Tuesday begins in Tokyo.
    expect((await listFreeTimes(app, page, '2027-01-11')).at(-1)).toBe('15:30');
    await app.delete(`/absences/${uuid}`);
  });

  test('a holiday of a traveller is the day of the place', async () => {
    await app.put('/holidays', { country: 'DE' });
    await travel([{ startDate: '2027-05-15', endDate: '2027-05-20', timezone: 'Asia/Tokyo' }]);
    const { body } = await app.get('/busy-times?start=2027-05-16T00:00:00Z&end=2027-05-18T00:00:00Z');
    expect(body.collection).toMatchObject([
      {
        start: '2027-05-16T15:00:00.000000Z',
        end: '2027-05-17T15:00:00.000000Z',
        source: { kind: 'holiday' },
      },
    ]);
    await app.delete('/holidays');
  });

  test('is named as the reason, and where to, for those who may read the schedule', async () => {
    const page = await createPage(app, open);
    const { uuid } = await travel([tokyo]);
    expect(await explain(page, '2027-01-12T10:00:00Z')).toMatchObject({
      reason: 'outside hours',
      source: { kind: 'travel', id: uuid, label: 'Asia/Tokyo' },
    });
    expect((await explain(page, '2027-01-14T20:00:00Z')).source).toMatchObject({ kind: 'schedule' });
    const token = await app.tokenOf('aiko@juniper.example', ['timetable']);
    expect((await explain(page, '2027-01-12T10:00:00Z', { token })).source).toEqual({
      kind: 'travel',
      id: uuid,
      label: null,
    });
  });

  test('of a schedule that a page names counts on that page, and the host’s own absences by their own place', async () => {
    const { body } = await app.post('/schedules', {
      title: 'Abroad',
      timezone: 'Europe/Berlin',
      weekly_hours: [{ day: 'Tue', timesets: [['09:00', '12:00']] }],
      travel: [tokyo],
    });
    const page = await createPage(app, { ...open, scheduleUuid: body.resource.uuid });
    expect(await listFreeTimes(app, page, '2027-01-12')).toEqual([
      '01:00',
      '01:30',
      '02:00',
      '02:30',
      '03:00',
      '03:30',
    ]);
    const absence = await app.post('/absences', { start: '2027-01-11', end: '2027-01-11' });
    expect((await listFreeTimes(app, page, '2027-01-12'))[0]).toBe('01:00');
    await app.delete(`/absences/${absence.body.resource.uuid}`);
  });
});
