import { describe, expect, test } from 'vitest';
import { fixedClock } from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import { useDav } from '../../../test/dav.ts';
import { cyrus, radicale, xandikos } from '../../../test/dav-servers.ts';

const app = useApp({ clock: fixedClock, config: { outboundAllow: ['127.0.0.1'] } });

const event = (uid: string, start: string, end: string, more = ''): string =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20270101T000000Z\r\nDTSTART:${start}\r\nDTEND:${end}\r\nSUMMARY:${uid}\r\n${more}END:VEVENT\r\n`;
const calendar = (...events: string[]): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x//EN\r\n${events.join('')}END:VCALENDAR\r\n`;

describe.each([radicale, xandikos, cyrus])('$name', (program) => {
  const dav = useDav(program);
  let uuid = '';

  const connect = (fields: object = {}) =>
    app.post('/calendar-connections', {
      provider: 'caldav',
      url: dav.url,
      username: dav.username,
      password: dav.password,
      ...fields,
    });
  const sync = async () => (await app.post(`/calendar-connections/${uuid}/sync`, {})).body.resource;
  const busy = async (): Promise<string[]> => {
    const { body } = await app.get('/busy-times?start=2027-01-01T00:00:00Z&end=2027-03-01T00:00:00Z');
    return (body.collection as { start: string }[]).map(({ start }) => start.slice(0, 16));
  };

  test('201: its calendars are found from the address of the server', async () => {
    await dav.put('first', calendar(event('first', '20270112T090000Z', '20270112T100000Z')));
    const { status, body } = await connect();
    expect(status, JSON.stringify(body)).toBe(201);
    uuid = body.resource.uuid;
    expect(body.resource.calendars).toEqual([
      expect.objectContaining({ isRead: true, isWritten: false, canWrite: true, syncedAt: null }),
    ]);
    expect(JSON.stringify(body)).not.toContain(dav.password);
  });

  test('the first sync reads what is there; the next ones what changed', async () => {
    expect(await sync()).toMatchObject({ changed: 1, removed: 0, connection: { state: 'ok', error: null } });
    expect(await busy()).toEqual(['2027-01-12T09:00']);
    expect(await sync()).toMatchObject({ changed: 0, removed: 0 });
    await dav.put('second', calendar(event('second', '20270113T090000Z', '20270113T100000Z')));
    await dav.put('first', calendar(event('first', '20270112T130000Z', '20270112T140000Z')));
    expect(await sync()).toMatchObject({ changed: 2, removed: 0 });
    expect(await busy()).toEqual(['2027-01-12T13:00', '2027-01-13T09:00']);
    await dav.remove('first');
    expect(await sync()).toMatchObject({ changed: 0, removed: 1 });
    expect(await busy()).toEqual(['2027-01-13T09:00']);
  });

  test('an occurrence of a series that was moved, and one that was deleted', async () => {
    const series = event('weekly', '20270201T090000Z', '20270201T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=3\r\n');
    await dav.put('weekly', calendar(series));
    await sync();
    expect(await busy()).toContain('2027-02-08T09:00');
    const moved = event(
      'weekly',
      '20270209T150000Z',
      '20270209T160000Z',
      'RECURRENCE-ID:20270208T090000Z\r\n',
    );
    const without = series.replace('RRULE', 'EXDATE:20270215T090000Z\r\nRRULE');
    await dav.put('weekly', calendar(without, moved));
    await sync();
    expect(await busy()).toEqual(['2027-01-13T09:00', '2027-02-01T09:00', '2027-02-09T15:00']);
    await dav.remove('weekly');
    await sync();
  });

  test('a sync token that the server refuses means from the beginning', async () => {
    await app.runtime.database.pool.query(`update calendar set cursor = 'http://example.com/no-such-token'`);
    await dav.put('third', calendar(event('third', '20270120T090000Z', '20270120T100000Z')));
    expect(await sync()).toMatchObject({ connection: { state: 'ok' } });
    expect(await busy()).toEqual(['2027-01-13T09:00', '2027-01-20T09:00']);
  });

  test('a server that is away leaves what is known, and says so', async () => {
    await dav.kill();
    expect(await sync()).toMatchObject({ connection: { state: 'failing', error: expect.any(String) } });
    expect(await busy()).toEqual(['2027-01-13T09:00', '2027-01-20T09:00']);
    await dav.restart();
    expect(await sync()).toMatchObject({ connection: { state: 'ok', error: null, failingSince: null } });
  });

  test('409: the same account again', async () => {
    expect((await connect()).status).toBe(409);
  });

  test('200: a calendar that is not read makes nobody busy, and is read again when it is chosen', async () => {
    const { body } = await app.get(`/calendar-connections/${uuid}`);
    const [{ id }] = body.resource.calendars;
    await app.patch(`/calendar-connections/${uuid}`, { calendars: [{ id, isRead: false }] });
    expect(await busy()).toEqual([]);
    await app.patch(`/calendar-connections/${uuid}`, { calendars: [{ id, isRead: true }] });
    await sync();
    expect(await busy()).toEqual(['2027-01-13T09:00', '2027-01-20T09:00']);
    expect((await app.delete(`/calendar-connections/${uuid}`)).status).toBe(200);
    expect(await busy()).toEqual([]);
  });
});

describe('Radicale refuses', () => {
  const dav = useDav(radicale);

  test('422: a wrong password, a wrong address, an address that is no calendar server', async () => {
    const fields = { provider: 'caldav', url: dav.url, username: 'ann' };
    const wrong = await app.post('/calendar-connections', { ...fields, password: 'plum' });
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      { password: [expect.stringContaining('Incorrect user name or password')] },
    ]);
    const lost = await app.post('/calendar-connections', {
      ...fields,
      password: 'apricot',
      url: 'http://127.0.0.1:9/',
    });
    expect([lost.status, Object.keys(lost.body.errors)]).toEqual([422, ['url']]);
    const none = await app.post('/calendar-connections', { ...fields, provider: 'ics', password: 'apricot' });
    expect([none.status, Object.keys(none.body.errors)]).toEqual([422, ['url']]);
  });
});
