import { beforeAll, describe, expect, test } from 'vitest';
import { buildBooking, fixedClock, createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { countByStatus } from '../../test/times.ts';

/** Links that offer certain times: with a single use, a one-off meeting. */

const app = useApp({ clock: fixedClock });

let page: { uuid: string; slug: string };
beforeAll(async () => {
  page = await createPage(app, { title: 'One-off', minimumNotice: 48 * 60, dailyLimit: 1 });
});

const newLink = (fields: object) => app.post('/links', { eventTypeUuid: page.uuid, ...fields });
const linkWith = async (times: string[], fields: object = {}): Promise<string> => {
  const { status, body } = await newLink({ kind: 'single_use', times, ...fields });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.resource.token;
};
const offered = async (token: string, date: string): Promise<string[]> => {
  const window = `startDate=${date}&endDate=${date}&timeZone=Europe/Berlin`;
  const { status, body } = await app.get(`/availability-by-shared-link/${token}?${window}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.availability[0].slots;
};
const bookAt = (sharedLink: string, date: string, start: string) =>
  app.post('/event', buildBooking(page, { sharedLink, date, start }));

describe('POST /links with times', () => {
  test('422: a colleague is named only within their hours; 201: by an owner or admin, and for oneself', async () => {
    const aiko = await app.tokenOf('aiko@juniper.example', ['event-types:write', 'events:write']);
    const own = await app.post('/event-types', { title: 'Aiko’s', duration: 30 }, { token: aiko });
    expect(own.status, JSON.stringify(own.body)).toBe(201);
    // Late in Berlin, in the night in Tokyo.
    const times = ['2027-01-20T10:00:00Z', '2027-01-20T21:15:00Z'];
    const together = {
      eventTypeUuid: own.body.resource.uuid,
      kind: 'collective',
      hosts: ['aiko@juniper.example', 'mara@juniper.example'],
      times,
    };
    const refused = await app.post('/links', together, { token: aiko });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      {
        'times.1': [
          'Must be within Mara Lindqvist’s schedule. Choose another time, or ask an owner or admin.',
        ],
      },
    ]);
    expect((await app.post('/links', { ...together, times: [times[0]] }, { token: aiko })).status).toBe(201);
    expect(
      (await app.post('/links', { ...together, hosts: ['aiko@juniper.example'] }, { token: aiko })).status,
    ).toBe(201);
    expect((await app.post('/links', together)).status).toBe(201);
    // Nor through a page that colleagues host together, without being named.
    const hosts = together.hosts.map((email) => ({ email }));
    const shared = (await app.post('/event-types', { title: 'Both', type: 'COLLECTIVE', hosts })).body
      .resource;
    const unnamed = { eventTypeUuid: shared.uuid, kind: 'single_use', times };
    const bypassed = await app.post('/links', unnamed, { token: aiko });
    expect([bypassed.status, Object.keys(bypassed.body.errors ?? {})]).toEqual([422, ['times.1']]);
    expect((await app.post('/links', unnamed)).status).toBe(201);
    const poll = { eventTypeUuid: together.eventTypeUuid, title: 'When', hosts: together.hosts, times };
    const asked = await app.post('/polls', poll, { token: aiko });
    expect([asked.status, Object.keys(asked.body.errors ?? {})]).toEqual([422, ['times.1']]);
    expect((await app.post('/polls', poll)).status).toBe(201);
  });

  test('201: in order, as they were given', async () => {
    const { status, body } = await newLink({
      kind: 'single_use',
      times: ['2027-01-20T21:15:00+01:00', '2027-01-12T09:07:00Z'],
    });
    expect(status).toBe(201);
    expect(body.resource.times.map((time: string) => Date.parse(time))).toEqual([
      Date.parse('2027-01-12T09:07:00Z'),
      Date.parse('2027-01-20T20:15:00Z'),
    ]);
    const plain = await newLink({});
    expect(plain.body.resource.times).toBeNull();
  });

  test('422: what is past, no whole minute, named twice, none or too many, all at once with other fields', async () => {
    const wrong = await newLink({ times: ['2027-01-11T05:59:00Z'], expiresAt: '2027-01-01T00:00:00Z' });
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors).toEqual({
      'times.0': ['Must be in the future.'],
      expiresAt: ['Must be in the future.'],
    });
    const far = await newLink({ times: ['9999-01-01T00:00:00Z'] });
    expect(far.body.errors).toEqual({ 'times.0': ['Must be in the years from 1970 to 2399.'] });
    const at = '2027-02-01T10:00:00Z';
    const many = Array.from({ length: 51 }, (_, day) => `2027-02-01T10:${String(day).padStart(2, '0')}:00Z`);
    for (const times of [[], [at, '2027-02-01T11:00:00+01:00'], ['2027-02-01T10:00:30Z'], many, 'soon']) {
      const { status, body } = await newLink({ times });
      expect([status, Object.keys(body.errors)[0]], JSON.stringify(times)).toEqual([422, 'times']);
    }
  });
});

describe('a one-off meeting', () => {
  test('offers its times alone, outside of hours, within the notice and over the limit, and on the public page', async () => {
    const token = await linkWith([
      '2027-01-12T06:10:00+01:00',
      '2027-01-12T06:25:00+01:00',
      '2027-01-16T20:00:00+01:00',
    ]);
    expect(await offered(token, '2027-01-12')).toEqual(['06:10', '06:25']);
    expect(await offered(token, '2027-01-13')).toEqual([]);
    expect(await offered(token, '2027-01-16')).toEqual(['20:00']);
    const shown = await app.app.inject({ url: `/s/${token}?tz=Europe/Berlin` });
    expect(shown.statusCode).toBe(200);
    expect(shown.body).toContain('06:25');
  });

  test('200, then 409: the first booking closes it, and frees the others', async () => {
    const token = await linkWith(['2027-01-21T20:00:00+01:00', '2027-01-21T21:00:00+01:00']);
    expect((await bookAt(token, '2027-01-21', '20:30')).status).toBe(422);
    const booked = await bookAt(token, '2027-01-21', '21:00');
    expect(booked.status, JSON.stringify(booked.body)).toBe(200);
    const late = await bookAt(token, '2027-01-21', '20:00');
    expect([late.status, late.body.message]).toEqual([409, 'This link was already used.']);
    const { body } = await app.get(`/links?eventTypeUuid=${page.uuid}&count=100`);
    const used = body.collection.find((link: { token: string }) => link.token === token);
    expect(used).toMatchObject({ uses: 1, usedAt: expect.any(String) });
  });

  test('422: a series would take several of its times, and the page offers none; by other links it is one use', async () => {
    const recurring = { frequencies: ['weekly'], maximumOccurrences: 4 };
    const weekly = await createPage(app, { bookingWindow: { type: 'unlimited' }, recurrence: recurring });
    const linkTo = async (fields: object): Promise<string> =>
      (await newLink({ eventTypeUuid: weekly.uuid, kind: 'single_use', ...fields })).body.resource.token;
    const bookSeries = (sharedLink: string, date: string) =>
      app.post('/event', {
        ...buildBooking(weekly, { sharedLink, date, start: '10:00' }),
        recurrence: { frequency: 'weekly', count: 2 },
      });
    const offeredTwice = await linkTo({ times: ['2027-02-02T10:00:00+01:00', '2027-02-09T10:00:00+01:00'] });
    const refused = await bookSeries(offeredTwice, '2027-02-02');
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { recurrence: ['This link offers specific times. Book one of them, without a series.'] },
    ]);
    const shown = await app.get(`/public/links/${offeredTwice}`);
    expect([shown.status, shown.body.resource.recurrence]).toEqual([200, null]);
    const plain = await linkTo({});
    expect((await app.get(`/public/links/${plain}`)).body.resource.recurrence).toEqual(recurring);
    expect((await bookSeries(plain, '2027-02-02')).status).toBe(200);
    expect((await bookSeries(plain, '2027-02-16')).status).toBe(409);
    // Of two that come at once by a link with one use left, one has it.
    const twice = await linkTo({ kind: 'shared', maxUses: 2 });
    const atOnce = await Promise.all(
      ['2027-03-02', '2027-03-16', '2027-03-30'].map((date) => bookSeries(twice, date)),
    );
    expect(countByStatus(atOnce)).toEqual({ 200: 2, 409: 1 });
    const { body } = await app.get(`/links?eventTypeUuid=${weekly.uuid}&count=100`);
    expect(body.collection.map(({ uses }: { uses: number }) => uses).sort()).toEqual([0, 1, 2]);
  });

  test('a time that was taken meanwhile is not offered, and answers 409', async () => {
    const times = ['2027-01-22T19:00:00+01:00', '2027-01-22T19:15:00+01:00', '2027-01-22T19:30:00+01:00'];
    const first = await linkWith(times);
    const second = await linkWith(times);
    expect((await bookAt(first, '2027-01-22', '19:00')).status).toBe(200);
    expect(await offered(second, '2027-01-22')).toEqual(['19:30']);
    expect((await bookAt(second, '2027-01-22', '19:15')).status).toBe(409);
  });

  test('200 once, 409 for the others, when twenty take different times at once', async () => {
    const times = Array.from({ length: 20 }, (_, hour) =>
      new Date(Date.parse('2027-01-23T00:00:00Z') + hour * 3_600_000).toISOString(),
    );
    const token = await linkWith(times);
    const answers = await Promise.all(
      times.map((time) => {
        const [date = '', clock = ''] = time.split('T');
        return app.post(
          '/event',
          buildBooking(page, { sharedLink: token, date, start: clock.slice(0, 5), timeZone: 'UTC' }),
        );
      }),
    );
    expect(countByStatus(answers)).toEqual({ 200: 1, 409: 19 });
  });

  test('a shared link with times stays open while some are free', async () => {
    const token = await linkWith(['2027-01-25T20:00:00+01:00', '2027-01-25T21:00:00+01:00'], {
      kind: 'shared',
    });
    expect((await bookAt(token, '2027-01-25', '20:00')).status).toBe(200);
    expect(await offered(token, '2027-01-25')).toEqual(['21:00']);
    expect((await bookAt(token, '2027-01-25', '21:00')).status).toBe(200);
    expect(await offered(token, '2027-01-25')).toEqual([]);
  });
});
