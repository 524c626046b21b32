import { beforeEach, describe, expect, test } from 'vitest';
import { bookPage, createPage, monday } from '../../../test/booking.ts';
import { useDav } from '../../../test/dav.ts';
import { useDavProxy } from '../../../test/dav-proxy.ts';
import { cyrus, radicale, xandikos } from '../../../test/dav-servers.ts';
import { useApp } from '../../../test/harness.ts';
import { writeCopies } from '../write-copies.ts';

const app = useApp({ clock: { now: () => monday }, config: { outboundAllow: ['127.0.0.1'] } });

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await app.runtime.database.pool.query(text, values)).rows;

const entry = (uid: string, start: string, more = ''): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x//EN\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20270101T000000Z\r\nDTSTART:${start}\r\nDURATION:PT1H\r\nSUMMARY:${uid}\r\n${more}END:VEVENT\r\nEND:VCALENDAR\r\n`;

describe.each([radicale, xandikos, cyrus])('$name behind a proxy with faults', (program) => {
  const dav = useDav(program);
  const proxy = useDavProxy(dav);
  let uuid = '';
  let calendarId = '';

  const sync = async () => (await app.post(`/calendar-connections/${uuid}/sync`, {})).body.resource;
  const warning = async (): Promise<string | null> =>
    (await app.get(`/calendar-connections/${uuid}`)).body.resource.calendars[0].warning;
  const busy = async (): Promise<string[]> => {
    const { body } = await app.get('/busy-times?start=2027-02-01T00:00:00Z&end=2027-03-01T00:00:00Z');
    return (body.collection as { start: string }[]).map(({ start }) => start.slice(5, 13));
  };
  const putTen = async () => {
    for (let n = 0; n < 10; n += 1) await dav.put(`day${n}`, entry(`day${n}`, `202702${10 + n}T090000Z`));
  };
  const tenDays = Array.from({ length: 10 }, (_, n) => `02-${10 + n}T09`);
  const follows = () =>
    query(
      `select 1 from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'calendars.follow'`,
    );

  beforeEach(async () => {
    await query('delete from calendar_copy');
    await query('delete from calendar_connection');
    await query('delete from graphile_worker._private_jobs');
    await query('update event_host set blocking = false');
    await query(`update scheduled_event set status = 'cancelled'`);
    for (const name of await dav.list()) await dav.remove(name.replace(/\.ics$/, ''));
    const { username, password } = dav;
    const fields = { provider: 'caldav', url: proxy.url, username, password };
    const { body } = await app.post('/calendar-connections', fields);
    uuid = body.resource.uuid;
    calendarId = body.resource.calendars[0].id;
  });

  describe('a row of a multiget that fails', () => {
    const enterBooking = async (): Promise<{ id: string; name: string }> => {
      const page = await createPage(app);
      await app.patch(`/calendar-connections/${uuid}`, { calendars: [{ id: calendarId, isWritten: true }] });
      const { status, body } = await bookPage(app, page, {});
      expect(status, JSON.stringify(body)).toBe(200);
      await app.runEffects();
      await writeCopies(app.runtime);
      await sync();
      const [name = ''] = await dav.list();
      return { id: body.uuid, name: name.replace(/\.ics$/, '') };
    };
    const touch = async (name: string) =>
      dav.put(name, ((await dav.read(name)) ?? '').replace('END:VEVENT', 'X-SEEN:yes\r\nEND:VEVENT'));
    const stateOf = async (id: string): Promise<string> =>
      (await app.get(`/scheduled-events/${id}`)).body.resource.status;

    test.each([500, 503, 403, null])('%s: cancels no booking, and is asked again', async (status) => {
      const { id, name } = await enterBooking();
      await touch(name);
      proxy.faults = { rows: [[name, status]], entries: [[name, 503]] };
      expect(await sync()).toMatchObject({ removed: 0, connection: { state: 'ok' } });
      await app.runEffects();
      expect([await follows(), await stateOf(id)]).toEqual([[], 'confirmed']);
      expect(await warning()).toContain('couldn’t be read');
      proxy.faults = {};
      expect(await sync()).toMatchObject({ changed: 1, removed: 0 });
      await app.runEffects();
      expect([await follows(), await stateOf(id), await warning()]).toEqual([[], 'confirmed', null]);
    });

    test('404 of what is still there cancels no booking either: the entry itself is asked for', async () => {
      const { id, name } = await enterBooking();
      await touch(name);
      proxy.faults = { rows: [[name, 404]] };
      await sync();
      await app.runEffects();
      expect([await follows(), await stateOf(id)]).toEqual([[], 'confirmed']);
    });

    test('an entry that was deleted cancels its booking, once its server says so itself', async () => {
      const { name } = await enterBooking();
      await dav.remove(name);
      proxy.faults = { entries: [[name, 503]] };
      expect(await sync()).toMatchObject({ connection: { state: 'failing' } });
      await app.runEffects();
      expect(await follows()).toEqual([]);
      proxy.faults = {};
      await sync();
      await app.runEffects();
      expect(await follows()).toHaveLength(1);
    });

    test('keeps what is known of an outside event, and finds what became of it', async () => {
      await putTen();
      await sync();
      expect(await busy()).toEqual(tenDays);
      await dav.put('day3', entry('day3', '20270225T090000Z'));
      proxy.faults = { rows: [['day3', 503]], entries: [['day3', 503]] };
      await sync();
      expect(await busy()).toEqual(tenDays);
      await sync();
      proxy.faults = {};
      expect(await sync()).toMatchObject({ changed: 1 });
      expect(await busy()).toEqual([...tenDays.toSpliced(3, 1), '02-25T09']);
    });

    test('an event that was never read is found later, though nothing changed since', async () => {
      proxy.faults = { rows: [['day7', 500]], entries: [['day7', 500]] };
      await putTen();
      await sync();
      expect(await busy()).toEqual(tenDays.toSpliced(7, 1));
      proxy.faults = {};
      await sync();
      expect(await busy()).toEqual(tenDays);
    });

    test('is read by itself at once where that works', async () => {
      proxy.faults = { rows: [['day7', 503]] };
      await putTen();
      await sync();
      expect([await busy(), await warning()]).toEqual([tenDays, null]);
    });

    test('an answer that was cut off deletes nothing', async () => {
      await putTen();
      await sync();
      await query('update calendar set cursor = null');
      await query('update calendar_entry set etag = null');
      for (const cut of [0.3, 0.6, 0.95]) {
        proxy.faults = { cut };
        expect(await sync()).toMatchObject({ connection: { state: 'failing' } });
        expect(await busy()).toEqual(tenDays);
      }
    });
  });

  describe('a list that comes in pages (507)', () => {
    test('is read to its end, at first and later', async () => {
      proxy.faults = { pageSize: 3 };
      await putTen();
      expect(await sync()).toMatchObject({ changed: 10, connection: { state: 'ok' } });
      expect(await busy()).toEqual(tenDays);
      for (const n of [0, 1, 2, 3, 4]) await dav.remove(`day${n}`);
      await dav.put('day5', entry('day5', '20270226T090000Z'));
      expect(await sync()).toMatchObject({ changed: 1, removed: 5 });
      expect(await busy()).toEqual([...tenDays.slice(6), '02-26T09']);
    });

    test('keeps all that is known after a refused token', async () => {
      await putTen();
      await sync();
      await query(`update calendar set cursor = 'http://example.com/no-such-token'`);
      proxy.faults = { pageSize: 3 };
      expect(await sync()).toMatchObject({ connection: { state: 'ok' } });
      expect(await busy()).toEqual(tenDays);
    });

    test('changes nothing when it breaks off, and is read again', async () => {
      await putTen();
      await sync();
      await query(`update calendar set cursor = 'http://example.com/no-such-token'`);
      await dav.remove('day9');
      proxy.faults = { pageSize: 3, pages: 2 };
      expect(await sync()).toMatchObject({ removed: 0, connection: { state: 'failing' } });
      expect(await busy()).toEqual(tenDays);
      proxy.faults = { pageSize: 3 };
      expect(await sync()).toMatchObject({ removed: 1, connection: { state: 'ok' } });
      expect(await busy()).toEqual(tenDays.slice(0, 9));
    });
  });

  test('a server that is overloaded is asked once, not from the beginning', async () => {
    await putTen();
    await sync();
    proxy.seen.length = 0;
    proxy.faults = { status: 503 };
    expect(await sync()).toMatchObject({ connection: { state: 'failing' } });
    expect(proxy.seen.filter((kind) => kind === 'sync-collection')).toHaveLength(1);
    expect(await busy()).toEqual(tenDays);
  });
});
