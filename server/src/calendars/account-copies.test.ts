import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pairSettings } from '../../test/runtime.ts';
import { googleAccess } from './google/access.ts';
import { microsoftAccess } from './microsoft/access.ts';
import { bookPage, createPage, monday } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { followJob } from '../scheduled-events/public.ts';
import { startGoogle } from './google/test-google.ts';
import { startGraph } from './microsoft/test-graph.ts';
import { connectAccount, listConnectionsTo, signInMara, syncNow } from './test-connect.ts';
import { writeCopies } from './write-copies.ts';

let minutes = 0;
const clock = { now: () => new Date(monday.getTime() + minutes * 60_000) };
const [google, graph] = await Promise.all([startGoogle(clock), startGraph(clock)]);
const app = useApp({
  clock,
  recordEvents: true,
  config: { outboundAllow: ['127.0.0.1'] },
  settings: [
    pairSettings(googleAccess.settings, google.app),
    pairSettings(microsoftAccess.settings, graph.app),
  ],
});
let cookie = '';
beforeAll(async () => {
  google.addCalendar('work', { primary: true });
  graph.addCalendar('work', { isDefaultCalendar: true });
  cookie = await signInMara(app);
});
afterAll(() => Promise.all([google.close(), graph.close()]));

const query = async (text: string, values: unknown[] = []) =>
  (await app.runtime.database.pool.query(text, values)).rows;

const providers = [
  {
    provider: 'google',
    server: google,
    location: 'GOOGLE_MEET',
    joinUrl: /^https:\/\/meet\.google\.com\//,
    at: (instant: string) => ({ dateTime: `${instant}.000Z` }),
  },
  {
    provider: 'microsoft',
    server: graph,
    location: 'MICROSOFT_TEAMS',
    joinUrl: /^https:\/\/teams\.microsoft\.com\//,
    at: (instant: string) => ({ dateTime: instant, timeZone: 'UTC' }),
  },
];

describe.each(providers)(
  'bookings in a calendar at $provider',
  ({ provider, server, location, joinUrl, at }) => {
    let uuid = '';
    let page: { uuid: string; slug: string };

    beforeEach(async () => {
      minutes += 1;
      server.settings.pendingReads = 0;
      await query('delete from calendar_copy');
      await query('delete from calendar_connection');
      await query(`update event_host set blocking = false`);
      await query(`update scheduled_event set status = 'cancelled'`);
      for (const { id } of server.listEvents('work')) server.remove('work', id);
      page = await createPage(app);
      await connect();
    });

    const connect = async () => {
      await connectAccount(app, server, cookie, { provider, access: 'write' });
      const [connection] = await listConnectionsTo(app, provider);
      uuid = connection.uuid;
      const [{ id }] = connection.calendars;
      const { status } = await app.patch(`/calendar-connections/${uuid}`, {
        calendars: [{ id, isWritten: true }],
      });
      if (status !== 200) throw new Error(`The calendar can’t be written: ${status}`);
      await sync();
    };

    const sync = async () => {
      expect((await syncNow(app, uuid)).connection.error).toBeNull();
      await app.runEffects();
    };
    /** What the worker does. */
    const work = async () => {
      await app.runEffects();
      await writeCopies(app.runtime);
      await app.runEffects();
      const jobs = await query(
        `select j.id, j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'calendars.follow' order by j.id`,
      );
      for (const { id, payload } of jobs) {
        await query('delete from graphile_worker._private_jobs where id = $1', [id]);
        await followJob.run(app.runtime, followJob.payload.parse(payload));
        await app.runEffects();
      }
      await writeCopies(app.runtime);
    };
    const starts = () => server.listEvents('work').map(({ start }) => start.dateTime.slice(0, 16));
    const only = () => {
      const found = server.listEvents('work');
      expect(found).toHaveLength(1);
      return found[0];
    };
    const booked = async (eventId: string) => {
      const { body } = await app.get(`/scheduled-events/${eventId}`);
      return [body.resource.status, body.resource.startTime.slice(0, 16)];
    };
    const busyKinds = async () => {
      const { body } = await app.get('/busy-times?start=2027-01-12T00:00:00Z&end=2027-01-13T00:00:00Z');
      return body.collection.map(({ source }: { source: { kind: string } }) => source.kind);
    };

    test('booked, moved, cancelled: entered once, moved, removed; its own entry makes nobody busy twice', async () => {
      const { body } = await bookPage(app, page, {});
      await work();
      await work();
      expect(starts()).toEqual(['2027-01-12T09:00']);
      expect(only().attendees).toBeUndefined();
      await sync();
      expect(await busyKinds()).toEqual(['event']);
      const moved = { date: '2027-01-12', start: '15:00', timeZone: 'Europe/Berlin' };
      expect((await app.put(`/scheduled-events/${body.uuid}/reschedule`, moved)).status).toBe(200);
      await work();
      await sync();
      await work();
      expect([starts(), await busyKinds()]).toEqual([['2027-01-12T14:00'], ['event']]);
      await app.put(`/scheduled-events/${body.uuid}/cancel`, {});
      await work();
      await sync();
      expect(starts()).toEqual([]);
    });

    test('an answer that was lost: the entry is known as our own at once, and not entered twice', async () => {
      await bookPage(app, page, {});
      await work();
      await query(
        `update calendar_copy set external_id = null, etag = null, written_seq = 0, written_starts_at = null,
         written_ends_at = null, leased_until = null`,
      );
      await sync();
      expect(await busyKinds()).toEqual(['event']);
      await work();
      await sync();
      expect([starts(), await busyKinds()]).toEqual([['2027-01-12T09:00'], ['event']]);
    });

    test('moved there: the booking follows; deleted there: it is cancelled', async () => {
      const { body } = await bookPage(app, page, {});
      await work();
      await sync();
      server.put('work', { id: only().id, start: at('2027-01-12T12:00:00'), end: at('2027-01-12T12:30:00') });
      await sync();
      await work();
      expect(await booked(body.uuid)).toEqual(['confirmed', '2027-01-12T12:00']);
      await sync();
      await work();
      server.remove('work', only().id);
      await sync();
      await work();
      expect((await booked(body.uuid))[0]).toBe('cancelled');
      expect(starts()).toEqual([]);
    });

    test('disconnected and connected again: no entry is doubled, and what was cancelled meanwhile is removed', async () => {
      await bookPage(app, page, {});
      const { body } = await bookPage(app, page, { start: '15:00', email: 'other@okafor.example' });
      await work();
      await app.delete(`/calendar-connections/${uuid}`);
      await app.put(`/scheduled-events/${body.uuid}/cancel`, {});
      await work();
      expect(starts()).toHaveLength(2);
      await connect();
      await work();
      await sync();
      expect([starts(), await busyKinds()]).toEqual([['2027-01-12T09:00'], ['event']]);
    });

    test('a meeting that the calendar makes later is read until it is there', async () => {
      server.settings.pendingReads = 6;
      page = await createPage(app, { locations: [{ type: location }] });
      const { status, body } = await bookPage(app, page, { location });
      expect(status, JSON.stringify(body)).toBeLessThan(300);
      const made = () => app.published.filter(({ name }) => name === 'calendar.meeting_made');
      const before = made().length;
      await work();
      expect(made()).toHaveLength(before);
      for (let tries = 0; tries < 8; tries += 1) {
        minutes += 30;
        await work();
      }
      expect(made()).toHaveLength(before + 1);
      expect(made().at(-1)?.payload).toMatchObject({
        eventId: body.uuid,
        joinUrl: expect.stringMatching(joinUrl),
      });
      const [copy] = await query('select join_url, awaits_meeting from calendar_copy');
      expect(copy).toMatchObject({ join_url: expect.stringMatching(joinUrl), awaits_meeting: false });
      await sync();
      await work();
      expect(await booked(body.uuid)).toEqual(['confirmed', '2027-01-12T09:00']);
      expect(starts()).toHaveLength(1);
    });

    test('a calendar that was only written and is read from now on is read from the beginning', async () => {
      const [{ calendars }] = await listConnectionsTo(app, provider);
      const choose = (isRead: boolean) =>
        app.patch(`/calendar-connections/${uuid}`, { calendars: [{ id: calendars[0].id, isRead }] });
      await choose(false);
      server.put('work', { id: 'dentist', start: at('2027-01-12T12:00:00'), end: at('2027-01-12T13:00:00') });
      await sync();
      expect(await busyKinds()).toEqual([]);
      await choose(true);
      await sync();
      expect(await busyKinds()).toEqual(['calendar']);
    });

    test('429 and access that ended while an entry is written: it follows', async () => {
      await bookPage(app, page, {});
      server.failNext(/events/, { status: 429, headers: { 'retry-after': '600' } });
      await work();
      expect(starts()).toEqual([]);
      minutes += 9;
      await work();
      expect(starts()).toEqual([]);
      minutes += 2;
      server.forgetAccessTokens();
      await work();
      expect(starts()).toEqual(['2027-01-12T09:00']);
    });
  },
);
