import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { countByStatus, repeatConcurrently } from '../../test/times.ts';
import { aiko, evenings, createScheduleHelpers, mara } from './test-schedules.ts';

const app = useApp();
const helpers = createScheduleHelpers(app);
const { add, list, newcomer } = helpers;

let aikoToken: string;
let neighbour: { email: string; token: string };
beforeAll(async () => {
  aikoToken = await app.tokenOf(aiko, ['schedules:write']);
  neighbour = await createNeighbour(app.runtime);
});

const hoursOf = (schedule: { weekly_hours: { day: string; timesets: string[][] }[] }, day: string) =>
  schedule.weekly_hours.find((item) => item.day === day)?.timesets;

describe('POST /schedules', () => {
  test('201: for oneself; days not mentioned are closed, ranges in order, removals ignored', async () => {
    const { status, body } = await app.post(
      '/schedules',
      {
        ...evenings,
        weekly_hours: [
          {
            day: 'Sun',
            timesets: [
              ['20:00', '24:00'],
              ['00:00', '08:00'],
              ['08:00', '09:00'],
            ],
          },
        ],
        special_hours: [
          { date: '2028-02-29', timesets: [['10:00', '11:00']] },
          { date: '2027-01-01', timesets: [] },
          { date: '2027-01-02', timesets: null },
        ],
        unknown: 'ignored',
      },
      { token: aikoToken },
    );
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['success', 'resource']);
    expect(body.resource).toMatchObject({
      email: aiko,
      isDefault: false,
      special_hours: [
        { date: '2027-01-01', timesets: [] },
        { date: '2028-02-29', timesets: [['10:00', '11:00']] },
      ],
    });
    expect(body.resource.weekly_hours).toHaveLength(7);
    expect(hoursOf(body.resource, 'Mon')).toEqual([]);
    expect(hoursOf(body.resource, 'Sun')).toEqual([
      ['00:00', '08:00'],
      ['08:00', '09:00'],
      ['20:00', '24:00'],
    ]);
  });

  test('201: isDefault moves the default', async () => {
    const email = await newcomer();
    const moved = await add(email, { isDefault: true });
    const defaults = await helpers.defaultsOf(email);
    expect(defaults.map(({ uuid }) => uuid)).toEqual([moved.uuid]);
  });

  test('201: of many at once that want to be the default, all are made and one is', async () => {
    const email = await newcomer();
    const answers = await repeatConcurrently(8, () =>
      app.post('/schedules', { ...evenings, email, isDefault: true }),
    );
    expect(countByStatus(answers)).toEqual({ 201: 8 });
    expect(await list(email)).toHaveLength(9);
    expect(await helpers.defaultsOf(email)).toHaveLength(1);
  });

  test('201: the same Idempotency-Key makes one schedule', async () => {
    const email = await newcomer();
    const headers = { 'idempotency-key': 'schedule-once' };
    const [first, again] = await repeatConcurrently(2, () =>
      app.post('/schedules', { ...evenings, email }, { headers }),
    );
    expect(again?.body).toEqual(first?.body);
    expect(await list(email)).toHaveLength(2);
  });

  test('401, 403 for others and without the scope', async () => {
    expect((await app.post('/schedules', evenings, { token: null })).status).toBe(401);
    expect((await app.post('/schedules', { ...evenings, email: mara }, { token: aikoToken })).status).toBe(
      403,
    );
    const reader = await app.tokenOf(aiko, ['schedules:read']);
    const { body } = await app.post('/schedules', evenings, { token: reader });
    expect(body.error.required_scopes).toEqual(['admin:full', 'schedules:write']);
  });

  test('422: a user who is not there', async () => {
    for (const email of ['nobody@juniper.example', neighbour.email]) {
      const { status, body } = await app.post('/schedules', { ...evenings, email });
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toEqual(['email']);
    }
  });

  test('422: names a wrong zone and a user who is not there at once, to admins only', async () => {
    const wrong = { ...evenings, timezone: 'Mars/Olympus', email: 'nobody@juniper.example' };
    const { body } = await app.post('/schedules', wrong);
    expect(Object.keys(body.errors)).toEqual(['timezone', 'email']);
    const unknowing = await app.post('/schedules', wrong, { token: aikoToken });
    expect(Object.keys(unknowing.body.errors)).toEqual(['timezone']);
  });

  test('422: every wrong field at once', async () => {
    const { status, body } = await app.post('/schedules', {
      email: 'x',
      title: ' ',
      timezone: 'Mars/Olympus',
      weekly_hours: [
        { day: 'Mon', timesets: [['25:00', '26:00']] },
        { day: 'Funday', timesets: [] },
      ],
      special_hours: [{ date: '2027-02-30', timesets: [] }],
      isDefault: 'yes',
    });
    expect(status).toBe(422);
    expect(body.message).toBe('The given data was invalid.');
    expect(Object.keys(body.errors).sort()).toEqual([
      'email',
      'isDefault',
      'special_hours.0.date',
      'timezone',
      'title',
      'weekly_hours.0.timesets.0.0',
      'weekly_hours.0.timesets.0.1',
      'weekly_hours.1.day',
    ]);
    expect(Object.keys((await app.post('/schedules', {})).body.errors)).toEqual([
      'title',
      'timezone',
      'weekly_hours',
    ]);
  });

  test.each([
    [[['25:00', '26:00']], 'weekly_hours.0.timesets.0.0'],
    [[['9:00', '17:00']], 'weekly_hours.0.timesets.0.0'],
    [[['09:00:00', '17:00']], 'weekly_hours.0.timesets.0.0'],
    [[['24:00', '24:00']], 'weekly_hours.0.timesets.0.0'],
    [[['09:00', '24:01']], 'weekly_hours.0.timesets.0.1'],
    [[['09:00', '17:60']], 'weekly_hours.0.timesets.0.1'],
    [[['17:00', '09:00']], 'weekly_hours.0.timesets.0'],
    [[['09:00', '09:00']], 'weekly_hours.0.timesets.0'],
    [[['09:00']], 'weekly_hours.0.timesets.0'],
    [[['09:00', '12:00', '13:00']], 'weekly_hours.0.timesets.0'],
    [
      [
        ['09:00', '12:00'],
        ['11:59', '13:00'],
      ],
      'weekly_hours.0.timesets',
    ],
    [
      [
        ['11:00', '13:00'],
        ['09:00', '12:00'],
      ],
      'weekly_hours.0.timesets',
    ],
    [
      [
        ['09:00', '12:00'],
        ['09:00', '12:00'],
      ],
      'weekly_hours.0.timesets',
    ],
    ['09:00-17:00', 'weekly_hours.0.timesets'],
    [null, 'weekly_hours.0.timesets'],
    [[['09:00', '17:00\u0000']], 'weekly_hours.0.timesets.0.1'],
  ])('422: %j on a weekday', async (timesets, field) => {
    const { status, body } = await app.post('/schedules', {
      ...evenings,
      weekly_hours: [{ day: 'Mon', timesets }],
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toContain(field);
  });

  test.each([
    '2027-02-30',
    '2027-2-3',
    '2027-13-01',
    'tomorrow',
    '2027-01-01T00:00:00Z',
    '__proto__',
    7,
    null,
  ])('422: the date %j', async (date) => {
    const { status } = await app.post('/schedules', { ...evenings, special_hours: [{ date, timesets: [] }] });
    expect(status).toBe(422);
  });

  test('422: a day or a date named twice', async () => {
    const { status, body } = await app.post('/schedules', {
      ...evenings,
      weekly_hours: [
        { day: 'Mon', timesets: [] },
        { day: 'Mon', timesets: [['09:00', '10:00']] },
      ],
      special_hours: [
        { date: '2027-01-01', timesets: [] },
        { date: '2027-01-01', timesets: null },
      ],
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(['special_hours', 'weekly_hours']);
  });
});
