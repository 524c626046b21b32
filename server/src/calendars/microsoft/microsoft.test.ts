import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pairSettings } from '../../../test/runtime.ts';
import { microsoftAccess } from './access.ts';
import { bookPage, createPage } from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import { listBusyTimes, connectAccount, listConnectionsTo, signInMara, syncNow } from '../test-connect.ts';
import { startGraph } from './test-graph.ts';

let nowMs = Date.parse('2027-01-11T06:00:00Z');
const clock = { now: () => new Date(nowMs) };
const graph = await startGraph(clock);
const app = useApp({
  clock,
  config: { outboundAllow: ['127.0.0.1'] },
  settings: [pairSettings(microsoftAccess.settings, graph.app)],
});
let cookie = '';
let uuid = '';

beforeAll(async () => {
  graph.addCalendar('work', { name: 'Work', isDefaultCalendar: true });
  graph.addCalendar('boss', {
    name: 'Boss',
    canEdit: false,
    isBusyOnly: true,
    owner: { address: 'boss@x.example' },
  });
  cookie = await signInMara(app);
  await connectAccount(app, graph, cookie, { provider: 'microsoft' });
  const [connection] = await listConnectionsTo(app, 'microsoft');
  uuid = connection.uuid;
});
afterAll(() => graph.close());
beforeEach(() => {
  graph.settings.largestPage = 200;
  graph.seen.length = 0;
});

const at = (dateTime: string) => ({ dateTime, timeZone: 'UTC' });
const meeting = (id: string, start: string, end: string, more: object = {}) =>
  graph.put('work', { id, start: at(start), end: at(end), ...more });
const sync = () => syncNow(app, uuid);
const clear = async () => {
  for (const { id } of graph.listEvents('work')) graph.remove('work', id);
  await sync();
  expect(await listBusyTimes(app)).toEqual([]);
};
const deltas = () => graph.seen.filter((line) => line.endsWith('/calendarView/delta')).length;

test('an invitation to a booking, which came by mail, makes its host busy once', async () => {
  const { body } = await bookPage(app, await createPage(app), { date: '2027-01-20', start: '10:00' });
  // As Exchange wraps the id of an invitation from elsewhere.
  const wrapped = Buffer.from(`vCal-Uid\u0001\0\0\0${body.uuid}@daybook\0`, 'latin1').toString('hex');
  const iCalUId = `040000008200E00074C5B7101A82E008${wrapped.toUpperCase()}`;
  meeting('mailed', '2027-01-20T09:00:00', '2027-01-20T09:30:00', { iCalUId });
  await sync();
  expect(await listBusyTimes(app)).toEqual(['2027-01-20T09:00/09:30']);
  await app.put(`/scheduled-events/${body.uuid}/cancel`, {});
  await clear();
});

describe('connecting', () => {
  test('the account is named by its own calendar; a calendar that is shared is not read until it is chosen', async () => {
    const [connection] = await listConnectionsTo(app, 'microsoft');
    expect(connection).toMatchObject({ account: 'mara@outlook.example', access: 'read', state: 'ok' });
    expect(connection.calendars).toMatchObject([
      { name: 'Boss', isRead: false, canWrite: false },
      { name: 'Work', isRead: true, canWrite: true, color: '0078d4' },
    ]);
  });

  test('scopes come back in full or in short, and both count', async () => {
    await connectAccount(app, graph, cookie, { provider: 'microsoft', access: 'write' });
    expect(await listConnectionsTo(app, 'microsoft')).toMatchObject([{ uuid, access: 'write' }]);
  });
});

describe('reading', () => {
  test('pages are read to the end, the first time and when something changed', async () => {
    graph.settings.largestPage = 2;
    for (const day of ['12', '13', '14', '15', '18'])
      meeting(`day${day}`, `2027-01-${day}T09:00:00`, `2027-01-${day}T10:00:00`);
    expect(await sync()).toMatchObject({ changed: 5, connection: { state: 'ok' } });
    expect(deltas()).toBe(3);
    expect(await listBusyTimes(app)).toHaveLength(5);
    expect(await sync()).toMatchObject({ changed: 0, removed: 0 });
    meeting('day12', '2027-01-12T11:00:00', '2027-01-12T12:00:00');
    meeting('day13', '2027-01-13T11:00:00', '2027-01-13T12:00:00');
    graph.remove('work', 'day14');
    expect(await sync()).toMatchObject({ changed: 2, removed: 1 });
    expect(await listBusyTimes(app)).toEqual([
      '2027-01-12T11:00/12:00',
      '2027-01-13T11:00/12:00',
      '2027-01-15T09:00/10:00',
      '2027-01-18T09:00/10:00',
    ]);
    await clear();
  });

  test('more than ten come at once, since that is asked for', async () => {
    for (let day = 10; day < 30; day += 1)
      meeting(`many${day}`, `2027-01-${day}T09:00:00`, `2027-01-${day}T10:00:00`);
    await sync();
    expect(deltas()).toBe(1);
    await clear();
  });

  test('a position that is not known any more (410) means from the beginning', async () => {
    meeting('keep', '2027-01-12T09:00:00', '2027-01-12T10:00:00');
    meeting('gone', '2027-01-13T09:00:00', '2027-01-13T10:00:00');
    await sync();
    graph.remove('work', 'gone');
    graph.expireDeltaLinks();
    meeting('new', '2027-01-14T09:00:00', '2027-01-14T10:00:00');
    expect(await sync()).toMatchObject({ removed: 1, connection: { state: 'ok' } });
    expect(await listBusyTimes(app)).toEqual(['2027-01-12T09:00/10:00', '2027-01-14T09:00/10:00']);
    await clear();
  });

  test('an occurrence says only when it is: what it is, its series says', async () => {
    graph.put('work', {
      id: 'master',
      type: 'seriesMaster',
      showAs: 'free',
      start: at('2027-01-12T09:00:00'),
      end: at('2027-01-12T10:00:00'),
    });
    for (const day of ['12', '19'])
      meeting(`master-${day}`, `2027-01-${day}T09:00:00`, `2027-01-${day}T10:00:00`, {
        type: 'occurrence',
        seriesMasterId: 'master',
      });
    meeting('master-26', '2027-01-27T09:00:00', '2027-01-27T10:00:00', {
      type: 'exception',
      seriesMasterId: 'master',
      showAs: 'busy',
    });
    await sync();
    expect(await listBusyTimes(app)).toEqual(['2027-01-27T09:00/10:00']);
    // Only the series is named again; its occurrences follow all the same.
    graph.put('work', { id: 'master', showAs: 'busy' });
    await sync();
    expect(await listBusyTimes(app)).toEqual([
      '2027-01-12T09:00/10:00',
      '2027-01-19T09:00/10:00',
      '2027-01-27T09:00/10:00',
    ]);
    // Only an occurrence is named: its series is asked.
    meeting('master-19', '2027-01-20T09:00:00', '2027-01-20T10:00:00', { seriesMasterId: 'master' });
    graph.seen.length = 0;
    await sync();
    expect(graph.seen).toContain('GET /me/calendars/work/events/master');
    expect(await listBusyTimes(app)).toContain('2027-01-20T09:00/10:00');
    graph.remove('work', 'master-12');
    await sync();
    expect(await listBusyTimes(app)).toHaveLength(2);
    graph.remove('work', 'master');
    await sync();
    expect(await listBusyTimes(app)).toEqual([]);
    await clear();
  });

  test('free, declined, cancelled and working elsewhere do not count; tentative and out of office do', async () => {
    const day = (date: string, more: object) =>
      meeting(`kind${date}`, `2027-02-${date}T09:00:00`, `2027-02-${date}T10:00:00`, more);
    day('01', { showAs: 'free' });
    day('02', { showAs: 'busy', responseStatus: { response: 'declined' } });
    day('03', { showAs: 'busy', isCancelled: true });
    day('04', { showAs: 'workingElsewhere' });
    day('05', { showAs: 'tentative' });
    day('08', { showAs: 'oof' });
    day('09', { showAs: 'busy', responseStatus: { response: 'notResponded' } });
    meeting('allday', '2027-02-10T00:00:00', '2027-02-11T00:00:00', { isAllDay: true });
    meeting('freeday', '2027-02-11T00:00:00', '2027-02-12T00:00:00', { isAllDay: true, showAs: 'free' });
    await sync();
    const days = async () => (await listBusyTimes(app)).map((text) => text.slice(8, 16));
    expect(await days()).toEqual(['05T09:00', '08T09:00', '09T09:00', '09T23:00']);
    await app.patch(`/calendar-connections/${uuid}`, { countsTentative: false });
    expect(await days()).toEqual(['08T09:00', '09T23:00']);
    await app.patch(`/calendar-connections/${uuid}`, { countsTentative: true });
    await clear();
  });

  test('the window moves on: what comes into it later is read then', async () => {
    meeting('far', '2028-07-03T09:00:00', '2028-07-03T10:00:00');
    meeting('near', '2027-01-12T09:00:00', '2027-01-12T10:00:00');
    await sync();
    const later = async () => {
      const { body } = await app.get('/busy-times?start=2028-06-01T00:00:00Z&end=2028-08-01T00:00:00Z');
      return body.collection.length;
    };
    expect(await later()).toBe(0);
    nowMs += 89 * 86_400_000;
    await sync();
    expect(await later()).toBe(0);
    nowMs += 2 * 86_400_000;
    await sync();
    expect(await later()).toBe(1);
    await clear();
  });

  test('403: of a calendar of which only free and busy is shown the schedule is read, 62 days at a time', async () => {
    const [connection] = await listConnectionsTo(app, 'microsoft');
    const boss = connection.calendars.find(({ name }: { name: string }) => name === 'Boss');
    graph.put('boss', { id: 'secret', start: at('2027-05-03T08:00:00'), end: at('2027-05-03T09:00:00') });
    graph.put('boss', {
      id: 'free',
      showAs: 'free',
      start: at('2027-05-04T08:00:00'),
      end: at('2027-05-04T09:00:00'),
    });
    await app.patch(`/calendar-connections/${uuid}`, { calendars: [{ id: boss.id, isRead: true }] });
    expect(await sync()).toMatchObject({ connection: { state: 'ok' } });
    expect(await listBusyTimes(app)).toEqual(['2027-05-03T08:00/09:00']);
    const asked = () => graph.seen.filter((line) => line === 'POST /me/calendar/getSchedule').length;
    expect(asked()).toBeLessThanOrEqual(10);
    graph.seen.length = 0;
    expect((await bookPage(app, await createPage(app), { date: '2027-05-03', start: '10:00' })).status).toBe(
      409,
    );
    expect(asked(), 'a booking asks for its own time only').toBe(0);
    graph.put('boss', { id: 'late', start: at('2027-05-05T08:00:00'), end: at('2027-05-05T09:00:00') });
    expect((await bookPage(app, await createPage(app), { date: '2027-05-05', start: '10:00' })).status).toBe(
      409,
    );
    expect(asked()).toBe(1);
    graph.remove('boss', 'late');
    await sync();
    const item = { scheduleId: 'boss', error: { responseCode: 'ErrorMailRecipientNotFound' } };
    for (const value of [[item], []]) {
      graph.failNext(/getSchedule/, { status: 200, body: { value } });
      expect(await sync()).toMatchObject({ changed: 0, connection: { state: 'failing' } });
      expect(await listBusyTimes(app), 'an error frees nobody').toEqual(['2027-05-03T08:00/09:00']);
    }
    await sync();
    await app.patch(`/calendar-connections/${uuid}`, { calendars: [{ id: boss.id, isRead: false }] });
  });

  test('403 in the middle of a list does not make it one of free and busy: it is read again', async () => {
    meeting('stays', '2027-05-12T09:00:00', '2027-05-12T10:00:00');
    await sync();
    graph.seen.length = 0;
    const next = `${graph.app.apiUrl}/me/calendars/work/calendarView/delta?$skiptoken=1`;
    graph.failNext(/delta$/, { status: 200, body: { value: [], '@odata.nextLink': next } });
    graph.failNext(/delta$/, { status: 403, body: { error: { code: 'ErrorAccessDenied' } } });
    expect((await sync()).connection).toMatchObject({
      state: 'failing',
      error: expect.stringContaining('(403 ErrorAccessDenied)'),
    });
    expect(graph.seen).not.toContain('POST /me/calendar/getSchedule');
    expect(await listBusyTimes(app)).toEqual(['2027-05-12T09:00/10:00']);
    expect((await sync()).connection.state).toBe('ok');
    await clear();
  });

  test('429: is not asked again before that time, and what is known stays', async () => {
    meeting('stays', '2027-05-12T09:00:00', '2027-05-12T10:00:00');
    await sync();
    graph.failNext(/delta$/, {
      status: 429,
      headers: { 'retry-after': '600' },
      body: { error: { code: 'TooManyRequests' } },
    });
    expect((await sync()).connection).toMatchObject({
      state: 'failing',
      error: expect.stringContaining('limiting requests'),
    });
    expect(await listBusyTimes(app)).toEqual(['2027-05-12T09:00/10:00']);
    const { rows } = await app.runtime.database.pool.query(
      'select extract(epoch from next_sync_at - $1::timestamptz)::int as wait from calendar_connection where id = $2',
      [clock.now(), uuid],
    );
    expect(rows[0].wait).toBe(600);
    expect((await sync()).connection.state).toBe('ok');
    await clear();
  });

  test('a link that leads elsewhere gets no token', async () => {
    graph.failNext(/delta$/, {
      status: 200,
      body: { value: [], '@odata.nextLink': 'https://evil.example/next' },
    });
    expect((await sync()).connection.error).toContain('a URL that isn’t its own');
    expect((await sync()).connection.state).toBe('ok');
  });
});
