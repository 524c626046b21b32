import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { countByStatus, repeatConcurrently } from '../../test/times.ts';
import { aiko, days, createScheduleHelpers, mara, tomas } from './test-schedules.ts';

const app = useApp();
const helpers = createScheduleHelpers(app);
const add = (email: string, fields: object = {}) => helpers.add(email, { weekly_hours: [], ...fields });

let aikoToken: string;
let tomasToken: string;
beforeAll(async () => {
  aikoToken = await app.tokenOf(aiko, ['schedules:write']);
  tomasToken = await app.tokenOf(tomas, ['schedules:write']);
});

describe('PATCH /schedules/{uuid} and /schedules/default', () => {
  test('409: If-Match names another version than the one that was read, by its id and as the default', async () => {
    const own = await add(mara, { title: 'Versions' });
    for (const path of [`/schedules/${own.uuid}`, '/schedules/default']) {
      const read = await app.get(`${path}?email=${mara}`);
      const change = (title: string, ifMatch: string) =>
        app.patch(path, { email: mara, title }, { headers: { 'if-match': ifMatch } });
      const first = await change('First', String(read.headers.etag));
      expect([first.status, first.body.resource.title]).toEqual([200, 'First']);
      const second = await change('Second', String(read.headers.etag));
      expect([second.status, second.body.message]).toEqual([
        409,
        'The version in If-Match isn’t the current one.',
      ]);
      expect((await change(read.body.resource.title, String(first.headers.etag))).status).toBe(200);
    }
  });

  test('200: changes what is mentioned and keeps the rest', async () => {
    const weekly_hours = [
      { day: 'Mon', timesets: [['09:00', '12:00']] },
      { day: 'Tue', timesets: [['09:00', '12:00']] },
    ];
    const special_hours = [
      { date: '2027-12-24', timesets: [] },
      { date: '2027-12-31', timesets: [['09:00', '10:00']] },
    ];
    const before = await add(mara, { weekly_hours, special_hours });
    const { status, body } = await app.patch(`/schedules/${before.uuid}`, {
      email: 'MARA@juniper.example',
      timezone: null,
      weekly_hours: [
        {
          day: 'Tue',
          timesets: [
            ['14:00', '24:00'],
            ['13:00', '14:00'],
          ],
        },
      ],
      special_hours: [
        { date: '2027-12-31', timesets: null },
        { date: '2027-06-01', timesets: [] },
      ],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, status: 200 });
    expect(body.resource).toEqual({
      ...before,
      weekly_hours: days.map((day) => ({
        day,
        timesets:
          day === 'Mon'
            ? [['09:00', '12:00']]
            : day === 'Tue'
              ? [
                  ['13:00', '14:00'],
                  ['14:00', '24:00'],
                ]
              : [],
      })),
      special_hours: [
        { date: '2027-06-01', timesets: [] },
        { date: '2027-12-24', timesets: [] },
      ],
      currentTime: body.resource.currentTime,
      updatedAt: body.resource.updatedAt,
    });
    expect(body.resource.updatedAt > before.updatedAt).toBe(true);
    const read = await app.get(`/schedules/${before.uuid}?email=${mara}`);
    expect(read.body.resource.weekly_hours).toEqual(body.resource.weekly_hours);
  });

  test('200: with nothing but the address, or null, all is kept; the last override gone leaves null', async () => {
    const before = await add(mara, { special_hours: [{ date: '2027-12-24', timesets: [] }] });
    const path = `/schedules/${before.uuid}`;
    for (const changes of [
      {},
      { special_hours: null, timezone: null },
      { weekly_hours: [], special_hours: [] },
    ]) {
      const { body } = await app.patch(path, { email: mara, ...changes });
      expect(body.resource).toMatchObject({
        timezone: 'Europe/Berlin',
        special_hours: [{ date: '2027-12-24', timesets: [] }],
      });
    }
    const { body } = await app.patch(path, {
      email: mara,
      special_hours: [{ date: '2027-12-24', timesets: null }],
      title: '  Late  ',
      timezone: 'Africa/Cairo',
    });
    expect(body.resource).toMatchObject({ special_hours: null, title: 'Late', timezone: 'Africa/Cairo' });
  });

  test('200: the default one by its literal path, also for others by an admin', async () => {
    const changes = { email: aiko, weekly_hours: [{ day: 'Sat', timesets: [['10:00', '11:00']] }] };
    const { status, body } = await app.patch('/schedules/default', changes, { token: tomasToken });
    expect(status).toBe(200);
    expect(body.resource).toMatchObject({ email: aiko, isDefault: true });
    expect(body.resource.weekly_hours[5]).toEqual({ day: 'Sat', timesets: [['10:00', '11:00']] });
    expect(body.resource.weekly_hours[0].timesets).toEqual([['09:00', '17:00']]);
  });

  test('200: isDefault moves the default, and many at once leave exactly one', async () => {
    const made = await repeatConcurrently(6, () => add(tomas));
    const moved = await app.patch(`/schedules/${made[0].uuid}`, { email: tomas, isDefault: true });
    expect(moved.body.resource.isDefault).toBe(true);
    expect((await helpers.defaultsOf(tomas)).map(({ uuid }) => uuid)).toEqual([made[0].uuid]);
    const answers = await Promise.all(
      made.flatMap(({ uuid }) => [
        app.patch(`/schedules/${uuid}`, { email: tomas, isDefault: true }),
        app.patch('/schedules/default', { email: tomas, title: `Was default ${uuid}` }),
      ]),
    );
    expect(countByStatus(answers)).toEqual({ 200: 12 });
    expect(await helpers.defaultsOf(tomas)).toHaveLength(1);
  });

  test('200: changes of different days and dates at the same moment all survive', async () => {
    const { uuid } = await add(mara);
    const answers = await repeatConcurrently(21, (index) =>
      app.patch(`/schedules/${uuid}`, {
        email: mara,
        ...(index < 7
          ? { weekly_hours: [{ day: days[index], timesets: [[`0${index}:00`, '12:00']] }] }
          : { special_hours: [{ date: `2027-03-${String(index).padStart(2, '0')}`, timesets: [] }] }),
      }),
    );
    expect(countByStatus(answers)).toEqual({ 200: 21 });
    const { resource } = (await app.get(`/schedules/${uuid}?email=${mara}`)).body;
    expect(resource.weekly_hours).toEqual(
      days.map((day, index) => ({ day, timesets: [[`0${index}:00`, '12:00']] })),
    );
    expect(resource.special_hours).toHaveLength(14);
  });

  test('401 and 403', async () => {
    const { uuid } = await add(mara);
    const reader = await app.tokenOf(mara, ['schedules:read']);
    for (const path of ['/schedules/default', `/schedules/${uuid}`]) {
      expect((await app.patch(path, { email: mara }, { token: null })).status).toBe(401);
      expect((await app.patch(path, { email: mara }, { token: aikoToken })).status).toBe(403);
      expect((await app.patch(path, { email: mara }, { token: reader })).status).toBe(403);
    }
    // Not even by naming oneself as the owner of somebody else's schedule.
    expect((await app.patch(`/schedules/${uuid}`, { email: aiko }, { token: aikoToken })).status).toBe(404);
  });

  test('404: the user, the schedule, and a schedule of another user', async () => {
    const { uuid } = await add(mara);
    const unknown = await app.patch('/schedules/default', { email: 'nobody@juniper.example' });
    expect(unknown.body).toEqual({ success: false, message: 'User not found.', status: 404 });
    for (const id of [uuid, 'AAAAAAAAAA', 'nonsense']) {
      const { status, body } = await app.patch(`/schedules/${id}`, { email: tomas });
      expect(status).toBe(404);
      expect(body).toEqual({ success: false, message: 'Schedule not found.', status: 404 });
    }
  });

  test('422: every wrong field at once, and nothing is written', async () => {
    const { uuid } = await add(mara);
    for (const path of ['/schedules/default', `/schedules/${uuid}`]) {
      const { status, body } = await app.patch(path, {
        timezone: 'CET/Nowhere',
        weekly_hours: [{ day: 'Mon', timesets: [['17:00', '09:00']] }],
        special_hours: [{ date: '2027-02-29', timesets: [['9:00', '10:00']] }],
        title: 'a\nb',
        isDefault: false,
      });
      expect(status).toBe(422);
      expect(Object.keys(body.errors).sort()).toEqual([
        'email',
        'isDefault',
        'special_hours.0.date',
        'special_hours.0.timesets.0.0',
        'timezone',
        'title',
        'weekly_hours.0.timesets.0',
      ]);
    }
    const read = await app.get(`/schedules/${uuid}?email=${mara}`);
    expect(read.body.resource).toMatchObject({ title: 'Evenings', special_hours: null });
  });

  test('422: more dates than a schedule holds, over several requests, named beside a wrong title', async () => {
    const { uuid } = await add(mara);
    const dates = (year: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        date: new Date(Date.UTC(year, 0, 1 + index)).toISOString().slice(0, 10),
        timesets: [],
      }));
    const send = (special_hours: object[], more: object = {}) =>
      app.patch(`/schedules/${uuid}`, { email: mara, special_hours, ...more });
    expect((await send(dates(2027, 1000))).status).toBe(200);
    const { status, body } = await send(dates(2040, 1));
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(['special_hours']);
    const both = await send(dates(2040, 1), { title: '' });
    expect(Object.keys(both.body.errors)).toEqual(['title', 'special_hours']);
    const swapped = [{ date: '2027-01-01', timesets: null }, ...dates(2040, 1)];
    expect((await send(swapped)).status).toBe(200);
  });
});
