import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pairSettings } from '../../../test/runtime.ts';
import { googleAccess } from './access.ts';
import { bookPage, createPage } from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import { createSystemActor } from '../../platform/auth/actor.ts';
import { runInWorkspace } from '../../platform/context.ts';
import { expandSeries } from '../expand-further.ts';
import { syncConnection } from '../sync.ts';
import { listBusyTimes, connectAccount, listConnectionsTo, signInMara, syncNow } from '../test-connect.ts';
import { startGoogle } from './test-google.ts';

let nowMs = Date.parse('2027-01-11T06:00:00Z');
const clock = { now: () => new Date(nowMs) };
const google = await startGoogle(clock);
const app = useApp({
  clock,
  config: { outboundAllow: ['127.0.0.1'] },
  settings: [pairSettings(googleAccess.settings, google.app)],
});
const work = 'mara@gmail.example';
let uuid = '';

beforeAll(async () => {
  google.addCalendar(work, { primary: true, summary: 'Work' });
  google.addCalendar('team@group.example', { accessRole: 'reader', summary: 'Team' });
  google.addCalendar('boss@gmail.example', { accessRole: 'freeBusyReader', summary: 'Boss' });
  await connectAccount(app, google, await signInMara(app), { provider: 'google', access: 'write' });
  const [connection] = await listConnectionsTo(app, 'google');
  uuid = connection.uuid;
});
afterAll(() => google.close());
beforeEach(() => {
  google.settings.pageSize = 2500;
  google.seen.length = 0;
});

const at = (dateTime: string, timeZone = 'Europe/Berlin') => ({ dateTime, timeZone });
const meeting = (id: string, start: string, end: string, more: object = {}) =>
  google.put(work, { id, start: at(start), end: at(end), ...more });
const sync = () => syncNow(app, uuid);
const clear = async () => {
  for (const { id } of google.listEvents(work)) google.remove(work, id);
  await sync();
};

describe('reading', () => {
  test('calendars are found; those of others are not read until they are chosen', async () => {
    const [connection] = await listConnectionsTo(app, 'google');
    expect(connection).toMatchObject({ account: work, access: 'write', state: 'ok', countsTentative: true });
    expect(connection.calendars).toMatchObject([
      { name: 'Boss', isRead: false, canWrite: false },
      { name: 'Team', isRead: false, canWrite: false },
      { name: 'Work', isRead: true, canWrite: true, color: '16a765' },
    ]);
  });

  test('a list of several pages is read to its end, and the sync token comes with the last one', async () => {
    google.settings.pageSize = 2;
    for (const day of ['12', '13', '14', '15', '18'])
      meeting(`day${day}`, `2027-01-${day}T10:00:00+01:00`, `2027-01-${day}T11:00:00+01:00`);
    expect(await sync()).toMatchObject({ changed: 5, connection: { state: 'ok' } });
    expect(google.seen.filter((line) => line.includes('/events'))).toHaveLength(3);
    expect(await listBusyTimes(app)).toHaveLength(5);
    expect(await sync()).toMatchObject({ changed: 0, removed: 0 });
    meeting('day12', '2027-01-12T12:00:00+01:00', '2027-01-12T13:00:00+01:00');
    google.remove(work, 'day13');
    google.settings.pageSize = 1;
    expect(await sync()).toMatchObject({ changed: 1, removed: 1 });
    expect(await listBusyTimes(app)).toEqual([
      '2027-01-12T11:00/12:00',
      '2027-01-14T09:00/10:00',
      '2027-01-15T09:00/10:00',
      '2027-01-18T09:00/10:00',
    ]);
    await clear();
    expect(await listBusyTimes(app)).toEqual([]);
  });

  test('a refused sync token (410) means from the beginning: what was deleted meanwhile is gone', async () => {
    meeting('keep0', '2027-01-12T10:00:00+01:00', '2027-01-12T11:00:00+01:00');
    meeting('gone0', '2027-01-13T10:00:00+01:00', '2027-01-13T11:00:00+01:00');
    await sync();
    google.remove(work, 'gone0');
    google.expireSyncTokens();
    meeting('new00', '2027-01-14T10:00:00+01:00', '2027-01-14T11:00:00+01:00');
    expect(await sync()).toMatchObject({ removed: 1, connection: { state: 'ok' } });
    expect(await listBusyTimes(app)).toEqual(['2027-01-12T09:00/10:00', '2027-01-14T09:00/10:00']);
    await clear();
  });

  test('an invitation to a booking, which came by mail, makes its host busy once', async () => {
    const { body } = await bookPage(app, await createPage(app), { date: '2027-01-20', start: '10:00' });
    meeting('mailed', '2027-01-20T10:00:00+01:00', '2027-01-20T10:30:00+01:00', {
      iCalUID: `${body.uuid}@daybook`,
    });
    await sync();
    expect(await listBusyTimes(app)).toEqual(['2027-01-20T09:00/09:30']);
    await app.put(`/scheduled-events/${body.uuid}/cancel`, {});
    expect(await listBusyTimes(app)).toEqual([]);
    await clear();
  });

  test('a series is expanded here, on the clock of its own zone; occurrences are moved and cancelled one by one', async () => {
    // Google writes the offset of the calendar, although the series was made in New York.
    google.put(work, {
      id: 'series',
      start: at('2027-03-08T15:00:00+01:00', 'America/New_York'),
      end: at('2027-03-08T16:00:00+01:00', 'America/New_York'),
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'],
    });
    await sync();
    // New York changes its clock on March 14, Berlin on March 28.
    const all = [
      '2027-03-08T14:00/15:00',
      '2027-03-15T13:00/14:00',
      '2027-03-22T13:00/14:00',
      '2027-03-29T13:00/14:00',
    ];
    expect(await listBusyTimes(app)).toEqual(all);
    google.put(work, {
      id: 'series_20270315',
      recurringEventId: 'series',
      originalStartTime: at('2027-03-15T14:00:00+01:00', 'America/New_York'),
      start: at('2027-03-16T09:00:00+01:00'),
      end: at('2027-03-16T10:00:00+01:00'),
    });
    google.put(work, {
      id: 'series_20270322',
      recurringEventId: 'series',
      originalStartTime: at('2027-03-22T14:00:00+01:00', 'America/New_York'),
      status: 'cancelled',
    });
    expect(await sync()).toMatchObject({ changed: 2 });
    const changed = ['2027-03-08T14:00/15:00', '2027-03-16T08:00/09:00', '2027-03-29T13:00/14:00'];
    expect(await listBusyTimes(app)).toEqual(changed);
    // The series alone arrives again, without what replaces its occurrences.
    google.put(work, { id: 'series', end: at('2027-03-08T15:30:00+01:00', 'America/New_York') });
    await sync();
    expect(await listBusyTimes(app)).toEqual([
      '2027-03-08T14:00/14:30',
      '2027-03-16T08:00/09:00',
      '2027-03-29T13:00/13:30',
    ]);
    google.remove(work, 'series');
    await sync();
    expect(await listBusyTimes(app)).toEqual([]);
  });

  test('an occurrence of a series that lies in somebody else’s calendar counts by itself', async () => {
    meeting('alone1', '2027-01-12T10:00:00+01:00', '2027-01-12T11:00:00+01:00', {
      recurringEventId: 'theirs',
      originalStartTime: at('2027-01-12T10:00:00+01:00'),
    });
    await sync();
    expect(await listBusyTimes(app)).toEqual(['2027-01-12T09:00/10:00']);
    await clear();
  });

  test('free, declined and cancelled do not count, tentative and unanswered do unless the owner says so, out of office always', async () => {
    const day = (date: string, more: object) =>
      meeting(`kind${date}`, `2027-02-${date}T10:00:00+01:00`, `2027-02-${date}T11:00:00+01:00`, more);
    const self = (responseStatus: string) => ({ attendees: [{ self: true, responseStatus }] });
    day('01', { transparency: 'transparent' });
    day('02', self('declined'));
    day('03', { status: 'tentative' });
    day('04', self('needsAction'));
    day('05', self('accepted'));
    day('08', { eventType: 'outOfOffice', transparency: 'transparent' });
    day('09', { eventType: 'workingLocation' });
    google.put(work, { id: 'allday0', start: { date: '2027-02-10' }, end: { date: '2027-02-11' } });
    google.put(work, {
      id: 'allday1',
      start: { date: '2027-02-11' },
      end: { date: '2027-02-12' },
      transparency: 'transparent',
    });
    await sync();
    const days = async () => (await listBusyTimes(app)).map((text) => text.slice(8, 16));
    expect(await days()).toEqual(['03T09:00', '04T09:00', '05T09:00', '08T09:00', '09T23:00']);
    google.seen.length = 0;
    const changed = await app.patch(`/calendar-connections/${uuid}`, { countsTentative: false });
    expect([changed.status, changed.body.resource.countsTentative]).toEqual([200, false]);
    expect(await days()).toEqual(['05T09:00', '08T09:00', '09T23:00']);
    await app.patch(`/calendar-connections/${uuid}`, { countsTentative: true });
    expect(await days()).toEqual(['03T09:00', '04T09:00', '05T09:00', '08T09:00', '09T23:00']);
    expect(google.seen).toEqual([]);
    await clear();
  });

  test('an occurrence that was declined frees its time, though the series counts', async () => {
    meeting('weekly', '2027-01-12T10:00:00+01:00', '2027-01-12T11:00:00+01:00', {
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'],
    });
    meeting('weekly_2', '2027-01-19T10:00:00+01:00', '2027-01-19T11:00:00+01:00', {
      recurringEventId: 'weekly',
      originalStartTime: at('2027-01-19T10:00:00+01:00'),
      attendees: [{ self: true, responseStatus: 'declined' }],
    });
    await sync();
    expect(await listBusyTimes(app)).toEqual(['2027-01-12T09:00/10:00']);
    await clear();
  });

  test('a calendar of which only free and busy is shown is read 90 days at a time', async () => {
    const [connection] = await listConnectionsTo(app, 'google');
    const boss = connection.calendars.find(({ name }: { name: string }) => name === 'Boss');
    google.put('boss@gmail.example', {
      id: 'secret',
      start: at('2027-05-03T08:00:00.000Z'),
      end: at('2027-05-03T09:00:00.000Z'),
    });
    await app.patch(`/calendar-connections/${uuid}`, { calendars: [{ id: boss.id, isRead: true }] });
    expect(await sync()).toMatchObject({ changed: 1, connection: { state: 'ok' } });
    expect(await listBusyTimes(app)).toEqual(['2027-05-03T08:00/09:00']);
    const asked = () => google.seen.filter((line) => line === 'POST /freeBusy').length;
    expect(asked()).toBe(7);
    expect(await sync()).toMatchObject({ changed: 0, removed: 0 });
    google.seen.length = 0;
    google.put('boss@gmail.example', {
      id: 'late',
      start: at('2027-01-13T09:00:00.000Z'),
      end: at('2027-01-13T10:00:00.000Z'),
    });
    const late = { date: '2027-01-13', start: '10:00' };
    expect((await bookPage(app, await createPage(app), late)).status).toBe(409);
    expect(asked(), 'a booking asks for its own time only').toBe(1);
    google.remove('boss@gmail.example', 'late');
    await sync();
    for (const [reason, state] of [
      ['internalError', 'failing'],
      ['notFound', 'failing'],
    ]) {
      const calendars = { 'boss@gmail.example': { errors: [{ domain: 'global', reason }], busy: [] } };
      google.failNext(/freeBusy/, { status: 200, body: { calendars } });
      expect(await sync()).toMatchObject({ changed: 0, removed: 0, connection: { state } });
      expect(await listBusyTimes(app), `${reason} frees nobody`).toEqual(['2027-05-03T08:00/09:00']);
    }
    google.failNext(/freeBusy/, { status: 200, body: {} });
    expect(await sync()).toMatchObject({ connection: { state: 'failing' } });
    expect(await listBusyTimes(app)).toEqual(['2027-05-03T08:00/09:00']);
    await sync();
    await app.patch(`/calendar-connections/${uuid}`, { calendars: [{ id: boss.id, isRead: false }] });
    expect(await listBusyTimes(app)).toEqual([]);
  });
});

test('who computes the busy time of a series at the same moment waits: nothing fails, nothing is doubled', async () => {
  meeting('weekly', '2027-01-12T10:00:00+01:00', '2027-01-12T11:00:00+01:00', {
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5'],
  });
  await sync();
  const { rows } = await app.runtime.database.pool.query(
    `select workspace_id, id, member_id from calendar where external_id = $1`,
    [work],
  );
  const [{ workspace_id: workspaceId, id: calendarId, member_id: memberId }] = rows;
  const series = { calendarId, memberId, timezone: 'Europe/Berlin', countsTentative: true };
  await Promise.all(
    Array.from({ length: 6 }, () =>
      runInWorkspace(app.runtime, createSystemActor(workspaceId), (ctx) =>
        expandSeries(ctx, series, ['weekly']),
      ),
    ),
  );
  expect(await listBusyTimes(app)).toHaveLength(5);
  await clear();
});

describe('calendars that come and go', () => {
  const names = async () =>
    (await listConnectionsTo(app, 'google'))[0].calendars.map((calendar: { name: string }) => calendar.name);

  test('a new one is found within a day without anybody asking for it, and counts if it is one’s own', async () => {
    google.addCalendar('trips', { summary: 'Trips' });
    google.put('trips', { id: 'abroad', start: { date: '2027-03-01' }, end: { date: '2027-03-02' } });
    const { rows } = await app.runtime.database.pool.query(
      'select workspace_id, id from calendar_connection where id = $1',
      [uuid],
    );
    const ref = rows[0];
    await syncConnection(app.runtime, ref);
    expect(await names()).not.toContain('Trips');
    nowMs += 86_400_000;
    await syncConnection(app.runtime, ref);
    expect(await names()).toContain('Trips');
    expect(await listBusyTimes(app)).toEqual(['2027-02-28T23:00/23:00']);
  });

  test('one that was deleted says so by its name, and does not keep the others from being read', async () => {
    google.removeCalendar('trips');
    meeting('other', '2027-01-14T10:00:00+01:00', '2027-01-14T11:00:00+01:00');
    const { connection } = await sync();
    expect(connection).toMatchObject({
      state: 'failing',
      error: 'Trips: The calendar no longer exists (404).',
    });
    expect(await listBusyTimes(app)).toEqual(['2027-01-14T09:00/10:00', '2027-02-28T23:00/23:00']);
    const trips = connection.calendars.find(({ name }: { name: string }) => name === 'Trips');
    await app.patch(`/calendar-connections/${uuid}`, { calendars: [{ id: trips.id, isRead: false }] });
    expect((await sync()).connection).toMatchObject({ state: 'ok', error: null });
    await clear();
  });

  test('what is long past is not read', async () => {
    meeting('past0', '2025-01-14T10:00:00+01:00', '2025-01-14T11:00:00+01:00');
    google.expireSyncTokens();
    meeting('past1', '2025-01-15T10:00:00+01:00', '2025-01-15T11:00:00+01:00');
    await sync();
    const { rows } = await app.runtime.database.pool.query(
      `select external_id from calendar_entry where external_id like 'past%'`,
    );
    expect(rows).toEqual([]);
    await clear();
  });
});

describe('a service that wants to be left alone', () => {
  const limited = (reason: string) => ({ error: { errors: [{ reason }] } });

  test.each([
    ['429', { status: 429, headers: { 'retry-after': '1200' }, body: limited('rateLimitExceeded') }],
    ['403', { status: 403, headers: { 'retry-after': '1200' }, body: limited('userRateLimitExceeded') }],
  ])('%s: is not asked again before that time, and what is known stays', async (_, answer) => {
    meeting('stays', '2027-01-12T10:00:00+01:00', '2027-01-12T11:00:00+01:00');
    await sync();
    google.failNext(/events$/, answer);
    const { connection } = await sync();
    expect(connection).toMatchObject({
      state: 'failing',
      error: expect.stringContaining('limiting requests'),
    });
    expect(await listBusyTimes(app)).toEqual(['2027-01-12T09:00/10:00']);
    const { rows } = await app.runtime.database.pool.query(
      'select extract(epoch from next_sync_at - $1::timestamptz)::int as wait from calendar_connection where id = $2',
      [clock.now(), uuid],
    );
    expect(rows[0].wait).toBe(1200);
    expect((await sync()).connection).toMatchObject({ state: 'ok', error: null });
    await clear();
  });

  test('a 403 that is about permission is no reason to wait, but to sign in', async () => {
    google.failNext(/events$/, { status: 403, body: limited('insufficientPermissions') }, 2);
    expect((await sync()).connection).toMatchObject({ state: 'needs_sign_in' });
    expect((await sync()).connection).toMatchObject({ state: 'ok' });
  });

  test('a 403 of one calendar is no wrong password: the others are read, and nobody has to sign in', async () => {
    meeting('other', '2027-01-14T10:00:00+01:00', '2027-01-14T11:00:00+01:00');
    google.addCalendar('team', { accessRole: 'owner', summary: 'Team' });
    await sync();
    google.seen.length = 0;
    google.failNext(/team\/events$/, { status: 403, body: limited('forbidden') });
    const { connection } = await sync();
    expect(connection).toMatchObject({
      state: 'failing',
      error: expect.stringMatching(/^Team: .*\(403 forbidden\)\. Check that it is shared/),
    });
    expect(await listBusyTimes(app)).toEqual(['2027-01-14T09:00/10:00']);
    expect(google.seen.filter((line) => line.includes('token'))).toEqual([]);
    expect((await sync()).connection).toMatchObject({ state: 'ok', error: null });
    google.removeCalendar('team');
    await clear();
  });

  test('a 403 of an interface that is not turned on is for the operator', async () => {
    google.failNext(/events$/, { status: 403, body: limited('accessNotConfigured') });
    expect((await sync()).connection).toMatchObject({
      state: 'failing',
      error: expect.stringContaining('Its operator must enable the calendar API.'),
    });
    await sync();
  });

  test('an answer that is none is a sentence', async () => {
    google.failNext(/events$/, { status: 200, body: { items: [] } });
    expect((await sync()).connection.error).toContain('without a sync token');
    google.failNext(/events$/, { status: 502, body: 'Bad gateway' });
    expect((await sync()).connection.error).toContain('has a problem (502)');
    await sync();
  });
});
