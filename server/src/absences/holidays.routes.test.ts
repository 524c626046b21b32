import { afterEach, describe, expect, test } from 'vitest';
import { bookPage, fixedClock, listFreeTimes, createPage, mara as maraSlug } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { refreshHolidays } from './holidays.ts';

const app = useApp({ clock: fixedClock });

const mara = 'mara@juniper.example';
const aiko = 'aiko@juniper.example';
const open = { bookingWindow: { type: 'unlimited' } };

// oxlint-disable-next-line no-explicit-any -- as it came over the wire; tests assert what matters
type Wire = any;

const set = async (fields: object): Promise<Wire> => {
  const { status, body } = await app.put('/holidays', fields);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.resource;
};

afterEach(async () => {
  for (const email of [mara, aiko]) await app.delete(`/holidays?email=${email}`);
});

describe('public holidays', () => {
  test('200: countries and their regions are listed', async () => {
    const { body } = await app.get('/holiday-regions');
    const germany = body.collection.find(({ country }: Wire) => country === 'DE');
    expect(germany.name).toBe('Germany');
    expect(germany.regions).toContainEqual({ region: 'BY', name: expect.any(String) });
    expect(germany.regions.map(({ region }: Wire) => region)).toContain('BY-A');
    expect(body.collection.length).toBeGreaterThan(150);
  });

  test('200: of a region are taken off, on the days of the user’s clock', async () => {
    const page = await createPage(app, open);
    // Corpus Christi is a holiday of Bavaria, not of all Germany.
    expect(await listFreeTimes(app, page, '2027-05-27')).toContain('10:00');
    await set({ country: 'DE' });
    expect(await listFreeTimes(app, page, '2027-05-27')).toContain('10:00');
    expect(await listFreeTimes(app, page, '2027-05-17')).toEqual([]);
    const { days, ...setting } = await set({ country: 'DE', region: 'BY' });
    expect(setting).toEqual({ email: mara, country: 'DE', region: 'BY', types: ['public'], except: [] });
    expect(days).toContainEqual({
      date: '2027-05-27',
      name: expect.any(String),
      type: 'public',
      isOff: true,
    });
    expect(days.at(-1).date).toMatch(/^2030-12/);
    expect(await listFreeTimes(app, page, '2027-05-27')).toEqual([]);
    expect((await listFreeTimes(app, page, '2027-05-28'))[0]).toBe('09:00');
    expect((await bookPage(app, page, { date: '2027-05-27' })).status).toBe(422);
    const { body } = await app.get('/busy-times?start=2027-05-27T00:00:00Z&end=2027-05-28T00:00:00Z');
    const name = days.find(({ date }: Wire) => date === '2027-05-27').name;
    expect(body.collection).toEqual([
      {
        start: '2027-05-26T22:00:00.000000Z',
        end: '2027-05-27T22:00:00.000000Z',
        source: { kind: 'holiday', label: name },
      },
    ]);
    const path = `/availability/${maraSlug}/event-types/${page.slug}/explain?at=2027-05-27T10:00:00Z`;
    expect((await app.get(path)).body.resource).toMatchObject({
      reason: 'busy',
      source: { kind: 'holiday', id: '2027-05-27', label: name },
    });
    expect((await app.delete('/holidays')).status).toBe(200);
    expect(await listFreeTimes(app, page, '2027-05-27')).toContain('10:00');
    expect((await app.get('/holidays')).body.resource).toMatchObject({ country: null, days: [] });
  });

  test('200: single days are worked all the same', async () => {
    const page = await createPage(app, open);
    const { days } = await set({ country: 'DE', except: ['2027-05-17'] });
    expect(days.find(({ date }: Wire) => date === '2027-05-17').isOff).toBe(false);
    expect(await listFreeTimes(app, page, '2027-05-17')).toContain('10:00');
    expect(await listFreeTimes(app, page, '2027-05-06')).toEqual([]);
  });

  test('200: are the day of the host’s own zone, not of the visitor’s', async () => {
    // 23 November, a Tuesday, is one in Japan. Aiko's working day begins at midnight in Berlin.
    await set({ email: aiko, country: 'JP' });
    const page = await createPage(app, { ...open, type: 'ROUND_ROBIN', hosts: [{ email: aiko }] });
    expect(await listFreeTimes(app, page, '2027-11-23')).toEqual([]);
    expect((await listFreeTimes(app, page, '2027-11-24'))[0]).toBe('00:00');
  });

  test('200: a holiday of several days takes each of them', async () => {
    const { days } = await set({ country: 'AE' });
    const eid = days.filter(({ date }: Wire) => date >= '2027-03-09' && date <= '2027-03-11');
    expect(eid).toHaveLength(3);
    expect(new Set(eid.map(({ name }: Wire) => name)).size).toBe(1);
  });

  test('422, 403, 404: what is wrong', async () => {
    const wrong = async (fields: object) => (await app.put('/holidays', fields)).body.errors;
    expect(await wrong({ country: 'QQ' })).toEqual({
      country: ['We have no holidays for this country.'],
    });
    expect(await wrong({ country: 'DE', region: 'CA' })).toEqual({
      region: ['Must be a region of Germany.'],
    });
    expect(Object.keys(await wrong({ country: 'Germany', types: ['own'], except: ['x'] }))).toEqual([
      'country',
      'types.0',
      'except.0',
    ]);
    const token = await app.tokenOf(aiko, ['schedules:write']);
    expect((await app.put('/holidays', { email: mara, country: 'DE' }, { token })).status).toBe(403);
    expect((await app.get(`/holidays?email=${mara}`, { token })).status).toBe(403);
    expect((await app.put('/holidays', { email: 'nobody@x.example', country: 'DE' })).status).toBe(404);
  });

  test('are worked out further as time goes on', async () => {
    await set({ country: 'DE', except: ['2031-10-03'] });
    const later = { ...app.runtime, clock: { now: () => new Date('2028-02-01T00:00:00Z') } };
    await refreshHolidays(later);
    const { rows } = await app.runtime.database.pool.query(
      `select max(date)::text as last, bool_and(is_off = (date <> '2031-10-03')) as kept from holiday`,
    );
    expect(rows[0]).toEqual({ last: '2031-12-26', kept: true });
  });
});
