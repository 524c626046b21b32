import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookPage, listFreeTimes, createPage, monday } from '../../test/booking.ts';
import { useDav } from '../../test/dav.ts';
import { useDavProxy } from '../../test/dav-proxy.ts';
import { radicale } from '../../test/dav-servers.ts';
import { useApp } from '../../test/harness.ts';
import { syncConnection } from './sync.ts';

let minutes = 0;
const clock = { now: () => new Date(monday.getTime() + minutes * 60_000) };
const app = useApp({ clock, config: { outboundAllow: ['127.0.0.1'] } });
const dav = useDav(radicale);
const proxy = useDavProxy(dav);

const entry = (uid: string, start: string, end: string): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x//EN\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20270101T000000Z\r\nDTSTART:${start}\r\nDTEND:${end}\r\nSUMMARY:x\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
const query = async (text: string, values: unknown[] = []) =>
  (await app.runtime.database.pool.query(text, values)).rows;
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

const davCall = (path: string, method: string) => {
  const authorization = `Basic ${Buffer.from(`${dav.username}:${dav.password}`).toString('base64')}`;
  return fetch(new URL(path, dav.url), { method, headers: { authorization } });
};
const more = ['/ann/two/', '/ann/three/', '/ann/four/'];
beforeAll(async () => {
  if (dav.url) for (const path of more) await davCall(path, 'MKCALENDAR');
});
afterAll(async () => {
  if (dav.url) for (const path of more) await davCall(path, 'DELETE');
});

const connect = async (email = 'mara@juniper.example'): Promise<string> => {
  const { username, password } = dav;
  const fields = { provider: 'caldav', url: proxy.url, username, password, email };
  const { status, body } = await app.post('/calendar-connections', fields);
  expect(status, JSON.stringify(body)).toBe(201);
  await app.post(`/calendar-connections/${body.resource.uuid}/sync`, {});
  return body.resource.uuid;
};
const due = async (id: string) => {
  const [{ workspace_id }] = await query('select workspace_id from calendar_connection where id = $1', [id]);
  return { workspace_id, id };
};
const requireAnswers = (requireCalendarAnswer: boolean) =>
  app.patch('/organization', { requireCalendarAnswer });
const explain = async (page: { slug: string }, at: string) =>
  (await app.get(`/availability/mara-lindqvist/event-types/${page.slug}/explain?at=${at}`)).body.resource;
const synced = () => proxy.seen.filter((kind) => kind === 'sync-collection').length;

beforeEach(async () => {
  minutes = 0;
  await query('delete from calendar_connection');
  await query('update event_host set blocking = false');
  await query(`update scheduled_event set status = 'cancelled'`);
  for (const name of await dav.list()) await dav.remove(name.replace(/\.ics$/, ''));
});
afterEach(() => requireAnswers(false));

describe('an account whose server needs 900 ms for each request', () => {
  test('409: a meeting that was entered a moment ago in one of its four calendars is not booked over', async () => {
    const page = await createPage(app);
    await connect();
    for (const [index, start] of ['09:00', '10:00', '11:00', '12:00'].entries()) {
      const hour = (from: number) => `20270112T${String(from + index).padStart(2, '0')}0000Z`;
      await dav.put(`m${index}`, entry(`m${index}`, hour(8), hour(9)));
      proxy.faults = { delayMs: 900 };
      expect((await bookPage(app, page, { date: '2027-01-12', start })).status, start).toBe(409);
      proxy.faults = {};
    }
  });

  test('only calendars that make the host busy are asked, by connections that are open already', async () => {
    const page = await createPage(app);
    const id = await connect();
    const { calendars } = (await app.get(`/calendar-connections/${id}`)).body.resource;
    expect(calendars).toHaveLength(4);
    const [written, left] = ids(calendars);
    const choices = [
      { id: written, isRead: false, isWritten: true },
      { id: left, isRead: false },
    ];
    await app.patch(`/calendar-connections/${id}`, { calendars: choices });
    proxy.seen.length = 0;
    const { connections } = proxy;
    expect((await bookPage(app, page, { start: '10:00' })).status).toBe(200);
    expect([synced(), proxy.connections]).toEqual([2, connections]);
  });

  test('bookings do not put off the next sync on time, which reads the calendar that is written', async () => {
    const page = await createPage(app);
    const id = await connect();
    const nextSync = async () =>
      (await query('select next_sync_at from calendar_connection'))[0].next_sync_at;
    const before = await nextSync();
    minutes = 2;
    expect((await bookPage(app, page, { start: '09:00' })).status).toBe(200);
    expect(await nextSync()).toBe(before);
    await syncConnection(app.runtime, await due(id));
    expect(await nextSync()).not.toBe(before);
  });
});

describe('of a round robin', () => {
  const noor = 'noor@juniper.example';
  const startsWith = (first: string, second: string) => {
    const hosts = [
      { email: first, priority: 3 },
      { email: second, priority: 1 },
    ];
    return createPage(app, { type: 'ROUND_ROBIN', hosts });
  };
  beforeAll(async () => {
    const user = { email: noor, firstName: 'Noor', lastName: 'Haddad', timezone: 'Europe/Berlin' };
    await app.post('/organizations/users', user);
  });

  test('nobody waits for the calendars of those behind the first who is free', async () => {
    const page = await startsWith(noor, 'mara@juniper.example');
    await connect();
    proxy.seen.length = 0;
    const { status, body } = await bookPage(app, page, { date: '2027-01-18', start: '09:00' });
    expect([status, body.hosts[0].email, synced()]).toEqual([200, noor, 0]);
  });

  test('who can’t be asked is left out, and the next one is booked', async () => {
    const page = await startsWith('mara@juniper.example', noor);
    await requireAnswers(true);
    await connect();
    proxy.faults = { status: 503 };
    const { status, body } = await bookPage(app, page, { date: '2027-01-18', start: '10:00' });
    expect([status, body.hosts[0].email]).toEqual([200, noor]);
    proxy.seen.length = 0;
    expect((await bookPage(app, page, { date: '2027-01-18', start: '11:00' })).status).toBe(200);
    expect(synced(), 'nobody waits for it again').toBe(0);
  });
});

describe('a calendar that can’t be reached', () => {
  const at = '2027-01-14T09:00:00Z';
  const thursday = '2027-01-14';

  test('is trusted for 15 minutes; then its times are not offered, booking is a 503, and explain says why', async () => {
    const page = await createPage(app);
    const id = await connect();
    proxy.faults = { status: 503 };
    expect((await bookPage(app, page, { date: thursday, start: '09:00' })).status).toBe(200);
    minutes = 10;
    await syncConnection(app.runtime, await due(id));
    expect(await listFreeTimes(app, page, thursday)).toContain('10:00');
    expect(await explain(page, at)).toMatchObject({ isOffered: true });
    minutes = 16;
    expect(await listFreeTimes(app, page, thursday)).toEqual([]);
    expect(await explain(page, at)).toMatchObject({
      isOffered: false,
      reason: 'busy',
      source: { kind: 'unreachable_calendar', label: expect.any(String) },
    });
    const refused = await bookPage(app, page, { date: thursday, start: '10:00' });
    expect([refused.status, refused.body.message]).toEqual([
      503,
      expect.stringContaining('isn’t responding'),
    ]);
    proxy.faults = {};
    await syncConnection(app.runtime, await due(id));
    expect(await listFreeTimes(app, page, thursday)).toContain('10:00');
    expect((await bookPage(app, page, { date: thursday, start: '10:00' })).status).toBe(200);
  });

  test('where the workspace demands an answer, its times are not offered once a booking was refused', async () => {
    const page = await createPage(app);
    await requireAnswers(true);
    const id = await connect();
    expect(await listFreeTimes(app, page, thursday)).toContain('10:00');
    proxy.faults = { status: 503 };
    expect((await bookPage(app, page, { date: thursday, start: '10:00' })).status).toBe(503);
    expect(await listFreeTimes(app, page, thursday)).toEqual([]);
    expect(await explain(page, at)).toMatchObject({ source: { kind: 'unreachable_calendar' } });
    await requireAnswers(false);
    expect(await listFreeTimes(app, page, thursday)).toContain('10:00');
    await requireAnswers(true);
    proxy.faults = {};
    // A visitor who still has the old page open asks the calendar again, and is served.
    expect((await bookPage(app, page, { date: thursday, start: '10:00' })).status).toBe(200);
    expect(await listFreeTimes(app, page, thursday)).toContain('11:00');
    await syncConnection(app.runtime, await due(id));
  });

  test('a calendar that answers too late refuses, whatever it says later', { timeout: 30_000 }, async () => {
    const page = await createPage(app);
    await requireAnswers(true);
    const id = await connect();
    proxy.faults = { delayMs: 4_300 };
    expect((await bookPage(app, page, { date: thursday, start: '10:00' })).status).toBe(503);
    expect(await listFreeTimes(app, page, thursday)).toEqual([]);
    const leased = () => query('select 1 from calendar_connection where lease_id is not null');
    await expect.poll(leased, { timeout: 10_000 }).toEqual([]);
    expect(await listFreeTimes(app, page, thursday), 'an answer that took too long').toEqual([]);
    proxy.faults = {};
    await syncConnection(app.runtime, await due(id));
    expect(await listFreeTimes(app, page, thursday)).toContain('10:00');
  });

  test('where the workspace demands an answer, one event that can’t be read refuses; else what is known decides', async () => {
    const page = await createPage(app);
    await requireAnswers(true);
    await connect();
    await dav.put('late', entry('late', '20270114T090000Z', '20270114T093000Z'));
    proxy.faults = { rows: [['late', 503]], entries: [['late', 503]] };
    expect((await bookPage(app, page, { date: thursday, start: '10:00' })).status).toBe(503);
    expect(await listFreeTimes(app, page, thursday)).toEqual([]);
    proxy.faults = {};
    expect((await bookPage(app, page, { date: thursday, start: '10:00' })).status).toBe(409);
    expect(await listFreeTimes(app, page, thursday)).toContain('11:00');
  });
});
